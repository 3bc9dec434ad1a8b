import Box from '@mui/joy/Box'
import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { Check, CheckCheck } from 'lucide-react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { tip } from '../../../ui/tips.ts'
import { useChatSetting } from './chat-context.ts'

/** Whether, and in groups by whom, an own message was read. */
export function ReadMark({ message }: { message: ChatMessage }) {
  const t = useT('internalChat')
  const { members, me } = useChatSetting()
  const others = members.filter(({ userId }) => userId !== me)
  const readers = others.filter(({ readSeq }) => readSeq >= message.seq)
  const isRead = message.isRead ?? (others.length > 0 && readers.length === others.length)
  const names = readers.map(({ name }) => name)
  const shown = names.length > 8 ? [...names.slice(0, 8), '…'] : names
  const label =
    message.groupId === null || readers.length === 0
      ? t(isRead ? 'message.read' : 'message.sent')
      : isRead
        ? t('message.readByAll')
        : t('message.readBy', { names: shown.join(', ') })
  const Icon = isRead || readers.length > 0 ? CheckCheck : Check
  return (
    <Box component="span" role="img" aria-label={label} sx={{ display: 'inline-flex' }} {...tip(label, 'top')}>
      <Box component={Icon} size={15} aria-hidden sx={{ color: isRead ? 'primary.plainColor' : 'text.secondary' }} />
    </Box>
  )
}
