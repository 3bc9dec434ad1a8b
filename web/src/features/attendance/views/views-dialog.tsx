import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Typography from '@mui/joy/Typography'
import type { TicketView } from '@recado/core/modules/ticket-views/contract'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { reportError } from '../../../lib/errors.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ColourDot } from '../../../ui/colour.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ListDialog } from '../../../ui/list-dialog.tsx'
import type { Filters, Tab } from '../list/filters.ts'
import { useViews } from './use-views.ts'
import { ViewDialog } from './view-dialog.tsx'

interface ViewsDialogProps {
  tab: Tab
  filters: Filters
  onShow(view: TicketView): void
  onClose(): void
}

/** All views that this person gets: order, name, sharing, deletion. */
export function ViewsDialog({ tab, filters, onShow, onClose }: ViewsDialogProps) {
  const t = useT('ticketWorkUi')
  const { query, save, remove, reorder } = useViews()
  const [edited, setEdited] = useState<TicketView | null>(null)
  const [removed, setRemoved] = useState<TicketView | null>(null)
  const views = query.data ?? []
  const move = (view: TicketView, step: 1 | -1) => {
    const together = togetherWith(views, view)
    const from = together.indexOf(view)
    const next = together.toSpliced(from, 1).toSpliced(from + step, 0, view)
    reorder(next).catch(reportError)
  }
  return (
    <ListDialog title={t('views.title')} onClose={onClose}>
      {views.length === 0 && <Typography level="body-sm">{t('views.none')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {views.map((view) => (
          <Line
            key={view.id}
            view={view}
            together={togetherWith(views, view)}
            onShow={() => onShow(view)}
            onMove={(step) => move(view, step)}
            onEdit={() => setEdited(view)}
            onRemove={() => setRemoved(view)}
          />
        ))}
      </Box>
      {edited && (
        <ViewDialog
          view={edited}
          tab={tab}
          filters={filters}
          onSave={(values) => save({ id: edited.id, values })}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={t('views.deleteTitle', { name: removed.name })}
          text={removed.sharing === 'mine' ? t('views.deleteText') : t('views.deleteShared')}
          confirmLabel={t('delete.submit')}
          tone="danger"
          onConfirm={() => remove(removed.id)}
          onClose={() => setRemoved(null)}
        />
      )}
    </ListDialog>
  )
}

/** Those whose order is changed together: the shared ones, or one's own. */
const togetherWith = (views: readonly TicketView[], { sharing, mayEdit }: TicketView): TicketView[] =>
  views.filter((other) => other.mayEdit && mayEdit && (other.sharing === 'mine') === (sharing === 'mine'))

interface LineProps {
  view: TicketView
  together: TicketView[]
  onShow(): void
  onMove(step: 1 | -1): void
  onEdit(): void
  onRemove(): void
}

function Line({ view, together, onShow, onMove, onEdit, onRemove }: LineProps) {
  const t = useT('ticketWorkUi')
  const { name, color, sharing, team, mayEdit } = view
  const who = sharing === 'team' ? t('views.sharedWith', { name: team?.name ?? '' }) : t(`views.${sharing}`)
  const at = together.indexOf(view)
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 1, borderBottom: '1px solid', borderColor: 'divider' }}
    >
      <Button
        variant="plain"
        color="neutral"
        onClick={onShow}
        aria-label={t('views.open', { name })}
        startDecorator={<ColourDot colour={color} />}
        sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'left' }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography level="title-sm" noWrap>
            {name}
          </Typography>
          <Typography level="body-xs">{who}</Typography>
        </Box>
      </Button>
      {mayEdit && (
        <>
          <IconButton size="sm" aria-label={t('views.up', { name })} disabled={at <= 0} onClick={() => onMove(-1)}>
            <ArrowUp size={16} />
          </IconButton>
          <IconButton
            size="sm"
            aria-label={t('views.down', { name })}
            disabled={at === together.length - 1}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={16} />
          </IconButton>
          <IconButton size="sm" aria-label={t('views.editOne', { name })} onClick={onEdit}>
            <Pencil size={16} />
          </IconButton>
          <IconButton size="sm" color="danger" aria-label={t('views.deleteOne', { name })} onClick={onRemove}>
            <Trash2 size={16} />
          </IconButton>
        </>
      )}
    </Box>
  )
}
