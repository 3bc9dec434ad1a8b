import Chip from '@mui/joy/Chip'
import type { Plugin } from '@recado/core/modules/plugins/contract'
import { useT } from '../../lib/i18n/i18n.ts'

const COLOURS = {
  active: 'success',
  invalid: 'danger',
  incompatible: 'warning',
  failed: 'danger',
  missing: 'neutral',
} as const

/** How a plugin fared when the server last started. */
export function PluginStateChip({ state }: { state: Plugin['state'] }) {
  const t = useT('plugins')
  return <Chip color={COLOURS[state]}>{t(`states.${state}`)}</Chip>
}
