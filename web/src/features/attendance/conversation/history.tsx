import Box from '@mui/joy/Box'
import { useVirtualizer } from '@tanstack/react-virtual'
import { observer } from 'mobx-react-lite'
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { drawnRun } from '../../../chat-ui/drawn-run.ts'
import { markScrolling } from '../../../chat-ui/mark-scrolling.ts'
import { DayRule, UnreadRule } from '../../../chat-ui/rules.tsx'
import { useMessageFocus } from '../../../chat-ui/use-message-focus.ts'
import type { Conversation } from '../../../entities/conversation.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useWantedMessage } from '../find/wanted-message.ts'
import { NoteCard } from '../notes/note-card.tsx'
import { useTicketNotes } from '../notes/use-notes.ts'
import { Bubble } from './bubble.tsx'
import { dayOf } from './day-of.ts'
import { EndPill, OlderNotice } from './history-notices.tsx'
import { type HistoryRow, historyRows } from './history-rows.ts'
import { type Jump, useJump } from './use-jump.ts'
import { useReading } from './use-reading.ts'
import { END, useStick } from './use-stick.ts'
import { useUnreadMark } from './use-unread.ts'

/** Pixels from the top at which older pages are asked for. */
const OLDER_AT = 1_200

interface HistoryProps {
  ticket: LiveTicket
  conversation: Conversation
  /** Hands out how to get to a message. */
  jumper: { current: Jump | null }
}

/** The messages, oldest above. What is read never moves: older pages grow upwards, new messages wait below. */
export const History = observer(({ ticket, conversation, jumper }: HistoryProps) => {
  const t = useT('attendance')
  const scroller = useRef<HTMLDivElement>(null)
  const { data: notes } = useTicketNotes(ticket.id)
  const unread = useUnreadMark(ticket, conversation)
  const { entries, hasOlder, hasNewer } = conversation
  const rows = useMemo(
    () => historyRows(entries, { dayKey: dayOf, unread, hasOlder, ...(notes ? { notes } : {}), hasNewer }),
    [entries, unread, hasOlder, notes, hasNewer],
  )
  const lastId = entries.at(-1)?.id
  const focus = useMessageFocus({ scroller, rows, toEnd: () => goToEnd() })
  const [seenId, setSeenId] = useState(lastId)
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
  const { isAtEnd: isAtBottom, toEnd, onScroll, letGo } = useStick(scroller, list.getTotalSize(), hasNewer)
  const isAtEnd = isAtBottom && !hasNewer
  const { marked, isJumping, jump } = useJump(conversation, rows, list, letGo)
  useEffect(() => {
    jumper.current = jump
  }, [jumper, jump])
  useReading(ticket, conversation.cursor, isAtEnd)
  useWantedMessage(ticket.id, jump)

  useEffect(() => {
    if (isAtEnd) setSeenId(lastId)
  }, [isAtEnd, lastId])
  // Whoever sends wants to see it go.
  const goToOwn = useEffectEvent(() => {
    if (conversation.hasUnsent) toEnd()
  })
  useEffect(() => {
    if (lastId) goToOwn()
  }, [lastId])
  // who follows a quote by keyboard goes on from what it quotes
  useEffect(() => {
    const box = scroller.current
    if (isJumping || marked === null || !box?.contains(document.activeElement)) return
    box.querySelector<HTMLElement>(`[data-message="${marked}"]`)?.focus({ preventScroll: true })
  }, [isJumping, marked])
  const goToEnd = useStable(() => conversation.toNewest().then(toEnd))
  const fresh = isAtEnd || hasNewer ? 0 : freshAfter(conversation, seenId)

  const scrolled = () => {
    if (scroller.current) markScrolling(scroller.current)
    onScroll()
    if (isJumping) return
    const top = scroller.current?.scrollTop ?? 0
    if (top < OLDER_AT && conversation.older === 'idle') void conversation.loadOlder()
    const box = scroller.current
    const below = box ? box.scrollHeight - box.scrollTop - box.clientHeight : 0
    if (below < OLDER_AT && conversation.newer === 'idle') void conversation.loadNewer()
  }
  // At the very top no scrolling would ask for the page after the next.
  const { older, oldestSeq, newer } = conversation
  const askAgain = useEffectEvent(scrolled)
  useEffect(() => {
    const isIdle = older === 'idle' && newer === 'idle' && !isJumping
    if (isIdle && oldestSeq > 0 && lastId) requestAnimationFrame(() => askAgain())
  }, [older, oldestSeq, newer, lastId, isJumping])
  const items = list.getVirtualItems()
  const run = drawnRun(items)
  return (
    <div className="history">
      <Box
        ref={scroller}
        className="history-scroller"
        role="region"
        aria-label={t('history.label')}
        tabIndex={0}
        onScroll={scrolled}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <div className="history-ground">
          <div className="history-rows" style={{ height: list.getTotalSize() }}>
            <div className="history-run" style={{ transform: `translateY(${run.start}px)` }}>
              {items.map(({ key, index, start }, at) => (
                <div
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  className={run.isApart(at) ? 'history-row history-row-apart' : 'history-row'}
                  style={run.isApart(at) ? { transform: `translateY(${start - run.start}px)` } : undefined}
                >
                  <Row row={rows[index]} conversation={conversation} isMarked={marked === key} />
                </div>
              ))}
            </div>
          </div>
        </div>
      </Box>
      <Box component="span" {...focus.edge} />
      <OlderNotice conversation={conversation} />
      {!isAtEnd && (
        <EndPill
          fresh={fresh}
          hasNewer={hasNewer}
          isLoading={hasNewer && newer === 'loading'}
          onClick={() => void goToEnd()}
        />
      )}
    </div>
  )
})

interface RowProps {
  row: HistoryRow | undefined
  conversation: Conversation
  isMarked: boolean
}

/** Scrolling draws only those that come. */
const Row = memo(({ row, conversation, isMarked }: RowProps) => {
  const t = useT('attendance')
  if (!row) return null
  const { key, first, last, day, unread, notes, after } = row
  return (
    <>
      {notes.map((note) => (
        <NoteCard key={note.id} note={note} />
      ))}
      {day !== null && <DayRule at={day} />}
      {unread !== null && <UnreadRule>{t('history.unread', { count: unread })}</UnreadRule>}
      <Bubble conversation={conversation} id={key} first={first} last={last} isMarked={isMarked} />
      {after.map((note) => (
        <NoteCard key={note.id} note={note} />
      ))}
    </>
  )
})

const estimate = (row: HistoryRow | undefined): number => {
  const notes = (row?.notes.length ?? 0) + (row?.after.length ?? 0)
  return (row?.first ? 84 : 62) + (row?.day ? 48 : 0) + (row?.unread ? 36 : 0) + notes * 76
}

/** Messages of theirs that came after the last one on screen. */
function freshAfter({ entries }: Conversation, seenId: string | undefined): number {
  const seen = entries.findLastIndex(({ id }) => id === seenId)
  return entries.slice(seen + 1).filter(({ fromMe }) => !fromMe).length
}
