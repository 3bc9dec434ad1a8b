import Box from '@mui/joy/Box'
import { useVirtualizer } from '@tanstack/react-virtual'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { type ChatKey, keyOf } from '../place.ts'
import { conversations } from '../state/conversations.ts'
import { ChatRow } from './chat-row.tsx'
import { moveByRows } from './move-by-rows.ts'
import { rowStyles } from './row-styles.ts'

const HEIGHT = 64

/** All conversations, the latest first. */
export const ChatRows = observer(({ label, openKey }: { label: string; openKey: ChatKey | null }) => {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = conversations.sorted
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    getItemKey: (index) => {
      const row = rows[index]
      return row ? keyOf(row) : index
    },
    overscan: 8,
  })
  return (
    <Box ref={scroller} onKeyDown={moveByRows} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', ...rowStyles }}>
      <ul aria-label={label} className="rows" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              className="row"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ height: HEIGHT, transform: `translateY(${start}px)` }}
            >
              <ChatRow chatKey={keyOf(row)} isOpen={keyOf(row) === openKey} />
            </li>
          )
        })}
      </ul>
    </Box>
  )
})
