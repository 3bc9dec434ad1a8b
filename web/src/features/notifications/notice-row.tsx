import Box from '@mui/joy/Box'
import ListItem from '@mui/joy/ListItem'
import ListItemButton from '@mui/joy/ListItemButton'
import Typography from '@mui/joy/Typography'
import type { NoticeEvent, Notification } from '@recado/core/modules/notifications/contract'
import { ArrowRightLeft, AtSign, Check, ListTodo, type LucideIcon, MessageCircle, TriangleAlert } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'

const ICONS: Record<NoticeEvent, LucideIcon> = {
  message: MessageCircle,
  transfer: ArrowRightLeft,
  mention: AtSign,
  task: ListTodo,
  trouble: TriangleAlert,
}

interface NoticeRowProps {
  notice: Notification
  onOpen(): void
  onRead(): void
}

/** One notice: bold with a dot until it is read. */
export function NoticeRow({ notice, onOpen, onRead }: NoticeRowProps) {
  const t = useT('notifications')
  const { event, title, body, createdAt } = notice
  const Icon = ICONS[event]
  const isUnread = notice.readAt === null
  return (
    <ListItem
      sx={{ borderBottom: '1px solid', borderColor: 'divider' }}
      endAction={
        isUnread && (
          <ToolButton label={t('readNamed', { title })} hint={t('read')} onClick={onRead}>
            <Check size={16} />
          </ToolButton>
        )
      }
    >
      <ListItemButton onClick={onOpen} sx={{ alignItems: 'flex-start', gap: 3, py: 3, pl: 4, pr: 10 }}>
        <Box sx={{ lineHeight: 0, pt: 0.5, color: event === 'trouble' ? 'danger.plainColor' : 'text.tertiary' }}>
          <Icon size={18} aria-hidden />
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography
            level="body-sm"
            textColor="text.primary"
            sx={{ fontWeight: isUnread ? 600 : 400, overflowWrap: 'anywhere' }}
          >
            {title}
            {isUnread && <span className="visually-hidden">{t('unreadMark')}</span>}
          </Typography>
          {body && (
            <Typography level="body-sm" sx={{ overflowWrap: 'anywhere' }}>
              {body}
            </Typography>
          )}
          <Typography level="body-xs" sx={{ mt: 0.5 }}>
            <TimeAgo at={createdAt} />
          </Typography>
        </Box>
        {isUnread && (
          <Box aria-hidden sx={{ width: 8, height: 8, mt: 1.5, borderRadius: '50%', bgcolor: 'primary.solidBg' }} />
        )}
      </ListItemButton>
    </ListItem>
  )
}
