import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { drawnRun } from '../../../chat-ui/drawn-run.ts'
import { markScrolling } from '../../../chat-ui/mark-scrolling.ts'
import { DayRule, UnreadRule } from '../../../chat-ui/rules.tsx'
import { endPill } from '../../../chat-ui/styles.ts'
import { useMessageFocus } from '../../../chat-ui/use-message-focus.ts'
import { dayKey } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import type { ChatHistory } from '../state/history.ts'
import { ChatBubble } from './chat-bubble.tsx'
import { useChatSetting } from './chat-context.ts'
import { type HistoryRow, historyRows } from './history-rows.ts'
import { PendingBubble } from './pending-bubble.tsx'
import { useReading } from './use-reading.ts'
import { END, useStick } from './use-stick.ts'

/** Pixels from an edge at which the next page is asked for. */
const AHEAD = 1_000
const MARKED_FOR = 1_600

interface ViewProps {
  history: ChatHistory
  label: string
  /** Up to where it was read when it was opened; null when nothing was unread. */
  readSeq: number | null
  /** Goes to this message. */
  wanted: number | null
  onFound(): void
}

/** The messages, oldest above. What is read never moves: older pages grow upwards, new messages wait below. */
export const ChatHistoryView = observer(({ history, label, readSeq, wanted, onFound }: ViewProps) => {
  const t = useT('internalChat')
  const { key, me } = useChatSetting()
  const scroller = useRef<HTMLDivElement>(null)
  const { messages, pending, hasOlder, hasNewer, lastSeq } = history
  const rows = useMemo(
    () => historyRows(messages, pending, { me, dayKey, readSeq, hasOlder }),
    [messages, pending, me, readSeq, hasOlder],
  )
  const focus = useMessageFocus({ scroller, rows, toEnd: () => goToEnd() })
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    rangeExtractor: focus.rangeExtractor,
    anchorTo: 'end',
    followOnAppend: !hasNewer,
    scrollEndThreshold: END,
    initialOffset: () => Number.MAX_SAFE_INTEGER,
    paddingEnd: 12,
  })
  const { isAtEnd, toEnd, onScroll, letGo } = useStick(scroller, list.getTotalSize(), !hasNewer)
  const [seenSeq, setSeenSeq] = useState(lastSeq)
  const [marked, setMarked] = useState<string | null>(null)
  useReading(key, lastSeq, isAtEnd)
  useEffect(() => {
    if (isAtEnd) setSeenSeq(lastSeq)
  }, [isAtEnd, lastSeq])

  const find = useEffectEvent((seq: number) => {
    const index = rows.findIndex(({ message }) => message?.seq === seq)
    if (index === -1) return
    letGo()
    list.scrollToIndex(index, { align: 'center' })
    focus.follow(index)
    setMarked(rows[index]?.key ?? null)
    onFound()
  })
  useEffect(() => {
    if (wanted !== null && rows.length > 0) find(wanted)
  }, [wanted, rows])
  useEffect(() => {
    if (marked === null) return
    const timer = setTimeout(() => setMarked(null), MARKED_FOR)
    return () => clearTimeout(timer)
  }, [marked])

  const goToEnd = async () => {
    if (!hasNewer) {
      toEnd()
      return
    }
    await history.load()
    await new Promise((drawn) => requestAnimationFrame(drawn))
    goToOwn()
  }
  // whoever sends wants to see it go
  const goToOwn = useEffectEvent(() => toEnd())
  const newestOwn = pending.at(-1)?.id
  useEffect(() => {
    if (newestOwn) goToOwn()
  }, [newestOwn])

  const scrolled = () => {
    onScroll()
    const box = scroller.current
    if (!box) return
    markScrolling(box)
    if (box.scrollTop < AHEAD && history.older === 'idle') void history.loadOlder()
    const below = box.scrollHeight - box.scrollTop - box.clientHeight
    if (hasNewer && below < AHEAD && history.newer === 'idle') void history.loadNewer()
  }
  // at the very top no scrolling would ask for the page after the next
  const askAgain = useEffectEvent(scrolled)
  const { older, newer, firstSeq } = history
  useEffect(() => {
    if (older === 'idle' && newer === 'idle' && firstSeq > 0) requestAnimationFrame(() => askAgain())
  }, [older, newer, firstSeq])

  const items = list.getVirtualItems()
  const run = drawnRun(items)
  const fresh = isAtEnd ? 0 : messages.filter(({ seq, fromUserId }) => seq > seenSeq && fromUserId !== me).length
  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
      <Box
        ref={scroller}
        role="region"
        aria-label={label}
        tabIndex={0}
        onScroll={scrolled}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        sx={scrollerStyles}
      >
        <Box sx={{ position: 'relative', minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
          <Box sx={{ position: 'relative', flexShrink: 0, mt: 'auto' }} style={{ height: list.getTotalSize() }}>
            <div style={{ ...apartStyle, transform: `translateY(${run.start}px)` }}>
              {items.map(({ key: rowKey, index, start }, at) => (
                <div
                  key={rowKey}
                  ref={list.measureElement}
                  data-index={index}
                  style={
                    run.isApart(at) ? { ...apartStyle, transform: `translateY(${start - run.start}px)` } : rowStyle
                  }
                >
                  <Row row={rows[index]} marked={marked} />
                </div>
              ))}
            </div>
          </Box>
        </Box>
      </Box>
      <Box component="span" {...focus.edge} />
      {!isAtEnd && (
        <Button
          size="sm"
          variant={fresh > 0 ? 'solid' : 'outlined'}
          color={fresh > 0 ? 'primary' : 'neutral'}
          startDecorator={<ArrowDown size={14} aria-hidden />}
          onClick={() => void goToEnd()}
          sx={endPill}
        >
          {fresh > 0 ? t('history.fresh', { count: fresh }) : t('history.toEnd')}
        </Button>
      )}
      {older === 'failed' && (
        <Button
          size="sm"
          variant="soft"
          onClick={() => void history.loadOlder()}
          sx={{ ...endPill, bottom: 'auto', top: 12 }}
        >
          {t('history.olderFailed')}
        </Button>
      )}
    </Box>
  )
})

function Row({ row, marked }: { row: HistoryRow | undefined; marked: string | null }) {
  const t = useT('internalChat')
  if (!row) return null
  const { key, first, last, day, isUnread, message, local } = row
  return (
    <>
      {day !== null && <DayRule at={day} />}
      {isUnread && <UnreadRule>{t('history.unread')}</UnreadRule>}
      {message ? (
        <ChatBubble message={message} first={first} last={last} isMarked={marked === key} />
      ) : (
        <PendingBubble local={local} first={first} />
      )}
    </>
  )
}

const estimate = (row: HistoryRow | undefined): number =>
  (row?.first ? 74 : 58) + (row?.day ? 48 : 0) + (row?.isUnread ? 36 : 0)

const rowStyle = { contain: 'layout style' } as const
const apartStyle = { position: 'absolute', top: 0, left: 0, width: '100%' } as const

const scrollerStyles = {
  height: '100%',
  overflowY: 'auto',
  overflowX: 'hidden',
  overscrollBehavior: 'contain',
  overflowAnchor: 'none',
  outlineOffset: -2,
  '&.scrolling > div': { pointerEvents: 'none' },
}
