import Box from '@mui/joy/Box'
import Dropdown from '@mui/joy/Dropdown'
import Menu from '@mui/joy/Menu'
import MenuButton from '@mui/joy/MenuButton'
import MenuItem from '@mui/joy/MenuItem'
import { Copy, Forward, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { bubbleTools } from '../../../chat-ui/styles.ts'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toasts.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'
import { MenuTool, ToolButton } from '../../../ui/tool-button.tsx'
import { textOf } from '../content/line-of.ts'
import { useBubbleSetting } from './bubble-context.ts'
import { reactTo } from './message-actions.ts'
import { messageRights, reactionChoices } from './message-rights.ts'

/** What can be done with a message; shown beside it while it is pointed at or focused. */
export function BubbleTools({ message }: { message: LiveMessage }) {
  const t = useT('attendance')
  const ui = useT('ui')
  const { features, canWrite, onReply, onEdit, onRemove, onForward } = useBubbleSetting()
  const me = session.user
  if (!me || message.local) return null
  const may = messageRights(message, features, me, canWrite, Date.now())
  const copy = () => {
    navigator.clipboard.writeText(textOf(message)).then(
      () => toast.success(ui('copied')),
      () => toast.warning(ui('copyFailed')),
    )
  }
  return (
    <Box sx={bubbleTools}>
      {may.react && (
        <Dropdown>
          <MenuButton slots={{ root: MenuTool }} aria-label={t('message.react')}>
            <SmilePlus size={16} />
          </MenuButton>
          <Menu size="sm" placement="top" sx={{ display: 'flex', flexDirection: 'row', minWidth: 0, p: 1 }}>
            {reactionChoices(features).map((emoji) => (
              <MenuItem
                key={emoji}
                aria-label={emoji}
                onClick={() => void reactTo(message, emoji)}
                sx={{ fontSize: 'lg', px: 2 }}
              >
                {emoji}
              </MenuItem>
            ))}
          </Menu>
        </Dropdown>
      )}
      {may.reply && (
        <ToolButton label={t('message.reply')} side="top" onClick={() => onReply(message.id)}>
          <Reply size={16} />
        </ToolButton>
      )}
      <ActionMenu
        label={t('message.actions')}
        actions={[
          !message.isDeleted && !message.isWithheld && { id: 'copy', label: ui('copy'), icon: Copy, run: copy },
          may.forward && {
            id: 'forward',
            label: t('message.forward'),
            icon: Forward,
            run: () => onForward(message.id),
          },
          may.edit && { id: 'edit', label: t('message.edit'), icon: Pencil, run: () => onEdit(message.id) },
          may.remove && {
            id: 'remove',
            label: t('message.remove'),
            icon: Trash2,
            tone: 'danger',
            apart: true,
            run: () => onRemove(message.id),
          },
        ]}
      />
    </Box>
  )
}
