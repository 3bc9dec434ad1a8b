import Chip from '@mui/joy/Chip'
import { useT } from '../lib/i18n/i18n.ts'

/** In words, not by colour alone. */
export function ActiveChip({ active }: { active: boolean }) {
  const t = useT('common')
  return <Chip color={active ? 'success' : 'neutral'}>{active ? t('active') : t('inactive')}</Chip>
}
