import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Checkbox from '@mui/joy/Checkbox'
import Chip from '@mui/joy/Chip'
import Sheet from '@mui/joy/Sheet'
import Typography from '@mui/joy/Typography'
import type { TicketRow } from '@recado/core/modules/tickets/contract'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { TicketLine } from '../ticket-line.tsx'

export interface TicketGroup {
  id: number
  name: string
  /** Before the name. */
  mark: ReactNode
  /** Under the name. */
  about?: ReactNode
  tickets: TicketRow[]
}

interface TicketGroupsProps {
  groups: TicketGroup[]
  /** Said by the group already. */
  without: 'queue' | 'user'
  selected: ReadonlySet<number>
  onSelect(selected: ReadonlySet<number>): void
}

/** Shown of a group until more is asked for. */
const FEW = 20

/** Every ticket under whoever has it or the queue it waits in. */
export const TicketGroups = ({ groups, ...rest }: TicketGroupsProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 4,
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22em), 1fr))',
      alignItems: 'start',
    }}
  >
    {groups.map((group) => (
      <Group key={group.id} group={group} {...rest} />
    ))}
  </Box>
)

function Group({ group, without, selected, onSelect }: Omit<TicketGroupsProps, 'groups'> & { group: TicketGroup }) {
  const t = useT('dashboard')
  const [isWhole, setWhole] = useState(false)
  const { tickets } = group
  const shown = isWhole ? tickets : tickets.slice(0, FEW)
  const pending = tickets.filter(({ status }) => status === 'pending').length
  const chosen = tickets.filter(({ id }) => selected.has(id)).length
  const choose = (ids: number[], on: boolean) => {
    const next = new Set(selected)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    onSelect(next)
  }
  return (
    <Sheet component="section" aria-label={group.name} variant="outlined" sx={{ borderRadius: 8, p: 3, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, pb: 2 }}>
        {tickets.length > 0 && (
          <Checkbox
            size="sm"
            checked={chosen === tickets.length}
            indeterminate={chosen > 0 && chosen < tickets.length}
            onChange={(event) =>
              choose(
                tickets.map(({ id }) => id),
                event.target.checked,
              )
            }
            slotProps={{ input: { 'aria-label': t('panel.chooseAll', { name: group.name }) } }}
          />
        )}
        {group.mark}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography level="title-sm" component="h2" sx={{ overflowWrap: 'anywhere', fontSize: '1em' }}>
            {group.name}
          </Typography>
          {group.about}
        </Box>
        {pending > 0 && (
          <Chip size="sm" color="warning" className="tabular">
            {t('panel.pendingCount', { count: pending })}
          </Chip>
        )}
        <Chip size="sm" className="tabular">
          {formatNumber(tickets.length)}
        </Chip>
      </Box>
      {tickets.length === 0 && <Typography level="body-sm">{t('panel.nothing')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((ticket) => (
          <TicketLine
            key={ticket.id}
            ticket={ticket}
            compact
            without={without}
            mark={
              <Checkbox
                size="sm"
                checked={selected.has(ticket.id)}
                onChange={(event) => choose([ticket.id], event.target.checked)}
                slotProps={{ input: { 'aria-label': t('panel.choose', { name: ticket.name }) } }}
              />
            }
          />
        ))}
      </Box>
      {tickets.length > shown.length && (
        <Button variant="plain" color="neutral" size="sm" onClick={() => setWhole(true)} sx={{ mt: 2 }}>
          {t('panel.rest', { count: tickets.length - shown.length })}
        </Button>
      )}
    </Sheet>
  )
}
