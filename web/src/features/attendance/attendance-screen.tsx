import Box from '@mui/joy/Box'
import Drawer from '@mui/joy/Drawer'
import { MessagesSquare } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useMatch, useNavigate } from 'react-router-dom'
import { channels } from '../../entities/channels.ts'
import { conversations } from '../../entities/conversations.ts'
import type { LiveTicket } from '../../entities/tickets.ts'
import { tickets } from '../../entities/tickets.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useStable } from '../../lib/use-stable.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Pane, ResizablePanes } from '../../ui/resizable-panes.tsx'
import { AttendanceStyles } from './attendance-styles.tsx'
import { ConversationPane } from './conversation/conversation-pane.tsx'
import { NewTicketDialog } from './dialogs/new-ticket-dialog.tsx'
import { ListPane } from './list/list-pane.tsx'
import { ticketLists } from './list/ticket-lists.ts'
import { useFilters } from './list/use-filters.ts'
import { usePageSizes } from './list/use-page-sizes.ts'
import { OpenTicket } from './open-ticket.tsx'
import { TicketWork } from './selection/ticket-work.tsx'
import { Side } from './side/side-panel.tsx'
import { mayPeek } from './state/may-peek.ts'
import { options } from './state/options.ts'
import { ScreenTitle } from './state/screen-title.tsx'
import { acceptTicket } from './state/ticket-actions.ts'
import { useScreenKeys } from './state/use-screen-keys.ts'
import type { MovedTo } from './state/use-ticket-commands.ts'
import { useTicketLists } from './state/use-ticket-lists.ts'
import { usePaneCount } from './state/use-wide.ts'

/** `/atendimento`: tickets on the left, the open conversation, its contact on the right. */
export const Screen = observer(() => {
  const t = useT('attendance')
  const navigate = useNavigate()
  const place = useMatch('/atendimento/:ticketId')?.params.ticketId ?? ''
  const openId = /^\d+$/.test(place) ? Number(place) : null
  const paneCount = usePaneCount()
  const { tab, setTab, filters, setFilters, show, search } = useFilters()
  const list = ticketLists.of(tab, filters, usePageSizes())
  const [isNew, setNew] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  useTicketLists(filters, openId)
  useEffect(() => {
    // Names of channels are already on the rows; features are asked for again with the next visit.
    channels.load().catch(() => undefined)
  }, [])

  const go = useStable((id: number | null) => {
    // while the screen is drawn its messages are on their way
    if (id !== null && mayPeek(id)) void conversations.of(id).loadAhead()
    void navigate({ pathname: id === null ? '/atendimento' : `/atendimento/${id}`, search })
  })
  const openNew = useStable(() => setNew(true))
  const onMoved = useStable((id: number, to: MovedTo) => {
    if (to === 'gone') go(null)
    // What was accepted here is followed to where it went.
    else if (to === 'open' && (tab === 'pending' || tab === 'closed') && id === openId) setTab('open')
  })
  const accept = useStable((id: number) => {
    const ticket = tickets.get(id)
    if (!ticket) return
    go(id)
    void acceptTicket(ticket).then((isDone) => isDone && setTab('open'))
  })
  useScreenKeys({ list, openId, onOpen: go, onNew: openNew })

  const hasSide = paneCount === 3 && options.side.get()
  const toggleSide = useStable(() => (paneCount === 3 ? options.side.set(!options.side.get()) : setDrawn(!isDrawn)))
  const back = useStable(() => go(null))
  const conversation = (ticket: LiveTicket) => (
    <ConversationPane
      key={ticket.id}
      ticket={ticket}
      onBack={paneCount === 1 ? back : undefined}
      onMoved={onMoved}
      sideOpen={paneCount === 3 ? hasSide : isDrawn}
      onSide={toggleSide}
    />
  )
  const closeSide = useStable(() => (paneCount === 3 ? options.side.set(false) : setDrawn(false)))
  const side = openId !== null && <Side id={openId} search={search} onClose={closeSide} />
  const panes: (Pane | false)[] = [
    (paneCount > 1 || openId === null) && {
      id: 'list',
      label: t('list.title'),
      ...(paneCount > 1 ? { size: { start: 360, minimum: 300, maximum: 480 } } : {}),
      content: (
        <ListPane
          list={list}
          tab={tab}
          filters={filters}
          search={search}
          openId={openId}
          onTab={setTab}
          onFilters={setFilters}
          onShow={show}
          onOpen={go}
          onAccept={accept}
          onNew={openNew}
        />
      ),
    },
    (paneCount > 1 || openId !== null) && {
      id: 'conversation',
      label: t('conversation.title'),
      content: openId === null ? <Nothing /> : <OpenTicket id={openId}>{conversation}</OpenTicket>,
    },
    hasSide &&
      openId !== null && {
        id: 'side',
        label: t('side.title'),
        size: { start: 320, minimum: 260, maximum: 420 },
        content: side,
      },
  ]
  return (
    <Box sx={{ height: '100%' }}>
      <AttendanceStyles />
      <ScreenTitle openId={openId} />
      <ResizablePanes name="attendance" panes={panes.filter((pane) => pane !== false)} />
      {paneCount < 3 && openId !== null && isDrawn && (
        <Drawer
          open
          onClose={() => setDrawn(false)}
          anchor="right"
          size="sm"
          slotProps={{ content: { 'aria-label': t('side.label'), sx: { width: 'min(360px, 100vw)' } } }}
        >
          {side}
        </Drawer>
      )}
      <TicketWork />
      {(isNew || place === 'contatos') && (
        <NewTicketDialog
          onClose={() => {
            setNew(false)
            if (place === 'contatos') go(null)
          }}
          onOpen={(id) => {
            setNew(false)
            go(id)
          }}
        />
      )}
    </Box>
  )
})

function Nothing() {
  const t = useT('attendance')
  return (
    <Box sx={{ height: '100%', display: 'grid', placeItems: 'center', bgcolor: 'background.body' }}>
      <EmptyState icon={MessagesSquare} title={t('conversation.none')} text={t('conversation.noneText')} />
    </Box>
  )
}
