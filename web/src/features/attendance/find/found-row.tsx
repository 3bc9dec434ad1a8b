import Typography from '@mui/joy/Typography'
import type { FoundMessage } from '@recado/core/modules/messages/contract'
import { NavLink } from 'react-router-dom'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { ChannelIcon } from '../channel-icon.tsx'
import { MarkedText } from './marked-text.tsx'
import { wantMessage } from './wanted-message.ts'

interface FoundRowProps {
  message: FoundMessage
  wanted: string
  /** Query of the address, which stays when a ticket opens. */
  search: string
}

/** One found message: whose conversation, who said it, through what and when. Opens the conversation at it. */
export function FoundRow({ message, wanted, search }: FoundRowProps) {
  const t = useT('attendance')
  const { ticketId, contact, sender, fromMe, whatsapp } = message
  const by = sender && (fromMe || sender.name !== contact.name) ? sender.name : null
  return (
    <NavLink
      to={{ pathname: `/atendimento/${ticketId}`, search }}
      className="found-link"
      onClick={() => wantMessage(ticketId, message)}
    >
      <Avatar name={contact.name} src={contact.profilePicUrl} size={34} />
      <div className="found-text">
        <div className="found-head">
          <Typography level="title-sm" noWrap sx={{ flex: 1 }}>
            <bdi>{contact.name}</bdi>
          </Typography>
          <Typography level="body-xs" component="span" sx={{ flexShrink: 0 }}>
            <TimeAgo at={message.createdAt} short />
          </Typography>
        </div>
        <Typography level="body-sm" component="p" className="found-body">
          {by !== null && <span className="found-by">{by}: </span>}
          {message.body === '' ? t('find.noText') : <MarkedText text={message.body} wanted={wanted} />}
        </Typography>
        <Typography level="body-xs" component="div" className="found-foot">
          <ChannelIcon type={whatsapp.type} />
          <span>{whatsapp.name}</span>
          <span>· {t(`status.${message.ticketStatus}`)}</span>
          <span>· #{ticketId}</span>
        </Typography>
      </div>
    </NavLink>
  )
}

/** Of all rows at once. */
export const foundStyles = {
  '& .found-link': {
    display: 'flex',
    gap: 2,
    px: 3,
    py: 2,
    color: 'inherit',
    textDecoration: 'none',
    borderBottom: '1px solid',
    borderColor: 'divider',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 92px',
    outlineOffset: -2,
    '&:hover': { bgcolor: 'background.level1' },
    '&.active': { bgcolor: 'background.level1' },
  },
  '& .found-text': { flex: 1, minWidth: 0 },
  '& .found-head': { display: 'flex', alignItems: 'baseline', gap: '8px' },
  '& .found-by': { fontWeight: 550, color: 'text.secondary' },
  '& .found-body': {
    display: '-webkit-box',
    WebkitLineClamp: 3,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  '& .found-foot': {
    display: 'flex',
    alignItems: 'center',
    gap: '5px',
    pt: 0.5,
    whiteSpace: 'nowrap',
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
} as const
