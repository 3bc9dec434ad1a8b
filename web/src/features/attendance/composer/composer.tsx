import Box from '@mui/joy/Box'
import type { ChannelFeatures } from '@recado/sdk'
import { observer } from 'mobx-react-lite'
import {
  type ClipboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ComposerNote } from '../../../chat-ui/composer-note.tsx'
import { MentionList, optionId as personId } from '../../../chat-ui/mention-list.tsx'
import { composerFrame } from '../../../chat-ui/styles.ts'
import { useMention } from '../../../chat-ui/use-mention.ts'
import type { Conversation } from '../../../entities/conversation.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { editMessage } from '../conversation/message-actions.ts'
import { Quote } from '../conversation/quote.tsx'
import { NoteButton } from '../notes/note-button.tsx'
import { QuickButton } from '../quick/quick-button.tsx'
import { QuickMenu } from '../quick/quick-menu.tsx'
import { optionId, useQuick } from '../quick/use-quick.ts'
import { lastUndoable, undoSend } from '../sending/undo.ts'
import { options } from '../state/options.ts'
import { MoreMenu } from '../structured/more-menu.tsx'
import { beginAnswer, forgetAnswer } from './answer-guard.ts'
import { AttachmentTray } from './attachment-tray.tsx'
import { attachments } from './attachments.ts'
import { CommentSwitch } from './comment-switch.tsx'
import { ComposerField } from './composer-field.tsx'
import { ComposerTools } from './composer-tools.tsx'
import { drafts } from './drafts.ts'
import { namedIn, namesSomebody, useGroupMembers } from './group-mentions.ts'
import { fitFile, roomLeft } from './limits.ts'
import { RivalDialog } from './rival-dialog.tsx'
import { sendAll, sendVoice } from './send.ts'
import { unsigned } from './signature.ts'
import { stopTyping, tellTyping } from './typing-signal.ts'
import { useAnswerGuard } from './use-answer-guard.ts'
import { useAttach } from './use-attach.ts'
import { VoiceBar } from './voice-bar.tsx'

export interface ComposerHandle {
  focus(): void
  attach(files: Iterable<File>): void
}

interface ComposerProps {
  ticket: LiveTicket
  conversation: Conversation
  features: ChannelFeatures | null
  contactName: string
  /** Id of the own message being changed. */
  editing: string | null
  onEditing(id: string | null): void
  /** The company wants the agent's name above every message. */
  mustSign: boolean
  handle: { current: ComposerHandle | null }
}

