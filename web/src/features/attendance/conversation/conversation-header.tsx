import Button from '@mui/joy/Button'
import { ArrowLeft, MessageSquareText, PanelRight } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { contacts } from '../../../entities/contacts.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { ActionMenu, type MenuAction } from '../../../ui/action-menu.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { ColourDot } from '../../../ui/colour.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { ChannelIcon } from '../channel-icon.tsx'
import type { PrimaryAction } from '../state/ticket-rules.ts'
import { useQueueColours } from '../state/use-queue-colours.ts'
import { Viewers } from './viewers.tsx'

interface ConversationHeaderProps {
  ticket: LiveTicket
  primary: PrimaryAction | null
  menu: (MenuAction | false)[]
  onPrimary(): void
  /** Back to the list, where only one pane fits. */
  onBack?: (() => void) | undefined
  sideOpen: boolean
  onSide(): void
}

/** Whose conversation this is, through what, in whose hands, and the one thing to do next. */
export const ConversationHeader = observer((props: ConversationHeaderProps) => {
  const { ticket, primary, menu, onPrimary, onBack, sideOpen, onSide } = props
  const t = useT('attendance')
  const colours = useQueueColours()
  const name = contacts.get(ticket.contactId)?.name ?? ticket.name
  const agent = ticket.userId === session.user?.userId ? t('row.mine') : ticket.username
  return (
    <header className="conversation-head">
      {onBack && (
        <ToolButton label={t('actions.back')} onClick={onBack}>
          <ArrowLeft size={20} />
        </ToolButton>
      )}
      <span className="conversation-face">
        <Avatar name={name} src={ticket.profilePicUrl} size={36} />
      </span>
      <div className="conversation-who">
        <h1 dir="auto" tabIndex={-1} id="conversation-title">
          {name}
        </h1>
        <div className="conversation-facts">
          <span className="fact">
            <ChannelIcon type={ticket.whatsapp.type} />
            <span className="name channel">{ticket.whatsapp.name}</span>
          </span>
          {ticket.postId !== null && (
            <span className="fact">
              <MessageSquareText size={13} aria-hidden />
              <span className="name">{t('comment.ticket')}</span>
            </span>
          )}
          <span className="fact">
            <ColourDot colour={colours.get(ticket.queueId ?? 0) ?? ''} size={8} />
            <span className="name">{ticket.queue ?? t('header.noQueue')}</span>
          </span>
          <span className="fact">
            <span className="name">{agent ? `@${agent}` : t('header.noAgent')}</span>
          </span>
          <span className="fact protocol tabular">
            {ticket.protocol}
            <CopyButton text={ticket.protocol} label={t('header.copyProtocol')} />
          </span>
          <Viewers ticketId={ticket.id} />
        </div>
      </div>
      {primary && (
        <Button
          variant={primary === 'accept' ? 'solid' : 'soft'}
          color={primary === 'resolve' ? 'success' : 'primary'}
          onClick={onPrimary}
        >
          {t(`actions.${primary}`)}
        </Button>
      )}
      <ActionMenu label={t('actions.more')} actions={menu} />
      <ToolButton
        label={t('side.toggle')}
        hint={sideOpen ? t('side.close') : t('side.open')}
        look={sideOpen ? 'soft' : 'plain'}
        aria-pressed={sideOpen}
        className="side-toggle"
        onClick={onSide}
      >
        <PanelRight size={18} />
      </ToolButton>
    </header>
  )
})
