import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Tooltip from '@mui/joy/Tooltip'
import { ArrowLeft, MessageSquareText, PanelRight } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { contacts } from '../../../entities/contacts.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { ActionMenu, type MenuAction } from '../../../ui/action-menu.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { ColourDot } from '../../../ui/colour.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
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
    <Box component="header" sx={styles}>
      {onBack && (
        <IconButton aria-label={t('actions.back')} onClick={onBack}>
          <ArrowLeft size={20} />
        </IconButton>
      )}
      <Box sx={{ '@container (max-width: 400px)': { display: 'none' } }}>
        <Avatar name={name} src={ticket.profilePicUrl} size={36} />
      </Box>
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        <Box component="h1" dir="auto" tabIndex={-1} id="conversation-title" sx={titleStyles}>
          {name}
        </Box>
        <Box sx={factsStyles}>
          <Fact>
            <ChannelIcon type={ticket.whatsapp.type} />
            <span className="name channel">{ticket.whatsapp.name}</span>
          </Fact>
          {ticket.postId !== null && (
            <Fact>
              <MessageSquareText size={13} aria-hidden />
              {t('comment.ticket')}
            </Fact>
          )}
          <Fact>
            <ColourDot colour={colours.get(ticket.queueId ?? 0) ?? ''} size={8} />
            <span className="name">{ticket.queue ?? t('header.noQueue')}</span>
          </Fact>
          <Fact>
            <span className="name">{agent ? `@${agent}` : t('header.noAgent')}</span>
          </Fact>
          <Box
            component="span"
            sx={{ display: 'inline-flex', alignItems: 'center', '@container (max-width: 760px)': { display: 'none' } }}
            className="tabular"
          >
            {ticket.protocol}
            <CopyButton text={ticket.protocol} label={t('header.copyProtocol')} />
          </Box>
          <Viewers ticketId={ticket.id} />
        </Box>
      </Box>
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
      <Tooltip title={sideOpen ? t('side.close') : t('side.open')}>
        <IconButton
          variant={sideOpen ? 'soft' : 'plain'}
          aria-pressed={sideOpen}
          aria-label={t('side.toggle')}
          onClick={onSide}
          sx={{ '@container (max-width: 520px)': { display: 'none' } }}
        >
          <PanelRight size={18} />
        </IconButton>
      </Tooltip>
    </Box>
  )
})

const Fact = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, whiteSpace: 'nowrap' }}
  >
    {children}
  </Box>
)

const styles = {
  containerType: 'inline-size',
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minHeight: 60,
  px: { xs: 2, sm: 4 },
  py: 1.5,
  borderBottom: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.surface',
}
const titleStyles = {
  m: 0,
  fontSize: 'md',
  fontWeight: 650,
  lineHeight: 1.3,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  outline: 'none',
}
const factsStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  // one line, in which each says as much as fits
  '@container (max-width: 520px)': { flexWrap: 'nowrap', overflow: 'hidden' },
  '& .name': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& svg': { flexShrink: 0 },
  // the sign of the channel says enough
  '@container (max-width: 420px)': { '& .channel': { display: 'none' } },
  fontSize: 'xs',
  color: 'text.secondary',
  '& button': { minWidth: 24, minHeight: 24 },
}
