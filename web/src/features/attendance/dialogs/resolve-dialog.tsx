import { Type } from 'typebox'
import { channels } from '../../../entities/channels.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useTenantSettings } from '../../../lib/tenant-settings.ts'
import { toast } from '../../../lib/toasts.ts'
import { ColourDot } from '../../../ui/colour.tsx'
import { SelectField, SwitchField, TextField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { aboutTicket, changeTicket, reopenTicket } from '../state/ticket-actions.ts'
import { useReasonChoices } from '../state/use-choices.ts'
import type { MovedTo } from '../state/use-ticket-commands.ts'
import { FarewellPick } from './farewell-pick.tsx'

interface Values {
  closingReasonId: number | null
  sendFarewellMessage: boolean
  farewellMessage: string
  askRating: boolean
}

const schema = Type.Object({ farewellMessage: Type.Optional(Type.String({ maxLength: 4096 })) })

interface ResolveDialogProps {
  ticket: LiveTicket
  onClose(): void
  onMoved(ticketId: number, to: MovedTo): void
}

/** Ends a ticket: why, and with which words to the customer. */
export function ResolveDialog({ ticket, onClose, onMoved }: ResolveDialogProps) {
  const t = useT('attendance')
  const settings = useTenantSettings()
  const reasons = useReasonChoices(ticket.queueId)
  const asks = channels.get(ticket.whatsappId)?.ratingEnabled ?? settings.ratingEnabled === 'enabled'
  const needsReason = settings.closingReasonRequired === 'enabled' && reasons?.length !== 0
  const form = useForm<Values>({
    schema,
    initial: { closingReasonId: null, sendFarewellMessage: true, farewellMessage: '', askRating: true },
    check: ({ closingReasonId }): Problems =>
      needsReason && !reasons?.some(({ id }) => id === closingReasonId)
        ? { closingReasonId: { rule: 'required', params: {} } }
        : {},
    save: async ({ closingReasonId, sendFarewellMessage, farewellMessage, askRating }) => {
      const own = farewellMessage.trim()
      await changeTicket(ticket.id, {
        status: 'closed',
        ...(closingReasonId === null ? {} : { closingReasonId }),
        ...(sendFarewellMessage ? {} : { sendFarewellMessage }),
        ...(askRating ? {} : { askRating }),
        ...(sendFarewellMessage && own ? { farewellMessage: own } : {}),
      })
      const reopen = { label: t('actions.reopen'), run: () => void reopenTicket(ticket) }
      toast.success(t('done.resolved'), { action: reopen, about: aboutTicket(ticket.id) })
      onMoved(ticket.id, 'closed')
    },
  })
  const labels = { closingReasonId: t('resolve.reason'), farewellMessage: t('resolve.text') }
  const choices = (reasons ?? []).map((reason) => ({
    value: reason.id,
    label: reason.name,
    mark: <ColourDot colour={reason.color} />,
  }))
  return (
    <FormDialog
      title={t('resolve.title', { name: ticket.name })}
      form={form}
      labels={labels}
      onClose={onClose}
      submitLabel={t('actions.resolve')}
      width={460}
    >
      {(needsReason || choices.length > 0) && (
        <SelectField
          form={form}
          name="closingReasonId"
          label={labels.closingReasonId}
          choices={choices}
          placeholder={t('resolve.choose')}
          clearable={!needsReason}
          optional={!needsReason}
        />
      )}
      {!ticket.isGroup && (
        <SwitchField
          form={form}
          name="sendFarewellMessage"
          label={t('resolve.farewell')}
          help={t('resolve.farewellHelp')}
        />
      )}
      {!ticket.isGroup && form.values.sendFarewellMessage && (
        <FarewellPick
          queueId={ticket.queueId}
          text={form.values.farewellMessage}
          onPick={(text) => form.set('farewellMessage', text)}
        />
      )}
      {!ticket.isGroup && form.values.sendFarewellMessage && (
        <TextField
          form={form}
          name="farewellMessage"
          label={labels.farewellMessage}
          help={t('resolve.textHelp')}
          lines={2}
          optional
        />
      )}
      {asks && !ticket.isGroup && ticket.postId === null && (
        <SwitchField form={form} name="askRating" label={t('rating.ask')} help={t('rating.askHelp')} />
      )}
    </FormDialog>
  )
}