/** Where one writes: text, files, voice. What was typed stays with its ticket until it is sent. */
export const Composer = observer((props: ComposerProps) => {
  const { ticket, conversation, features, contactName, editing, onEditing, mustSign, handle } = props
  const t = useT('attendance')
  const field = useRef<HTMLTextAreaElement>(null)
  const [isRecording, setRecording] = useState(false)
  const [editText, setEditText] = useState('')
  /** A draft that was found here asks for nothing. */
  const [isTyped, setTyped] = useState(false)
  const attach = useAttach(ticket.id, features)
  const draft = drafts.get(ticket.id)
  const edited = editing ? conversation.get(editing) : undefined
  const text = edited ? editText : (draft?.text ?? '')
  const replied = !edited && draft?.replyTo ? conversation.get(draft.replyTo) : undefined
  const signature = mustSign || options.sign.get() ? (session.user?.username ?? null) : null
  const left = roomLeft(text, features)
  const canSend = (text.trim() !== '' || attachments.of(ticket.id).length > 0) && (left ?? 0) >= 0

  const guard = useAnswerGuard(conversation)
  const isBegun = !edited && text !== '' && conversation.state === 'ready'
  const tellBegun = useEffectEvent(() => beginAnswer(ticket.id, conversation))
  useEffect(() => {
    if (isBegun) tellBegun()
    else forgetAnswer(ticket.id)
  }, [isBegun, ticket.id])

  const begin = useEffectEvent(() => {
    if (edited)
      setEditText(
        unsigned(edited.edited ?? (edited.content.type === 'media' ? (edited.content.text ?? '') : edited.body)),
      )
  })
  // before the field is painted, so that what one types at once goes into it
  useLayoutEffect(() => {
    if (editing) begin()
    const element = field.current
    element?.focus()
    // a draft is gone on with
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [editing])
  const attachLatest = useEffectEvent(attach)
  useEffect(() => {
    handle.current = { focus: () => field.current?.focus(), attach: (files) => attachLatest(files) }
    return () => {
      handle.current = null
      stopTyping()
    }
  }, [handle])

  useEffect(() => () => drafts.leave(ticket.id), [ticket.id])

  const change = (next: string) => {
    setTyped(true)
    if (edited) setEditText(next)
    else drafts.set(ticket.id, { text: next })
    if (next !== '') tellTyping(ticket.id)
  }
  const quick = useQuick({
    ticketId: ticket.id,
    text,
    isOn: !edited && isTyped,
    onText: (filled) => {
      change(filled)
      field.current?.focus()
    },
    onFiles: attach,
  })
  const listId = useId()
  const { members, people } = useGroupMembers(ticket, features, !edited && namesSomebody(ticket.id, text))
  const mention = useMention({ field, text, people, onText: change })
  const person = mention.found[mention.active]
  const submit = () => {
    if (!canSend) return
    mention.close()
    if (edited) {
      const own = /^\*[^*\n]{1,80}\*:\r?\n/.exec(edited.edited ?? edited.body)?.[0] ?? ''
      onEditing(null)
      void editMessage(edited, own + text.trim())
    } else {
      guard.guarded((answeredAfter) =>
        sendAll({
          ticketId: ticket.id,
          text,
          replyTo: replied?.id ?? null,
          signature,
          answeredAfter,
          namedIn: (words) => namedIn(words, members),
        }),
      )
    }
    field.current?.focus()
  }
  /** With nothing written to undo, the last message is meant. */
  const undoable = () => {
    const last = text === '' && !edited ? lastUndoable(ticket.id) : undefined
    if (last) void undoSend(last)
    return last !== undefined
  }
  const insert = (emoji: string) => {
    const element = field.current
    const [from, to] = [element?.selectionStart ?? text.length, element?.selectionEnd ?? text.length]
    change(text.slice(0, from) + emoji + text.slice(to))
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(from + emoji.length, from + emoji.length)
    })
  }
  /** Asks for the quick messages; what is written already stays, since only an empty field or a lone `/` can. */
  const askQuick = useStable(() => {
    change('/')
    field.current?.focus()
  })
  const canAskQuick = text.trim() === '' || text === '/'
  const isEditing = edited !== undefined
  const more = useMemo(
    () =>
      !isEditing && (
        <>
          <NoteButton ticketId={ticket.id} />
          <QuickButton onOpen={canAskQuick ? askQuick : null} />
          <MoreMenu ticket={ticket} features={features} />
        </>
      ),
    [isEditing, canAskQuick, ticket, features, askQuick],
  )
  const tools = {
    onEmoji: useStable(insert),
    onFiles: useStable(attach),
    onRecord: useStable(() => setRecording(true)),
    onSend: useStable(submit),
  }
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    attach(files)
  }
  const record = (file: File) => {
    const fit = fitFile(file, features, true)
    if ('kind' in fit) {
      const { kind } = fit
      guard.guarded((answeredAfter) =>
        sendVoice(ticket.id, file, kind, { replyTo: replied?.id ?? null, answeredAfter }),
      )
    } else attach([file])
  }
  return (
    <Box component="form" aria-label={t('composer.label')} sx={styles} onSubmit={(event) => event.preventDefault()}>
      {edited && (
        <ComposerNote kind="edit" onCancel={() => onEditing(null)}>
          <Quote message={edited} contactName={contactName} />
        </ComposerNote>
      )}
      {replied && (
        <ComposerNote kind="reply" onCancel={() => drafts.set(ticket.id, { replyTo: null })}>
          <Quote message={replied} contactName={contactName} />
        </ComposerNote>
      )}
      {!edited && ticket.postId !== null && features?.comments && (
        <CommentSwitch ticketId={ticket.id} comments={features.comments} />
      )}
      {!edited && <AttachmentTray ticketId={ticket.id} features={features} people={people} />}
      {isRecording ? (
        <VoiceBar onSend={record} onClose={() => setRecording(false)} />
      ) : (
        <>
          {quick.isOpen && <QuickMenu quick={quick} ticketId={ticket.id} />}
          <MentionList id={listId} mention={mention} />
          <ComposerField
            field={field}
            value={text}
            placeholder={
              signature && !edited ? t('composer.placeholderSigned', { name: signature }) : t('composer.placeholder')
            }
            onChange={(next, caret) => {
              change(next)
              mention.look(next, caret)
            }}
            onCaret={(now, caret) => {
              if (mention.isOpen) mention.look(now, caret)
            }}
            onBlur={mention.close}
            onSubmit={submit}
            onPaste={paste}
            onEscape={edited ? () => onEditing(null) : undefined}
            onUndo={undoable}
            onListKey={(event) => quick.onKey(event) || mention.onKey(event)}
            list={
              quick.isOpen
                ? { id: quick.id, activeId: quick.rows.length > 0 ? optionId(quick, quick.index) : undefined }
                : person
                  ? { id: listId, activeId: personId(listId, person.key) }
                  : null
            }
          />
          <ComposerTools
            features={features}
            left={left}
            canSend={canSend}
            isEditing={isEditing}
            hasText={canSend}
            more={more}
            {...tools}
          />
        </>
      )}
      {guard.asked && <RivalDialog asked={guard.asked} onClose={guard.close} />}
    </Box>
  )
})

const styles = { position: 'relative', ...composerFrame }
