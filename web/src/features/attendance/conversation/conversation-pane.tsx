import { PanelRight, Search } from 'lucide-react'
import { runInAction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { backToMessage } from '../../../chat-ui/message-controls.ts'
import { channels } from '../../../entities/channels.ts'
import { contacts } from '../../../entities/contacts.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { useShortcuts } from '../../../lib/shortcuts/registry.ts'
import { useTenantSettings } from '../../../lib/tenant-settings.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useNow } from '../../../ui/time-ago.tsx'
import { WritingPlace } from '../../../ui/writing-place.tsx'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import { ComposerGate, ComposerWarnings } from '../composer/composer-gate.tsx'
import { drafts } from '../composer/drafts.ts'
import { outsideWindow } from '../composer/outside-window.ts'
import { blockOf, closingSoon } from '../composer/sendability.ts'
import { ForwardDialog } from '../dialogs/forward-dialog.tsx'
import { TicketDialogs } from '../dialogs/ticket-dialogs.tsx'
import { FindBar } from '../find/find-bar.tsx'
import { NoteButton } from '../notes/note-button.tsx'
import { NoteComposer } from '../notes/note-composer.tsx'
import { noteMode } from '../notes/note-mode.ts'
import { lastUndoable, undoSend } from '../sending/undo.ts'
import { useTicketCommands } from '../state/use-ticket-commands.ts'
import { TemplateButton } from '../structured/template-button.tsx'
import { Announcer } from './announcer.tsx'
import { BubbleProvider } from './bubble-context.ts'
import { ConversationBody } from './conversation-body.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { DropArea } from './drop-area.tsx'
import { removeMessage } from './message-actions.ts'
import { TicketNotes } from './ticket-notes.tsx'
import { useConversation } from './use-conversation.ts'
import type { Jump } from './use-jump.ts'
import { useWindow } from './use-window.ts'

interface ConversationPaneProps {
  ticket: LiveTicket
  onBack?: (() => void) | undefined
  /** The ticket was accepted, returned or resolved here. */
  onMoved(ticketId: number, to: 'open' | 'pending' | 'closed' | 'gone'): void
  sideOpen: boolean
  onSide(): void
}

/** One ticket: head, history, and where to write. */
export const ConversationPane = observer(({ ticket, onBack, onMoved, sideOpen, onSide }: ConversationPaneProps) => {
  const t = useT('attendance')
  const settings = useTenantSettings()
  const now = useNow()
  const channel = channels.get(ticket.whatsappId)
  const features = channel?.features ?? null
  const commands = useTicketCommands(ticket, settings, features, onMoved)
  const { rights } = commands
  const conversation = useConversation(ticket.id, rights.canPeek)
  // below a post one may always write
  const window = useWindow(ticket, ticket.postId === null ? features?.windowHours : undefined)
  const reason = blockOf(ticket, window, now)
  const isOutside = reason === 'window' && outsideWindow.has(ticket.id)
  const block = isOutside ? null : reason
  const contactName = contacts.get(ticket.contactId)?.name ?? ticket.name
  const composer = useRef<ComposerHandle | null>(null)
  const jumper = useRef<Jump | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [forwarding, setForwarding] = useState<string | null>(null)
  const [isFinding, setFinding] = useState(false)
  const [removing, setRemoving] = useState<string | null>(null)
  const mustSign = session.user?.profile !== 'admin' && settings.allowDisableSignature === 'disabled'

  const undoLast = () => {
    const last = lastUndoable(ticket.id)
    if (last) void undoSend(last)
  }
  useShortcuts(t('keys.conversation'), [
    ...(block === null ? [{ keys: 'r', label: t('keys.write'), run: () => composer.current?.focus() }] : []),
    ...(rights.canPeek ? [{ keys: 'mod+f', label: t('find.inTicket'), run: () => setFinding(true) }] : []),
    { keys: 'i', label: t('side.toggle'), run: onSide },
    { keys: 'shift+z', label: t('undo.key'), run: undoLast },
  ])
  const focusStart = useEffectEvent(() => {
    // Fingers would get a keyboard that they did not ask for.
    const isFine = matchMedia('(pointer: fine)').matches
    if (isFine && composer.current) composer.current.focus()
    else document.getElementById('conversation-title')?.focus()
  })
  useEffect(() => {
    if (!isFinding) focusStart()
  }, [isFinding])

  const isNoting = noteMode.isOn(ticket.id)
  const canWrite = block === null && !isNoting
  const setting = useMemo(
    () => ({
      contactName,
      isGroup: ticket.isGroup,
      features,
      canWrite,
      onReply: (id: string) => {
        setEditing(null)
        drafts.set(ticket.id, { replyTo: id })
        composer.current?.focus()
      },
      onEdit: setEditing,
      onRemove: setRemoving,
      onForward: setForwarding,
      onJump: (id: string, seq?: number) => jumper.current?.(id, seq),
    }),
    [contactName, ticket.isGroup, ticket.id, features, canWrite],
  )
  const findAction = rights.canPeek && {
    id: 'find',
    label: t('find.inTicket'),
    icon: Search,
    keys: 'mod+f',
    run: () => setFinding(true),
  }
  const sideAction = {
    id: 'side',
    label: sideOpen ? t('side.close') : t('side.open'),
    icon: PanelRight,
    keys: 'i',
    run: onSide,
  }
  const removed = removing ? conversation.get(removing) : undefined
  const isConnected = channel === undefined || channel.state === 'connected'
  return (
    <section className="conversation" aria-label={t('conversation.label', { name: contactName })}>
      <ConversationHeader
        ticket={ticket}
        primary={rights.primary}
        menu={[...commands.menu.slice(0, -1), findAction, sideAction, ...commands.menu.slice(-1)]}
        onPrimary={commands.runPrimary}
        onBack={onBack}
        sideOpen={sideOpen}
        onSide={onSide}
      />
      <TicketNotes ticket={ticket} onWake={commands.wake} />
      {isFinding && <FindBar ticketId={ticket.id} jumper={jumper} onClose={() => setFinding(false)} />}
      <BubbleProvider value={setting}>
        <DropArea onFiles={canWrite ? (files) => composer.current?.attach(files) : null}>
          <ConversationBody ticket={ticket} conversation={conversation} canPeek={rights.canPeek} jumper={jumper} />
          <WritingPlace>
            {isNoting ? (
              <NoteComposer ticketId={ticket.id} />
            ) : block ? (
              <ComposerGate
                block={block}
                primary={rights.primary}
                onPrimary={commands.runPrimary}
                note={<NoteButton ticketId={ticket.id} />}
                onContinue={() => runInAction(() => outsideWindow.add(ticket.id))}
                template={features?.template ? <TemplateButton ticket={ticket} /> : null}
              />
            ) : (
              <>
                <ComposerWarnings
                  isConnected={isConnected}
                  channel={ticket.whatsapp.name}
                  windowEnd={closingSoon(window, now)}
                  isOutside={isOutside}
                />
                <Composer
                  ticket={ticket}
                  conversation={conversation}
                  features={features}
                  contactName={contactName}
                  editing={editing}
                  onEditing={setEditing}
                  mustSign={mustSign}
                  handle={composer}
                />
              </>
            )}
          </WritingPlace>
        </DropArea>
      </BubbleProvider>
      <Announcer conversation={conversation} name={contactName} />
      <TicketDialogs ticket={ticket} open={commands.dialog} onClose={commands.closeDialog} onMoved={onMoved} />
      {forwarding && (
        <ForwardDialog
          conversation={conversation}
          first={forwarding}
          onClose={() => {
            setForwarding(null)
            backToMessage(forwarding)
          }}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={t('message.removeTitle')}
          text={t('message.removeText')}
          confirmLabel={t('message.remove')}
          tone="danger"
          onConfirm={() => removeMessage(removed)}
          onClose={() => {
            setRemoving(null)
            backToMessage(removed.id)
          }}
        />
      )}
    </section>
  )
})
