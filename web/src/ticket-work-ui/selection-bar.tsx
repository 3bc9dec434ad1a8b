import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Typography from '@mui/joy/Typography'
import type { TicketSelection } from '@recado/core/modules/ticket-tasks/contract'
import { CheckCheck, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../lib/format/numbers.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { CloseManyDialog } from './close-dialog.tsx'
import { DeleteManyDialog } from './delete-dialog.tsx'

interface SelectionBarProps {
  /** Those that are picked by name; null when all that a filter finds are meant. */
  picked: number | null
  selection: TicketSelection
  /** How many they are; null when more than are counted. */
  count: number | null
  mayClose: boolean
  mayDelete: boolean
  /** Picks more. */
  more?: ReactNode
  onLeave(): void
  /** Of the work that has begun. */
  onBegun(taskId: number): void
}

/** What can be done with picked tickets. */
export function SelectionBar({ picked, more, mayClose, mayDelete, onLeave, onBegun, ...chosen }: SelectionBarProps) {
  const t = useT('ticketWorkUi')
  const [asks, setAsks] = useState<'close' | 'delete' | null>(null)
  const dialog = {
    ...chosen,
    onClose: () => setAsks(null),
    onBegun: ({ id }: { id: number }) => {
      setAsks(null)
      onLeave()
      onBegun(id)
    },
  }
  return (
    <Box
      role="region"
      aria-label={t('select.bar')}
      sx={{ borderTop: '1px solid', borderColor: 'divider', bgcolor: 'background.level1', px: 3, py: 2 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography level="body-sm" role="status" className="tabular" sx={{ flex: 1 }}>
          {picked === null
            ? t('select.isAll')
            : picked === 0
              ? t('select.none')
              : t('select.count', { count: picked, number: formatNumber(picked) })}
        </Typography>
        {more}
        <IconButton size="sm" variant="plain" aria-label={t('select.leave')} onClick={onLeave}>
          <X size={16} />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, mt: 1 }}>
        <Button
          size="sm"
          disabled={!mayClose}
          startDecorator={<CheckCheck size={15} aria-hidden />}
          onClick={() => setAsks('close')}
        >
          {t('close.submit')}
        </Button>
        <Button
          size="sm"
          color="danger"
          variant="soft"
          disabled={!mayDelete}
          startDecorator={<Trash2 size={15} aria-hidden />}
          onClick={() => setAsks('delete')}
        >
          {t('delete.submit')}
        </Button>
      </Box>
      {asks === 'close' && <CloseManyDialog {...dialog} />}
      {asks === 'delete' && <DeleteManyDialog {...dialog} />}
    </Box>
  )
}
