import Alert from '@mui/joy/Alert'
import Button from '@mui/joy/Button'
import type { Contact } from '@recado/core/modules/contacts/contract'
import { ticketsContract } from '@recado/core/modules/tickets/contract'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { Type } from 'typebox'
import { channels } from '../../../entities/channels.ts'
import { tickets } from '../../../entities/tickets.ts'
import { call } from '../../../lib/http/client.ts'
import { HttpError } from '../../../lib/http/errors.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { ColourDot } from '../../../ui/colour.tsx'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { ChannelIcon } from '../channel-icon.tsx'
import { type Conflict, conflictOf } from '../state/ticket-conflict.ts'
import { mayAudit } from '../state/ticket-rules.ts'
import { useMyChannels, useQueueChoices } from '../state/use-choices.ts'
import { ContactPick } from './contact-pick.tsx'

interface Values {
  contactId: number | null
  whatsappId: number | null
  queueId: number | null
}

const schema = Type.Object({})
const required = { rule: 'required', params: {} } as const

interface NewTicketDialogProps {
  contact?: Contact | undefined
  onOpen(ticketId: number): void
  onClose(): void
}

/** Writes to somebody first: to whom, through what, in which queue. */
export const NewTicketDialog = observer(({ contact, onOpen, onClose }: NewTicketDialogProps) => {
  const t = useT('attendance')
  const mine = useMyChannels()
  const queues = useQueueChoices()
  const { user } = session
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isUnreachable, setUnreachable] = useState(false)
  const created = useRef<number | null>(null)
  const leads = user !== null && mayAudit(user)
  const own = new Set(user?.queues.map(({ id }) => id))
  const allowed = (queues.data ?? []).filter((queue) => queue.isActive && (leads || own.has(queue.id)))
  const usable = (mine.data ?? []).filter(({ id }) => channels.get(id)?.features?.startsConversation !== false)
  const form = useForm<Values>({
    schema,
    initial: {
      contactId: contact?.id ?? null,
      whatsappId: null,
      queueId: user?.queues.length === 1 ? (user.queues[0]?.id ?? null) : null,
    },
    check: ({ contactId, whatsappId, queueId }): Problems => ({
      ...(contactId === null ? { contactId: required } : {}),
      ...(whatsappId === null ? { whatsappId: required } : {}),
      ...(queueId === null ? { queueId: required } : {}),
    }),
    save: async ({ contactId, whatsappId, queueId }) => {
      setConflict(null)
      setUnreachable(false)
      try {
        const body = {
          contactId: contactId ?? 0,
          whatsappId,
          queueId,
          userId: user?.userId ?? null,
          status: 'open' as const,
        }
        created.current = tickets.take(await call(ticketsContract.routes.create, { body })).id
      } catch (error) {
        const found = conflictOf(error)
        const isOutOfReach = error instanceof HttpError && error.is('ERR_WAPP_INVALID_CONTACT')
        setConflict(found)
        setUnreachable(isOutOfReach)
        if (!found && !isOutOfReach) throw error
      }
    },
  })
  const labels = { contactId: t('new.contact'), whatsappId: t('new.channel'), queueId: t('new.queue') }
  return (
    <FormDialog
      title={t('new.title')}
      form={form}
      labels={labels}
      onClose={onClose}
      // A conflict stays in the dialog, which explains it.
      onSaved={() => created.current !== null && onOpen(created.current)}
      submitLabel={t('new.submit')}
      width={460}
      notice={
        conflict ? (
          <ConflictNotice conflict={conflict} onOpen={() => onOpen(conflict.id)} />
        ) : (
          isUnreachable && (
            <Alert role="alert" color="warning" variant="soft">
              {t('new.unreachable')}
            </Alert>
          )
        )
      }
    >
      <FieldFrame label={labels.contactId} problem={form.problems.contactId} name="contactId">
        {({ id, describedBy }) => (
          <ContactPick
            id={id}
            describedBy={describedBy}
            initial={contact}
            onChange={(contactId) => form.set('contactId', contactId)}
          />
        )}
      </FieldFrame>
      <SelectField
        form={form}
        name="whatsappId"
        label={labels.whatsappId}
        placeholder={t('new.choose')}
        help={mine.data && usable.length === 0 ? t('new.noChannel') : undefined}
        choices={usable.map((channel) => ({
          value: channel.id,
          label: channel.name,
          mark: <ChannelIcon type={channel.type} size={16} />,
          ...(channel.status === 'CONNECTED' ? {} : { hint: t('new.disconnected') }),
        }))}
      />
      <SelectField
        form={form}
        name="queueId"
        label={labels.queueId}
        placeholder={t('new.choose')}
        help={queues.data && allowed.length === 0 ? t('new.noOwnQueue') : undefined}
        choices={allowed.map((queue) => ({
          value: queue.id,
          label: queue.name,
          mark: <ColourDot colour={queue.color} />,
        }))}
      />
    </FormDialog>
  )
})

function ConflictNotice({ conflict, onOpen }: { conflict: Conflict; onOpen(): void }) {
  const t = useT('attendance')
  return (
    <Alert
      role="alert"
      color="warning"
      variant="soft"
      endDecorator={
        <Button size="sm" variant="solid" color="warning" onClick={onOpen}>
          {t('new.openIt', { id: conflict.id })}
        </Button>
      }
    >
      {t(`conflict.${conflict.reason}`, { user: conflict.userName ?? '–', queue: conflict.queueName ?? '–' })}
    </Alert>
  )
}
