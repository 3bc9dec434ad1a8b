import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { moveByKeys } from '../../../chat-ui/move-by-keys.ts'
import { DayRule, UnreadRule } from '../../../chat-ui/rules.tsx'
import type { Conversation } from '../../../entities/conversation.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useWantedMessage } from '../find/wanted-message.ts'
import { NoteCard } from '../notes/note-card.tsx'
import { useTicketNotes } from '../notes/use-notes.ts'
import { Bubble } from './bubble.tsx'
import { dayOf } from './day-of.ts'
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
  const [seenId, setSeenId] = useState(lastId)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
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
  const fresh = isAtEnd || hasNewer ? 0 : freshAfter(conversation, seenId)

  const scrolled = () => {
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
  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
      <Box
        ref={scroller}
        role="region"
        aria-label={t('history.label')}
        tabIndex={0}
        onScroll={scrolled}
        onKeyDown={moveByKeys}
        sx={{
          height: '100%',
          overflowY: 'auto',
          overflowX: 'hidden',
          overscrollBehavior: 'contain',
          overflowAnchor: 'none',
          outlineOffset: -2,
        }}
      >
        <Box
          sx={{
            position: 'relative',
            minHeight: '100%',
            display: 'flex',
            flexDirection: 'column',
            justifyContent: 'flex-end',
          }}
        >
          <Box sx={{ position: 'relative', flexShrink: 0 }} style={{ height: list.getTotalSize() }}>
            {list.getVirtualItems().map(({ key, index, start }) => (
              <Box
                key={key}
                ref={list.measureElement}
                data-index={index}
                sx={{ position: 'absolute', top: 0, left: 0, width: '100%' }}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Row row={rows[index]} conversation={conversation} marked={marked} />
              </Box>
            ))}
          </Box>
        </Box>
      </Box>
      <OlderNotice conversation={conversation} />
      {!isAtEnd && (
        <Button
          size="sm"
          variant={fresh > 0 ? 'solid' : 'outlined'}
          color={fresh > 0 ? 'primary' : 'neutral'}
          startDecorator={<ArrowDown size={14} aria-hidden />}
          loading={hasNewer && newer === 'loading'}
          onClick={() => void conversation.toNewest().then(toEnd)}
          sx={pillStyles}
        >
          {fresh > 0 ? t('history.fresh', { count: fresh }) : t(hasNewer ? 'history.toNewest' : 'history.toEnd')}
        </Button>
      )}
    </Box>
  )
})

interface RowProps {
  row: HistoryRow | undefined
  conversation: Conversation
  marked: string | null
}

function Row({ row, conversation, marked }: RowProps) {
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
      <Bubble conversation={conversation} id={key} first={first} last={last} isMarked={marked === key} />
      {after.map((note) => (
        <NoteCard key={note.id} note={note} />
      ))}
    </>
  )
}

const OlderNotice = observer(({ conversation }: { conversation: Conversation }) => {
  const t = useT('attendance')
  const ui = useT('ui')
  if (conversation.older === 'idle') return null
  return (
    <Box
      role="status"
      sx={{
        position: 'absolute',
        top: 8,
        left: 0,
        right: 0,
        display: 'grid',
        placeItems: 'center',
        pointerEvents: 'none',
      }}
    >
      <Box
        sx={{
          px: 3,
          py: 1,
          borderRadius: 10,
          fontSize: 'xs',
          bgcolor: 'background.popup',
          boxShadow: 'md',
          pointerEvents: 'auto',
        }}
      >
        {conversation.older === 'loading' ? (
          ui('loading')
        ) : (
          <>
            {t('history.olderFailed')}{' '}
            <Button size="sm" variant="plain" onClick={() => void conversation.loadOlder()}>
              {ui('retry')}
            </Button>
          </>
        )}
      </Box>
    </Box>
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

const pillStyles = {
  position: 'absolute',
  bottom: 12,
  left: '50%',
  transform: 'translateX(-50%)',
  borderRadius: 16,
  boxShadow: 'md',
  '&[class*="variantOutlined"]': { bgcolor: 'background.popup' },
}
