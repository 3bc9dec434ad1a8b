import Box from '@mui/joy/Box'
import Sheet from '@mui/joy/Sheet'
import Typography from '@mui/joy/Typography'
import type { Duration, Group, PeriodFigure, PeriodFigures } from '@recado/core/modules/dashboard/contract'
import { formatDuration } from '../../lib/format/durations.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useUrlText } from '../../lib/use-url-state.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { NumberButton } from '../../ui/number-button.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { Narrowing } from './use-dashboard.ts'

const GROUPINGS = ['queues', 'users', 'channels'] as const
const KEYS = { queues: 'queuesIds', users: 'userIds', channels: 'whatsappIds' } as const
const TIMES = ['wait', 'firstReply', 'handling', 'resolution'] as const

interface BreakdownProps {
  figures: PeriodFigures
  onOpen(figure: PeriodFigure, title: string, narrow: Partial<Narrowing>): void
}

/** The same figures of each queue, person or channel. */
export function Breakdown({ figures, onOpen }: BreakdownProps) {
  const t = useT('dashboard')
  const [chosen, choose] = useUrlText('por', 'queues')
  const groupings = GROUPINGS.filter((one) => one !== 'users' || !figures.isOwn)
  const grouping = groupings.find((one) => one === chosen) ?? 'queues'
  const nameOf = ({ id, name }: Group) => (id === 0 ? t(grouping === 'queues' ? 'noQueue' : 'nobody') : name)
  const rows = figures[grouping]
  return (
    <section aria-labelledby="breakdown">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', mb: 3 }}>
        <Typography level="title-sm" component="h3" id="breakdown" sx={{ flex: '1 1 auto' }}>
          {t('breakdown.title')}
        </Typography>
        <Segments
          inline
          label={t('breakdown.by')}
          value={grouping}
          onChange={choose}
          choices={groupings.map((value) => ({ value, label: t(`breakdown.${value}`) }))}
        />
      </Box>
      {rows.length === 0 ? (
        <Typography level="body-sm">{t('breakdown.empty')}</Typography>
      ) : (
        <Sheet
          variant="outlined"
          tabIndex={0}
          role="group"
          aria-label={t('breakdown.title')}
          sx={{ borderRadius: 8, overflow: 'auto' }}
        >
          <Box component="table" aria-label={t('breakdown.title')} className="tabular" sx={tableStyles}>
            <thead>
              <tr>
                <th scope="col">{t(`breakdown.one.${grouping}`)}</th>
                <th scope="col">{t('count.created')}</th>
                <th scope="col">{t('count.closed')}</th>
                {TIMES.map((time) => (
                  <th scope="col" key={time}>
                    {t(`time.${time}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((group) => (
                <tr key={group.id}>
                  <th scope="row">
                    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                      {group.color && <ColourDot colour={group.color} />}
                      {nameOf(group)}
                    </Box>
                  </th>
                  {(['created', 'closed'] as const).map((figure) => (
                    <td key={figure}>
                      <NumberButton
                        value={group[figure]}
                        label={`${nameOf(group)}, ${t(`count.${figure}`)}`}
                        onOpen={() =>
                          onOpen(figure, `${t(`count.${figure}`)} · ${nameOf(group)}`, { [KEYS[grouping]]: [group.id] })
                        }
                      />
                    </td>
                  ))}
                  {TIMES.map((time) => (
                    <td key={time}>
                      <Time duration={group[time]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </Sheet>
      )}
    </section>
  )
}

function Time({ duration: { average, p90 } }: { duration: Duration }) {
  const t = useT('dashboard')
  if (average === null) return <>–</>
  return (
    <>
      {formatDuration(average)}
      {p90 !== null && (
        <Box sx={{ fontSize: 'xs', color: 'text.secondary' }}>{t('p90', { time: formatDuration(p90) })}</Box>
      )}
    </>
  )
}

const tableStyles = {
  width: '100%',
  minWidth: 720,
  borderCollapse: 'collapse',
  fontSize: 'sm',
  '& th, & td': { px: 3, py: 2, textAlign: 'right', borderBottom: '1px solid', borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'left' },
  '& thead th': { fontSize: 'xs', fontWeight: 550, color: 'text.secondary', bgcolor: 'background.level1' },
  '& tbody th': { fontWeight: 500, overflowWrap: 'anywhere' },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
}
