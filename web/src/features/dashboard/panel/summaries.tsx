import Box from '@mui/joy/Box'
import Sheet from '@mui/joy/Sheet'
import type { LiveFigure, Panel, PanelUser } from '@recado/core/modules/dashboard/contract'
import type { ReactNode } from 'react'
import { formatRelative } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ColourDot } from '../../../ui/colour.tsx'
import { NumberButton } from '../../../ui/number-button.tsx'
import { useNow } from '../../../ui/time-ago.tsx'
import type { Asked } from '../use-dashboard.ts'
import { LoadCells, LoadHeads } from './load-cells.tsx'

interface SummaryProps {
  panel: Panel
  onOpen(asked: Asked): void
}

/** Who is there, since when, and what each has. */
export function UserSummary({ panel, onOpen }: SummaryProps) {
  const t = useT('dashboard')
  return (
    <SummaryTable label={t('panel.views.users')}>
      <thead>
        <tr>
          <th scope="col">{t('person')}</th>
          <LoadHeads />
          <th scope="col">{t('closedToday')}</th>
        </tr>
      </thead>
      <tbody>
        {panel.users.map((user) => {
          const narrow = { userIds: [user.id] }
          return (
            <tr key={user.id}>
              <th scope="row">
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
                  <Avatar name={user.name} src={user.profilePicUrl} presence={user.isOnline ? 'online' : 'offline'} />
                  <Box sx={{ minWidth: 0 }}>
                    {user.name}
                    <Presence user={user} />
                  </Box>
                </Box>
              </th>
              <LoadCells
                of={user}
                name={user.name}
                onOpen={(figure) => onOpen({ figure, title: titleOf(t(figure), user.name), ...narrow })}
              />
              <td>
                <NumberButton
                  value={user.closedToday}
                  label={`${user.name}, ${t('closedToday')}`}
                  onOpen={() =>
                    onOpen({
                      figure: 'closed',
                      title: titleOf(t('closedToday'), user.name),
                      days: { startDate: panel.today, endDate: panel.today },
                      ...narrow,
                    })
                  }
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </SummaryTable>
  )
}

/** What waits in each queue, and how many are there for it. */
export function QueueSummary({ panel, onOpen }: SummaryProps) {
  const t = useT('dashboard')
  return (
    <SummaryTable label={t('panel.views.queues')}>
      <thead>
        <tr>
          <th scope="col">{t('queue')}</th>
          <th scope="col">{t('panel.online')}</th>
          <LoadHeads />
        </tr>
      </thead>
      <tbody>
        {panel.queues.map((queue) => {
          const name = queue.id === 0 ? t('noQueue') : queue.name
          const open = (figure: LiveFigure) =>
            onOpen({ figure, title: titleOf(t(figure), name), queuesIds: [queue.id] })
          return (
            <tr key={queue.id}>
              <th scope="row">
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                  <ColourDot colour={queue.color ?? ''} />
                  {name}
                </Box>
              </th>
              <td>{queue.id === 0 ? '–' : t('panel.onlineOf', { online: queue.online, people: queue.people })}</td>
              <LoadCells of={queue} name={name} onOpen={open} />
            </tr>
          )
        })}
      </tbody>
    </SummaryTable>
  )
}

const titleOf = (what: string, name: string) => `${what} · ${name}`

export function Presence({ user: { isOnline, since } }: { user: PanelUser }) {
  const t = useT('dashboard')
  const now = useNow()
  const text = isOnline ? t('panel.onlineNow') : since === null ? t('panel.never') : t('panel.offline')
  return (
    <Box sx={{ fontSize: 'max(0.8em, 13px)', color: 'text.secondary', fontWeight: 400 }}>
      {since === null ? text : `${text} · ${formatRelative(since, now)}`}
    </Box>
  )
}

const SummaryTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <Sheet
    variant="outlined"
    role="group"
    aria-label={label}
    tabIndex={0}
    sx={{ borderRadius: 8, overflow: 'auto', maxHeight: '100%', fontSize: 'inherit' }}
  >
    <Box component="table" aria-label={label} className="tabular" sx={summaryStyles}>
      {children}
    </Box>
  </Sheet>
)

/** In ems: the whole screen is read from across the room. */
const summaryStyles = {
  width: '100%',
  minWidth: '44em',
  borderCollapse: 'collapse',
  '& th, & td': { px: '0.75em', py: '0.5em', textAlign: 'right', borderBottom: '1px solid', borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'left' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    fontSize: 'max(0.8em, 13px)',
    fontWeight: 550,
    color: 'text.secondary',
    bgcolor: 'background.level1',
  },
  // a name breaks between words; within one only where it has no end
  '& tbody th': { fontWeight: 550, overflowWrap: 'break-word', maxWidth: '20em' },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
}
