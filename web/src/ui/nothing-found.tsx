import Button from '@mui/joy/Button'
import { SearchX } from 'lucide-react'
import { useT } from '../lib/i18n/i18n.ts'
import { EmptyState } from './empty-state.tsx'

/** A search or filter without rows: says what was asked and leads back. */
export function NothingFound({ text, onClear }: { text: string; onClear(): void }) {
  const t = useT('common')
  return (
    <EmptyState
      icon={SearchX}
      title={t('noResults')}
      {...(text ? { text: t('noResultsText', { text }) } : {})}
      action={
        <Button variant="outlined" color="neutral" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    />
  )
}
