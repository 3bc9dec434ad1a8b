import { AssignmentDialog } from '../../../assignment-ui/assignment-dialog.tsx'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import { ScheduleDialog } from '../../../schedule-ui/schedule-dialog.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { drafts } from '../composer/drafts.ts'
import { deleteTicket } from '../state/ticket-actions.ts'
import type { MovedTo, TicketDialog } from '../state/use-ticket-commands.ts'
import { LogDialog } from './log-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { SyncDialog } from './sync-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { WhyDialog } from './why-dialog.tsx'

interface TicketDialogsProps {
  ticket: LiveTicket
  open: TicketDialog | null
  onClose(): void
  onMoved(ticketId: number, to: MovedTo): void
}

/** The dialogs of one ticket, one at a time. */
export function TicketDialogs({ ticket, open, onClose, onMoved }: TicketDialogsProps) {
  const t = useT('attendance')
  switch (open) {
    case 'resolve':
      return <ResolveDialog ticket={ticket} onClose={onClose} onMoved={onMoved} />
    case 'snooze':
      return <SnoozeDialog ticket={ticket} onClose={onClose} />
    case 'transfer':
      return <TransferDialog tickets={[ticket]} onClose={onClose} onMoved={onMoved} />
    case 'schedule':
      return (
        <ScheduleDialog
          schedule={null}
          place={{ ticketId: ticket.id, contactId: ticket.contactId, channelId: ticket.whatsappId }}
          draft={drafts.get(ticket.id)?.text ?? ''}
          onSaved={() => drafts.set(ticket.id, { text: '' })}
          onClose={onClose}
        />
      )
    case 'log':
      return <LogDialog ticket={ticket} onClose={onClose} />
    case 'assignment':
      return <AssignmentDialog ticket={ticket} onClose={onClose} />
    case 'why':
      return <WhyDialog ticket={ticket} onClose={onClose} />
    case 'sync':
      return <SyncDialog ticket={ticket} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmDialog
          title={t('delete.title', { name: ticket.name })}
          text={t('delete.text')}
          confirmLabel={t('actions.delete')}
          tone="danger"
          onConfirm={async () => {
            await deleteTicket(ticket.id)
            toast.success(t('done.deleted'))
            onMoved(ticket.id, 'gone')
          }}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}
