import Box from '@mui/joy/Box'
import { Bot, CalendarClock, Forward } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { Conversation } from '../../../entities/conversation.ts'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ContentView } from '../content/content-view.tsx'
import { lineOf } from '../content/line-of.ts'
import { OriginLine } from '../content/origin-line.tsx'
import { useBubbleSetting } from './bubble-context.ts'
import { BubbleTools } from './bubble-tools.tsx'
import { Delivery, deliveryOf } from './delivery.tsx'
import { Failure } from './failure.tsx'
import { Quote } from './quote.tsx'
import { Reactions } from './reactions.tsx'
import { UndoLine } from './undo-line.tsx'

interface BubbleProps {
  conversation: Conversation
  id: string
  first: boolean
  last: boolean
  /** For a moment, after a jump to it. */
  isMarked: boolean
}

/** One message. It alone is drawn anew when it changes. */
export const Bubble = observer(({ conversation, id, first, last, isMarked }: BubbleProps) => {
  const message = conversation.get(id)
  if (!message) return null
  return <Drawn message={message} first={first} last={last} isMarked={isMarked} />
})

function Drawn({
  message,
  first,
  last,
  isMarked,
}: { message: LiveMessage } & Omit<BubbleProps, 'conversation' | 'id'>) {
  const t = useT('attendance')
  const setting = useBubbleSetting()
  const [isNear, setNear] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { fromMe } = message
  const author = authorOf(message, setting.contactName)
  const quoted = message.quotedMsg
  // A menu that was opened from here keeps its tools until it is closed.
  const leave = () => setNear(box.current?.querySelector('[aria-expanded="true"]') !== null)
  return (
    <Box
      ref={box}
      role="article"
      tabIndex={-1}
      data-message={message.id}
      aria-label={t('message.label', {
        author: fromMe ? author || t('message.us') : author || setting.contactName,
        at: formatDateTime(message.timestamp),
        text: lineOf(message),
        state: fromMe ? t(`delivery.${deliveryOf(message)}`) : '',
      })}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={leave}
      onFocus={() => setNear(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave()
      }}
      sx={{
        px: { xs: 3, sm: 5 },
        pt: first ? 2.5 : 0.75,
        pb: last ? 0.5 : 0,
        outline: 'none',
        transition: 'background-color 150ms',
        ...(isMarked ? { bgcolor: 'primary.softBg' } : {}),
        '&:focus-visible > div > .bubble': { outline: '2px solid var(--joy-palette-focusVisible)', outlineOffset: 1 },
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: fromMe ? 'row-reverse' : 'row', gap: 1.5 }}>
        <Box className="bubble" sx={{ ...bubbleStyles, ...(fromMe ? oursStyles : theirsStyles) }}>
          {first && author && (fromMe || setting.isGroup) && (
            <Box
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                mb: 0.5,
                fontSize: 'xs',
                fontWeight: 600,
                color: 'text.secondary',
              }}
            >
              {message.sender?.kind === 'bot' && <Bot size={13} aria-hidden />}
              {author}
            </Box>
          )}
          {message.isForwarded && (
            <Box
              sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5, fontSize: 'xs', color: 'text.secondary' }}
            >
              <Forward size={13} aria-hidden />
              {t('message.forwarded')}
            </Box>
          )}
          {message.sendType === 'schedule' && (
            <Box
              sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5, fontSize: 'xs', color: 'text.secondary' }}
            >
              <CalendarClock size={13} aria-hidden />
              {t('message.scheduled')}
            </Box>
          )}
          {message.origin && !message.isDeleted && <OriginLine origin={message.origin} />}
          {quoted && !message.isDeleted && (
            <Quote
              message={quoted}
              contactName={setting.contactName}
              onJump={() => setting.onJump(quoted.id, quoted.seq)}
            />
          )}
          <ContentView message={message} />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 0.5, mb: '-2px' }}>
            <Delivery message={message} />
          </Box>
        </Box>
        {isNear && <BubbleTools message={message} />}
      </Box>
      <Reactions message={message} />
      {fromMe && <Failure message={message} />}
      {fromMe && <UndoLine message={message} />}
    </Box>
  )
}

const authorOf = (message: LiveMessage, contactName: string): string => {
  if (message.fromMe) return message.sender?.name ?? ''
  return message.contact?.name ?? message.sender?.name ?? contactName
}

const bubbleStyles = {
  minWidth: 0,
  maxWidth: { xs: '88%', md: '72%' },
  px: 3,
  py: 2,
  borderRadius: 10,
  color: 'text.primary',
}
const oursStyles = { bgcolor: 'background.ours', borderBottomRightRadius: 3 }
const theirsStyles = {
  bgcolor: 'background.surface',
  borderBottomLeftRadius: 3,
  boxShadow: '0 0 0 1px var(--joy-palette-divider)',
}
