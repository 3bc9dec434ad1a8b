import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import { CircleAlert } from 'lucide-react'
import { useT } from '../lib/i18n/i18n.ts'
import { EmptyState } from './empty-state.tsx'

/** After a release the old chunks are gone from the server: only a reload helps. */
const isMissingChunk = (error: Error): boolean =>
  /dynamically imported module|module script|Loading chunk|preload CSS/i.test(error.message)

export function ScreenFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT('ui')
  const renewed = isMissingChunk(error)
  return (
    <EmptyState
      icon={CircleAlert}
      title={renewed ? t('failed.newVersion') : t('failed.title')}
      text={renewed ? t('failed.newVersionText') : t('failed.text')}
      action={
        <Stack direction="row" spacing={2}>
          {!renewed && (
            <Button variant="outlined" color="neutral" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          <Button onClick={() => window.location.reload()}>{t('failed.reload')}</Button>
        </Stack>
      }
    />
  )
}
