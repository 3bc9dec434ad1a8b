import { messagesContract } from '@recado/core/modules/messages/contract'
import { Type } from 'typebox'
import { conversations } from '../../../entities/conversations.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import { NumberField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'

const { sync } = messagesContract.routes
const schema = Type.Object({ count: Type.Integer({ minimum: 1, maximum: 100 }) })

/** Fetches the newest messages from the provider, for when some seem to be missing. */
export function SyncDialog({ ticket, onClose }: { ticket: LiveTicket; onClose(): void }) {
  const t = useT('attendance')
  const form = useForm<{ count: number }>({
    schema,
    initial: { count: 20 },
    save: async ({ count }) => {
      const { imported } = await call(sync, { params: { ticketId: ticket.id }, body: { count }, timeoutMs: 240_000 })
      await conversations.peek(ticket.id)?.refresh()
      if (imported === 0) toast.info(t('sync.none'))
      else toast.success(t('sync.done', { count: imported }))
    },
  })
  return (
    <FormDialog
      title={t('sync.title')}
      text={t('sync.text', { channel: ticket.whatsapp.name })}
      form={form}
      labels={{ count: t('sync.count') }}
      onClose={onClose}
      submitLabel={t('sync.submit')}
      width={420}
    >
      <NumberField form={form} name="count" label={t('sync.count')} help={t('sync.countHelp')} />
    </FormDialog>
  )
}
