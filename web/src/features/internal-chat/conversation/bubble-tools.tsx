import Box from '@mui/joy/Box'
import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { mayDelete, mayEdit } from '@recado/core/modules/internal-chat/policy'
import { Copy, Pencil, Reply, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { bubbleTools } from '../../../chat-ui/styles.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { useChatSetting } from './chat-context.ts'

/** What can be done with a message; shown beside it while it is pointed at or focused. */
export function BubbleTools({ message }: { message: ChatMessage }) {
  const t = useT('internalChat')
  const ui = useT('ui')
  const { me, canWrite, onReply, onEdit, onRemove } = useChatSetting()
  const [now] = useState(() => Date.now())
  const about = { kind: message.kind, isDeleted: message.isDeleted, createdAt: Date.parse(message.createdAt) }
  const isOwn = message.fromUserId === me
  const copy = () => {
    navigator.clipboard.writeText(message.body).then(
      () => toast.success(ui('copied')),
      () => toast.warning(ui('copyFailed')),
    )
  }
  return (
    <Box sx={bubbleTools}>
      {canWrite && (
        <ToolButton label={t('message.reply')} side="top" onClick={() => onReply(message)}>
          <Reply size={16} />
        </ToolButton>
      )}
      <ActionMenu
        label={t('message.actions')}
        actions={[
          message.body !== '' && { id: 'copy', label: ui('copy'), icon: Copy, run: copy },
          isOwn &&
            canWrite &&
            mayEdit(about, now) && {
              id: 'edit',
              label: t('message.edit'),
              icon: Pencil,
              run: () => onEdit(message),
            },
          isOwn &&
            mayDelete(about, now) && {
              id: 'remove',
              label: t('message.remove'),
              icon: Trash2,
              tone: 'danger',
              apart: true,
              run: () => onRemove(message),
            },
        ]}
      />
    </Box>
  )
}
