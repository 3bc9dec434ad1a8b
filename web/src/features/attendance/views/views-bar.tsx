import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import type { TicketView } from '@recado/core/modules/ticket-views/contract'
import { Bookmark, Settings2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ColourDot } from '../../../ui/colour.tsx'
import { countActive, type Filters, type Tab } from '../list/filters.ts'
import { useViewCounts, useViews } from './use-views.ts'
import { ViewDialog } from './view-dialog.tsx'
import { fromView, isShown } from './view-filters.ts'
import { ViewsDialog } from './views-dialog.tsx'

interface ViewsBarProps {
  tab: Tab
  filters: Filters
  onShow(tab: Tab, filters: Filters): void
}

const short = (count: number): string => formatNumber(count, { notation: 'compact', maximumFractionDigits: 1 })

/** Saved filters of the list, each with its live number. */
export const ViewsBar = observer(({ tab, filters, onShow }: ViewsBarProps) => {
  const t = useT('ticketWorkUi')
  const { query, save } = useViews()
  const views = (query.data ?? []).filter(({ isForMe }) => isForMe)
  const counts = useViewCounts(views)
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const isOne = views.some((view) => isShown(view, tab, filters))
  const isWorth = !isOne && (countActive(filters) > 0 || filters.search.trim() !== '')
  const show = (view: TicketView) => onShow(view.tab, fromView(view))
  if ((query.data ?? []).length === 0 && !isWorth) return null
  return (
    <Box
      role="group"
      aria-label={t('views.title')}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 3, pb: 2 }}
    >
      <Box sx={scrolling}>
        {views.map((view) => {
          const count = counts.get(view.id)
          return (
            <Box
              key={view.id}
              component="button"
              type="button"
              aria-pressed={isShown(view, tab, filters)}
              onClick={() => show(view)}
              sx={chip}
            >
              <ColourDot colour={view.color} size={8} />
              <span className="name">{view.name}</span>
              {count !== undefined && (
                <span className="tabular">
                  <span aria-hidden>{short(count)}</span>
                  <span className="visually-hidden"> {t('views.count', { count })}</span>
                </span>
              )}
            </Box>
          )
        })}
      </Box>
      {isWorth && (
        <Box component="button" type="button" onClick={() => setDialog('save')} sx={chip}>
          <Bookmark size={13} aria-hidden /> {t('views.save')}
        </Box>
      )}
      {(query.data ?? []).length > 0 && (
        <IconButton
          size="sm"
          variant="plain"
          color="neutral"
          aria-label={t('views.manage')}
          onClick={() => setDialog('manage')}
          sx={{ flexShrink: 0, minHeight: 28, minWidth: 28 }}
        >
          <Settings2 size={15} />
        </IconButton>
      )}
      {dialog === 'save' && (
        <ViewDialog
          view={null}
          tab={tab}
          filters={filters}
          onSave={(values) => save({ id: null, values })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'manage' && (
        <ViewsDialog
          tab={tab}
          filters={filters}
          onShow={(view) => {
            setDialog(null)
            show(view)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Box>
  )
})

const scrolling = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  flex: 1,
  minWidth: 0,
  // room for the outline of what has the focus
  p: '3px',
  m: '-3px',
  overflowX: 'auto',
  scrollbarWidth: 'none',
}

const chip = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1.5,
  flexShrink: 0,
  maxWidth: 200,
  minHeight: 28,
  px: 2.5,
  border: '1px solid',
  borderColor: 'neutral.outlinedBorder',
  borderRadius: 14,
  background: 'none',
  font: 'inherit',
  fontSize: 'xs',
  color: 'text.secondary',
  cursor: 'pointer',
  '& .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&:hover': { bgcolor: 'background.level1' },
  '&[aria-pressed="true"]': {
    bgcolor: 'primary.softBg',
    color: 'primary.softColor',
    borderColor: 'primary.outlinedBorder',
  },
  '@media (pointer: coarse)': { minHeight: 44, borderRadius: 22 },
}
