import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { Inbox, MessageSquarePlus } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { memo, useEffect } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { can } from '../../../lib/permissions.ts'
import { useUrlText } from '../../../lib/use-url-state.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { FoundList } from '../find/found-list.tsx'
import { canFind } from '../find/use-found.ts'
import { BulkBar } from '../selection/bulk-bar.tsx'
import { selection } from '../selection/selection.ts'
import { shownWork } from '../selection/ticket-work.tsx'
import { useSelection } from '../selection/use-selection.ts'
import { ViewsBar } from '../views/views-bar.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { countActive, type Filters, NO_FILTERS, type Tab } from './filters.ts'
import { ListOptions } from './list-options.tsx'
import { ListTabs } from './list-tabs.tsx'
import type { TicketList } from './ticket-list.ts'
import { TicketRows } from './ticket-rows.tsx'

interface ListPaneProps {
  list: TicketList
  tab: Tab
  filters: Filters
  search: string
  openId: number | null
  onTab(tab: Tab): void
  onFilters(change: Partial<Filters>): void
  onShow(tab: Tab, filters: Filters): void
  onOpen(id: number): void
  onAccept(id: number): void
  onNew(): void
}

/** Of a search. */
const SHOWN = ['tickets', 'messages'] as const

/** Search, filters, tabs and the tickets themselves. */
export const ListPane = observer((props: ListPaneProps) => {
  const { list, tab, filters, search, openId, onTab, onFilters, onShow, onNew } = props
  const t = useT('attendance')
  useEffect(() => void list.load(), [list])
  const [shows, setShows] = useUrlText('resultado', 'tickets')
  const isSearch = canFind(filters.search)
  const mayPick = can('tickets.bulk')
  useSelection(list, mayPick)
  const showsMessages = isSearch && shows === 'messages'
  return (
    <Box
      component="section"
      aria-label={t('list.title')}
      sx={{ height: '100%', display: 'flex', flexDirection: 'column', bgcolor: 'background.surface' }}
    >
      <Box component={openId === null ? 'h1' : 'h2'} className="visually-hidden">
        {t('list.title')}
      </Box>
      <ListHead filters={filters} onFilters={onFilters} onNew={onNew} />
      {isSearch && (
        <Box sx={{ px: 3, pb: 2 }}>
          <Segments
            label={t('find.shown')}
            value={showsMessages ? 'messages' : 'tickets'}
            onChange={setShows}
            choices={SHOWN.map((value) => ({ value, label: t(`find.${value}`) }))}
          />
        </Box>
      )}
      {showsMessages ? (
        <FoundList wanted={filters.search} search={search} />
      ) : (
        <>
          <ViewsBar tab={tab} filters={filters} onShow={onShow} />
          <ListTabs tab={tab} onTab={onTab} />
          <FilterChips filters={filters} onChange={onFilters} />
          <Box
            id="ticket-list"
            role="tabpanel"
            aria-label={t(`tabs.${tab}`)}
            sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
          >
            <Rows {...props} mayPick={mayPick} />
          </Box>
          {mayPick && selection.isOn && (
            <BulkBar list={list} tab={tab} filters={filters} onBegun={(id) => shownWork.show(id)} />
          )}
        </>
      )}
    </Box>
  )
})

/** Opening a ticket changes nothing of it. */
const ListHead = memo(({ filters, onFilters, onNew }: Pick<ListPaneProps, 'filters' | 'onFilters' | 'onNew'>) => {
  const t = useT('attendance')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, px: 3, pt: 3, pb: 2 }} id="ticket-search">
      <SearchField
        value={filters.search}
        onChange={(text) => onFilters({ search: text })}
        label={t('list.searchShort')}
        sx={{ flex: '1 1 120px', maxWidth: 'none' }}
      />
      <FilterMenu filters={filters} onChange={onFilters} />
      <ListOptions />
      <ToolButton label={t('actions.new')} look="soft" colour="primary" className="tool-large" onClick={onNew}>
        <MessageSquarePlus size={18} />
      </ToolButton>
    </Box>
  )
})

const Rows = observer((props: ListPaneProps & { mayPick: boolean }) => {
  const { list, tab, filters, search, openId, mayPick, onOpen, onAccept, onFilters } = props
  const t = useT('attendance')
  if (list.state === 'failed') return <ErrorState error={list.error} onRetry={() => void list.load()} />
  if (list.state !== 'ready') return <ListSkeleton rows={10} />
  if (list.ids.length > 0)
    return (
      <TicketRows
        key={`${list.tab}`}
        list={list}
        search={search}
        openId={openId}
        label={t(`tabs.${tab}`)}
        onOpen={onOpen}
        onAccept={onAccept}
        mayPick={mayPick}
      />
    )
  const isFiltered = filters.search !== '' || countActive(filters) > 0
  return (
    <EmptyState
      icon={Inbox}
      title={isFiltered ? t('list.emptyFiltered') : t(`list.empty.${tab}`)}
      text={isFiltered ? t('list.emptyFilteredText') : t(`list.emptyText.${tab}`)}
      action={
        isFiltered && (
          <Button variant="outlined" color="neutral" onClick={() => onFilters(NO_FILTERS)}>
            {t('list.reset')}
          </Button>
        )
      }
    />
  )
})
