import Box from '@mui/joy/Box'
import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { Ban } from 'lucide-react'
import { memo, useState } from 'react'
import { NamedText } from '../../../chat-ui/named-text.tsx'
import { formatTime } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { tintOf } from '../../../ui/avatar.tsx'
import { eventText, lineOf } from '../chat-line.ts'
import { BubbleTools } from './bubble-tools.tsx'
import { useChatSetting } from './chat-context.ts'
import { ChatFile } from './chat-file.tsx'
import { ChatQuote } from './chat-quote.tsx'
import { ReadMark } from './read-mark.tsx'

interface ChatBubbleProps {
  message: ChatMessage
  first: boolean
  last: boolean
  /** It was looked for and found. */
  isMarked: boolean
}

/** One message, or a line about what happened to the group. */
export const ChatBubble = memo(({ message, first, last, isMarked }: ChatBubbleProps) => {
  const t = useT('internalChat')
  const { me, onJump } = useChatSetting()
  const [isNear, setNear] = useState(false)
  const isOwn = message.fromUserId === me
  const by = isOwn ? t('you') : message.fromName
  if (message.event) return <Box sx={eventStyles}>{eventText(message.event, by)}</Box>
  const { replyTo } = message
  return (
    <Box
      data-message={message.id}
      tabIndex={-1}
      role="article"
      aria-label={t('message.label', {
        name: by,
        time: formatTime(message.createdAt),
        text: lineOf({ ...message, mimeType: message.media?.mimeType ?? null }),
      })}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setNear(false)
      }}
      sx={{ ...lineStyles, flexDirection: isOwn ? 'row-reverse' : 'row', pt: first ? 3 : 1 }}
    >
      <Box
        className="bubble"
        sx={{
          ...bubbleStyles,
          ...(isOwn ? ownStyles : theirsStyles),
          ...(last ? {} : { borderRadius: 10 }),
          ...(isMarked ? { outline: '2px solid', outlineColor: 'var(--joy-palette-primary-solidBg)' } : {}),
        }}
      >
        {first && !isOwn && message.groupId !== null && <Author name={message.fromName} />}
        {message.isDeleted ? (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 'sm', color: 'text.secondary' }}>
            <Ban size={14} aria-hidden />
            {t('message.deleted')}
          </Box>
        ) : (
          <>
            {replyTo && <ChatQuote message={replyTo} me={me} onJump={() => onJump(replyTo.seq)} />}
            {message.media && (
              <Box sx={{ mb: message.body === '' ? 0 : 1 }}>
                <ChatFile media={message.media} />
              </Box>
            )}
            {message.body !== '' && <NamedText body={message.body} mentions={message.mentions} />}
          </>
        )}
        <Box sx={footStyles} className="tabular">
          {message.editedAt !== null && !message.isDeleted && <span>{t('message.edited')}</span>}
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {isOwn && !message.isDeleted && <ReadMark message={message} />}
        </Box>
      </Box>
      {isNear && !message.isDeleted && <BubbleTools message={message} />}
    </Box>
  )
})

const Author = ({ name }: { name: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5, fontSize: 'xs', fontWeight: 650 }}>
    <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: tintOf(name), flexShrink: 0 }} />
    <bdi>{name}</bdi>
  </Box>
)

export const lineStyles = { display: 'flex', gap: 1, alignItems: 'flex-start', px: { xs: 2, sm: 5 }, outlineOffset: -2 }
export const bubbleStyles = {
  minWidth: 0,
  maxWidth: { xs: '84%', md: '72%' },
  px: 3,
  py: 2,
  borderRadius: 10,
  color: 'text.primary',
}
export const ownStyles = { bgcolor: 'background.ours', borderBottomRightRadius: 3 }
export const footStyles = {
  display: 'flex',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 1,
  mt: 0.5,
  mb: '-2px',
  fontSize: 'xs',
  color: 'text.secondary',
}
const theirsStyles = {
  bgcolor: 'background.surface',
  borderBottomLeftRadius: 3,
  boxShadow: '0 0 0 1px var(--joy-palette-divider)',
}
const eventStyles = {
  px: 5,
  pt: 3,
  fontSize: 'xs',
  textAlign: 'center',
  color: 'text.secondary',
  overflowWrap: 'anywhere',
}
