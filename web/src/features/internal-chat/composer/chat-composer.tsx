import Box from '@mui/joy/Box'
import { type ChatMember, type ChatMessage, MAX_BODY } from '@recado/core/modules/internal-chat/contract'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { AttachButton, SendButton } from '../../../chat-ui/composer-buttons.tsx'
import { ComposerNote } from '../../../chat-ui/composer-note.tsx'
import { isSendKey, MentionField } from '../../../chat-ui/mention-field.tsx'
import { MentionList } from '../../../chat-ui/mention-list.tsx'
import { composerFrame } from '../../../chat-ui/styles.ts'
import { useMention } from '../../../chat-ui/use-mention.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ChatQuote } from '../conversation/chat-quote.tsx'
import type { ChatKey } from '../place.ts'
import { drafts } from '../state/drafts.ts'
import { editMessage } from '../state/message-actions.ts'
import { sendMessage } from '../state/outbox.ts'
import { forgetTyping, stopTyping, tellTyping } from '../state/typing-signal.ts'
import { FileTray } from './file-tray.tsx'
import { takeFiles } from './take-files.ts'

/** Signs from which on it is told how many are left. */
const FEW_LEFT = 200

interface ChatComposerProps {
  chatKey: ChatKey
  me: number
  members: readonly ChatMember[]
  /** The own message being changed. */
  editing: ChatMessage | null
  onEditing(message: ChatMessage | null): void
}

/** Where one writes. What was typed stays with its conversation until it is sent. */
export const ChatComposer = observer(({ chatKey, me, members, editing, onEditing }: ChatComposerProps) => {
  const t = useT('internalChat')
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [editText, setEditText] = useState('')
  const draft = drafts.of(chatKey)
  const text = editing ? editText : draft.text
  const left = MAX_BODY - text.length
  const hasSomething = text.trim() !== '' || (editing ? editing.media !== null : draft.files.length > 0)
  const canSend = hasSomething && left >= 0
  const change = (next: string) => {
    if (editing) setEditText(next)
    else drafts.patch(chatKey, { text: next })
    if (next !== '' && !editing) tellTyping(chatKey)
  }
  const others = chatKey.startsWith('g') ? members.filter(({ userId, isActive }) => isActive && userId !== me) : []
  const mention = useMention({ field, text, people: others.map(asMentionable), onText: change })

  // before the field is painted, so that what one types at once goes into it
  useLayoutEffect(() => {
    if (editing) setEditText(editing.body)
    field.current?.focus()
  }, [editing])
  const replyTo = draft.replyTo?.id
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])
  useEffect(() => stopTyping, [])

  const submit = () => {
    if (!canSend) return
    mention.close()
    if (editing) {
      onEditing(null)
      void editMessage(chatKey, editing, text.trim())
      return
    }
    const { files, replyTo: answered } = drafts.take(chatKey)
    forgetTyping()
    const quoted = answered && quotedOf(answered)
    // the text goes with the last file
    files.slice(0, -1).forEach((file) => {
      sendMessage(chatKey, { body: '', file, replyTo: null })
    })
    sendMessage(chatKey, { body: text.trim(), file: files.at(-1) ?? null, replyTo: quoted })
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mention.onKey(event)) return
    if (event.key === 'Escape' && (editing || draft.replyTo)) {
      event.preventDefault()
      if (editing) onEditing(null)
      else drafts.patch(chatKey, { replyTo: null })
      return
    }
    if (!isSendKey(event)) return
    event.preventDefault()
    submit()
  }
  const note = editing ?? draft.replyTo
  return (
    <Box component="form" aria-label={t('composer.label')} sx={styles} onSubmit={(event) => event.preventDefault()}>
      <MentionList id={listId} mention={mention} />
      {note && (
        <ComposerNote
          kind={editing ? 'edit' : 'reply'}
          onCancel={() => (editing ? onEditing(null) : drafts.patch(chatKey, { replyTo: null }))}
        >
          <ChatQuote message={quotedOf(note)} me={me} />
        </ComposerNote>
      )}
      {!editing && (
        <FileTray
          files={draft.files}
          onRemove={(file) => drafts.patch(chatKey, { files: draft.files.filter((other) => other !== file) })}
        />
      )}
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
        {!editing && (
          <AttachButton
            onFiles={(files) => {
              takeFiles(chatKey, files)
              field.current?.focus()
            }}
          />
        )}
        <MentionField
          field={field}
          listId={listId}
          value={text}
          mention={mention}
          label={t('composer.field')}
          placeholder={t('composer.placeholder')}
          minRows={1}
          onText={change}
          onKeyDown={onKeyDown}
          onFiles={editing ? null : (files) => takeFiles(chatKey, files)}
          sx={fieldStyles}
        />
        {left < FEW_LEFT && (
          <Box
            role="status"
            className="tabular"
            sx={{ alignSelf: 'center', fontSize: 'xs', color: left < 0 ? 'danger.plainColor' : 'text.tertiary' }}
          >
            {left}
          </Box>
        )}
        <SendButton isEditing={editing !== null} disabled={!canSend} onSend={submit} />
      </Box>
    </Box>
  )
})

const asMentionable = ({ userId, name, profilePicUrl }: ChatMember) => ({ key: String(userId), name, profilePicUrl })

const quotedOf = ({ id, seq, fromUserId, fromName, body, media, isDeleted }: ChatMessage) => ({
  id,
  seq,
  fromUserId,
  fromName,
  body: body.slice(0, 200),
  mimeType: media?.mimeType ?? null,
  isDeleted,
})

const styles = { position: 'relative', ...composerFrame }
const fieldStyles = { flex: 1, alignSelf: 'center' }
