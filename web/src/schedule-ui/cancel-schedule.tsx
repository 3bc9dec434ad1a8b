import type { Schedule } from '@recado/core/modules/scheduled-messages/contract'
import { formatDateTime } from '../lib/format/dates.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { toast } from '../lib/toasts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useCancelSchedule } from './use-schedules.ts'

/** Asks before a promise is taken back, or an entry forgotten. */
export function CancelSchedule({ schedule, onClose }: { schedule: Schedule; onClose(): void }) {
  const t = useT('scheduleUi')
  const cancel = useCancelSchedule()
  const isPending = schedule.status === 'pending'
  return (
    <ConfirmDialog
      title={t(isPending ? 'cancelTitle' : 'forgetTitle', { name: schedule.contact.name })}
      text={
        isPending
          ? t(schedule.repeatCount > 0 ? 'cancelRepeated' : 'cancelText', { at: formatDateTime(schedule.scheduleDate) })
          : t('forgetText')
      }
      confirmLabel={t(isPending ? 'cancel' : 'forget')}
      cancelLabel={t('keep')}
      tone="danger"
      onConfirm={async () => {
        await cancel(schedule.id)
        toast.success(t(isPending ? 'canceled' : 'forgotten'))
      }}
      onClose={onClose}
    />
  )
}
