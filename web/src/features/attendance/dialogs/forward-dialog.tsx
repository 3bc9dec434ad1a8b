import Box from '@mui/joy/Box'
import Checkbox from '@mui/joy/Checkbox'
import List from '@mui/joy/List'
import ListItem from '@mui/joy/ListItem'
import { messagesContract } from '@recado/core/modules/messages/contract'
import { useState } from 'react'
import { Type } from 'typebox'
import type { Conversation } from '../../../entities/conversation.ts'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toasts.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { PickChip } from '../../../ui/form/pick-chip.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { lineOf } from '../content/line-of.ts'
import { messageRights } from '../conversation/message-rights.ts'
import { ContactPick } from './contact-pick.tsx'

/** Spec §5. */
const MAX_CONTACTS = 5
const MAX_MESSAGES = 10
/** Messages around the chosen one that may go along. */
const OFFERED = 30

interface Values {
  contacts: { id: number; name: string }[]
  messages: string[]
}

const schema = Type.Object({})
const required = { rule: 'required', params: {} } as const

interface ForwardDialogProps {
  conversation: Conversation
  /** Where it was opened. */
  first: string
  onClose(): void
}

/** Sends copies of messages to other contacts. */
export function ForwardDialog({ conversation, first, onClose }: ForwardDialogProps) {
  const t = useT('attendance')
  const [picks, setPicks] = useState(0)
  const form = useForm<Values>({
    schema,
    initial: { contacts: [], messages: [first] },
    check: ({ contacts, messages }): Problems => ({
      ...(contacts.length === 0 ? { contacts: required } : {}),
      ...(messages.length === 0 ? { messages: required } : {}),
    }),
    save: async ({ contacts, messages }) => {
      // in the order in which they were written
      const ids = offered.map(({ id }) => id).filter((id) => messages.includes(id))
      const body = { messages: ids, contacts: contacts.map(({ id }) => id) }
      await call(messagesContract.routes.forward, { body })
      toast.success(t('forward.done', { count: contacts.length }))
    },
  })
  const { contacts, messages } = form.values
  const offered = around(conversation, first)
  const toggle = (id: string) =>
    form.set('messages', messages.includes(id) ? messages.filter((one) => one !== id) : [...messages, id])
  return (
    <FormDialog
      title={t('forward.title')}
      text={t('forward.text')}
      form={form}
      labels={{ contacts: t('forward.contacts'), messages: t('forward.messages') }}
      onClose={onClose}
      submitLabel={t('forward.submit')}
      width={520}
    >
      <FieldFrame
        label={t('forward.contacts')}
        help={t('forward.contactsHelp', { count: MAX_CONTACTS })}
        problem={form.problems.contacts}
        name="contacts"
      >
        {({ id, describedBy }) => (
          <>
            {contacts.length > 0 && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
                {contacts.map((contact) => (
                  <PickChip
                    key={contact.id}
                    label={contact.name}
                    disabled={form.saving}
                    onDelete={() =>
                      form.set(
                        'contacts',
                        contacts.filter((one) => one.id !== contact.id),
                      )
                    }
                  />
                ))}
              </Box>
            )}
            {contacts.length < MAX_CONTACTS && (
              <ContactPick
                // empty again for the next one
                key={picks}
                id={id}
                describedBy={describedBy}
                onChange={(_, contact) => {
                  if (!contact) return
                  setPicks(picks + 1)
                  if (contacts.every((one) => one.id !== contact.id)) form.set('contacts', [...contacts, contact])
                }}
              />
            )}
          </>
        )}
      </FieldFrame>
      <FieldFrame
        label={t('forward.messages')}
        help={t('forward.messagesHelp', { count: MAX_MESSAGES })}
        problem={form.problems.messages}
        name="messages"
        group
      >
        {() => (
          <List
            size="sm"
            sx={{ maxHeight: 260, overflow: 'auto', border: '1px solid', borderColor: 'divider', borderRadius: 6 }}
          >
            {offered.map((message) => (
              <ListItem key={message.id}>
                <Checkbox
                  checked={messages.includes(message.id)}
                  disabled={!messages.includes(message.id) && messages.length >= MAX_MESSAGES}
                  onChange={() => toggle(message.id)}
                  label={
                    <>
                      {lineOf(message)}
                      <Box component="span" sx={{ ml: 2, fontSize: 'xs', color: 'text.tertiary' }}>
                        {formatDateTime(message.timestamp)}
                      </Box>
                    </>
                  }
                  sx={{ '& label': { overflowWrap: 'anywhere' } }}
                />
              </ListItem>
            ))}
          </List>
        )}
      </FieldFrame>
    </FormDialog>
  )
}

function around(conversation: Conversation, first: string) {
  const me = session.user ?? { userId: 0, profile: 'user' }
  const all = conversation.entries.flatMap(({ id }) => {
    const message = conversation.get(id)
    return message && messageRights(message, null, me, false, Date.now()).forward ? [message] : []
  })
  const at = all.findIndex(({ id }) => id === first)
  return all.slice(Math.max(0, at - OFFERED / 2), at + OFFERED / 2)
}
