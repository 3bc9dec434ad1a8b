import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { timeZone } from '../../lib/format/time-zone.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { useNow } from '../../ui/time-ago.tsx'
import { ChannelStates } from './channel-states.tsx'
import { DueNotice } from './due-notice.tsx'
import { NarrowBar } from './filter-bar.tsx'
import { LiveFigures } from './live-figures.tsx'
import { PeriodSection } from './period-section.tsx'
import { RowsDialog } from './rows-dialog.tsx'
import type { Asked } from './use-dashboard.ts'
import { useFilter } from './use-filter.ts'

const GREETINGS = ['morning', 'afternoon', 'evening'] as const

/** Morning until 12, afternoon until 18, where the company is. */
export function greetingAt(now: number, zone: string): (typeof GREETINGS)[number] {
  const hour = Number(new Intl.DateTimeFormat('en', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now))
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** `/`: how things stand; each number leads to its rows. */
export const Screen = observer(() => {
  const t = useT('dashboard')
  const now = useNow()
  const filter = useFilter(now)
  const [asked, ask] = useState<Asked | null>(null)
  const { user } = session
  if (!user) return null
  const name = user.username.split(' ')[0] ?? user.username
  return (
    <Page
      title={t(greetingAt(now, timeZone()), { name })}
      text={t('today', { company: user.tenantName })}
      toolbar={<NarrowBar filter={filter} withPeople={user.profile !== 'user'} />}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 8, maxWidth: 1400 }}>
        {user.profile === 'admin' && <DueNotice />}
        <section aria-labelledby="tickets">
          <Typography level="title-sm" component="h2" id="tickets" textColor="text.secondary" sx={{ mb: 3 }}>
            {t('now')}
          </Typography>
          <LiveFigures narrowing={filter.narrowing} onOpen={ask} />
        </section>
        <PeriodSection filter={filter} onOpen={ask} />
        <section aria-labelledby="channels">
          <Typography level="title-sm" component="h2" id="channels" textColor="text.secondary" sx={{ mb: 3 }}>
            {t('channels')}
          </Typography>
          <ChannelStates />
        </section>
      </Box>
      {asked && <RowsDialog asked={asked} onClose={() => ask(null)} />}
    </Page>
  )
})
