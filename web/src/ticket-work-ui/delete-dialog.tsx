import { ticketTasksContract } from '@recado/core/modules/ticket-tasks/contract'
import { formatNumber } from '../lib/format/numbers.ts'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { ManyProps } from './close-dialog.tsx'

/** Whether they shall go for good: their number is typed. */
export function DeleteManyDialog({ selection, count, onBegun, onClose }: ManyProps) {
  const t = useT('ticketWorkUi')
  return (
    <ConfirmDialog
      title={count === null ? t('delete.titleAll') : t('delete.title', { count, number: formatNumber(count) })}
      text={t('delete.text')}
      confirmLabel={t('delete.submit')}
      tone="danger"
      typed={count === null ? t('delete.word') : String(count)}
      onConfirm={async () => {
        const { task } = await call(ticketTasksContract.routes.remove, { body: selection, timeoutMs: 60_000 })
        onBegun(task)
      }}
      onClose={onClose}
    />
  )
}
