import { Bot, CalendarClock, Forward, Lock } from 'lucide-react'
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
  const box = useRef<HTMLElement>(null)
  const { fromMe } = message
  const author = authorOf(message, setting.contactName)
  const quoted = message.quotedMsg
  // A menu that was opened from here keeps its tools until it is closed.
  const leave = () => setNear(box.current?.querySelector('[aria-expanded="true"]') !== null)
  return (
    <article
      ref={box}
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
      className={[
        'message',
        fromMe && 'message-ours',
        first && 'message-first',
        last && 'message-last',
        isMarked && 'message-marked',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <div className="message-line">
        <div className="bubble">
          {first && author && (fromMe || setting.isGroup) && (
            <div className="message-about message-author">
              {message.sender?.kind === 'bot' && <Bot size={13} aria-hidden />}
              {author}
            </div>
          )}
          {message.isForwarded && (
            <div className="message-about">
              <Forward size={13} aria-hidden />
              {t('message.forwarded')}
            </div>
          )}
          {message.sendType === 'schedule' && (
            <div className="message-about">
              <CalendarClock size={13} aria-hidden />
              {t('message.scheduled')}
            </div>
          )}
          {message.isPrivateReply && (
            <div className="message-about">
              <Lock size={13} aria-hidden />
              {t('comment.private')}
            </div>
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
          <Delivery message={message} isNear={isNear} />
        </div>
        {isNear && <BubbleTools message={message} />}
      </div>
      <Reactions message={message} />
      {fromMe && <Failure message={message} />}
      {fromMe && <UndoLine message={message} />}
    </article>
  )
}

const authorOf = (message: LiveMessage, contactName: string): string => {
  if (message.fromMe) return message.sender?.name ?? ''
  return message.contact?.name ?? message.sender?.name ?? contactName
}
