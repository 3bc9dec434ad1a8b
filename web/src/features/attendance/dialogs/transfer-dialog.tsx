import type { TicketUpdate } from '@recado/core/modules/tickets/contract'
import { useMemo } from 'react'
import { Type } from 'typebox'
import { useEverybody } from '../../../entities/everybody.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toasts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ColourDot } from '../../../ui/colour.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { changeTicket } from '../state/ticket-actions.ts'
import { useQueueChoices } from '../state/use-choices.ts'
import type { MovedTo } from '../state/use-ticket-commands.ts'

interface Values {
  queueId: number | null
  userId: number | null
  note: string
}

const schema = Type.Object({ note: Type.Optional(Type.String({ maxLength: 1000 })) })

type Moved = Pick<LiveTicket, 'id' | 'name' | 'queueId' | 'userId'>

interface TransferDialogProps {
  /** One, or several that go the same way. */
  tickets: readonly Moved[]
  onClose(): void
  onMoved?(ticketId: number, to: MovedTo): void
}

/** What all of them have, null where they differ. */
const shared = <Key extends 'queueId' | 'userId'>(tickets: readonly Moved[], key: Key): number | null => {
  const [first] = tickets
  return first && tickets.every((ticket) => ticket[key] === first[key]) ? first[key] : null
}

/** Hands tickets to a queue, or to a person of it. */
export function TransferDialog({ tickets, onClose, onMoved }: TransferDialogProps) {
  const t = useT('attendance')
  const queues = useQueueChoices()
  const users = useEverybody()
  const me = session.user?.userId
  const [single] = tickets.length === 1 ? tickets : []
  const [queueNow, userNow] = [shared(tickets, 'queueId'), shared(tickets, 'userId')]
  const form = useForm<Values>({
    schema,
    initial: { queueId: queueNow, userId: null, note: '' },
    check: ({ queueId, userId }): Problems => {
      if (userId !== null) return {}
      const isSame = queueId === queueNow && (queueId !== null || single !== undefined)
      if (isSame) return { queueId: { rule: 'unchanged', params: {} } }
      return queueId === null ? { queueId: { rule: 'required', params: {} } } : {}
    },
    save: async ({ queueId, userId, note }) => {
      const status = userId === null ? 'pending' : 'open'
      const said = note.trim() ? { note: note.trim() } : {}
      const results = await changeEach(tickets, { isTransference: true, queueId, userId, status, ...said })
      const moved = results.filter((result) => result.status === 'fulfilled')
      const refused = results.find((result) => result.status === 'rejected')
      if (refused && moved.length === 0) throw refused.reason
      const target = users.data?.find(({ id }) => id === userId)?.name ?? moved[0]?.value.queue ?? ''
      const text = single
        ? t('done.transferred', { name: target })
        : t('done.transferredMany', { count: moved.length, name: target })
      toast.success(text, refused ? { detail: t('done.refusedMany', { count: results.length - moved.length }) } : {})
      for (const { value } of moved) onMoved?.(value.id, status)
    },
  })
  const { queueId, userId } = form.values
  // First the queue, then only people of it.
  const people = useMemo(
    () =>
      (users.data ?? [])
        .filter((user) => user.isActive && user.id !== userNow)
        .filter((user) => queueId === null || user.queues.some(({ id }) => id === queueId)),
    [users.data, queueId, userNow],
  )
  const labels = { queueId: t('transfer.queue'), userId: t('transfer.user'), note: t('transfer.noteLabel') }
  return (
    <FormDialog
      title={single ? t('transfer.title', { name: single.name }) : t('transfer.titleMany', { count: tickets.length })}
      text={t('transfer.text')}
      form={form}
      labels={labels}
      onClose={onClose}
      submitLabel={t('transfer.submit')}
      width={440}
    >
      <SelectField
        form={{ ...form, set: (name, value) => form.patch({ userId: null, [name]: value }) }}
        name="queueId"
        label={labels.queueId}
        placeholder={t('transfer.noQueue')}
        choices={(queues.data ?? [])
          .filter((queue) => queue.isActive)
          .map((queue) => ({ value: queue.id, label: queue.name, mark: <ColourDot colour={queue.color} /> }))}
      />
      <SelectField
        form={form}
        name="userId"
        label={labels.userId}
        placeholder={t('transfer.anyone')}
        help={
          people.length === 0 && users.data
            ? t('transfer.nobody')
            : userId === null
              ? t('transfer.queueHelp')
              : t('transfer.userHelp')
        }
        clearable
        optional
        choices={people.map((user) => ({
          value: user.id,
          label: user.id === me ? t('transfer.me', { name: user.name }) : user.name,
          mark: (
            <Avatar
              name={user.name}
              src={user.profilePicUrl}
              size={22}
              presence={user.isOnline ? 'online' : 'offline'}
            />
          ),
        }))}
      />
      <TextField
        form={form}
        name="note"
        label={labels.note}
        help={t('transfer.noteHelp')}
        lines={2}
        maxLength={1000}
        optional
      />
    </FormDialog>
  )
}

/** One after the other: each is a change of its own, and one that is refused keeps no other from going. */
async function changeEach(tickets: readonly Moved[], body: TicketUpdate): Promise<PromiseSettledResult<LiveTicket>[]> {
  const results: PromiseSettledResult<LiveTicket>[] = []
  for (const { id } of tickets) results.push(...(await Promise.allSettled([changeTicket(id, body)])))
  return results
}
