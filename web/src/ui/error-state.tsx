import Button from '@mui/joy/Button'
import { TriangleAlert } from 'lucide-react'
import { describe } from '../lib/errors.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { EmptyState } from './empty-state.tsx'

/** A load that failed: why, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const t = useT('ui')
  const { text, detail } = describe(error)
  return (
    <EmptyState
      icon={TriangleAlert}
      title={text}
      text={detail}
      action={
        onRetry && (
          <Button variant="outlined" color="neutral" onClick={onRetry}>
            {t('retry')}
          </Button>
        )
      }
    />
  )
}
