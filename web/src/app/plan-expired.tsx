import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { CalendarX } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { formatPlainDate } from '../lib/format/plain-date.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { session } from '../lib/session/session.ts'
import { toast } from '../lib/toasts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { leave, refreshMe } from './session-effects.ts'

/** Stands in for every screen but finance while the plan is expired. */
export const PlanExpired = observer(() => {
  const t = useT('common')
  const [isAsking, setAsking] = useState(false)
  const due = session.user?.dueDate
  const ask = async () => {
    setAsking(true)
    await refreshMe()
    setAsking(false)
    if (session.user?.planExpired) toast.warning(t('planExpired.still'))
  }
  return (
    <Box sx={{ height: '100%', display: 'grid', placeItems: 'center' }}>
      <EmptyState
        isScreen
        icon={CalendarX}
        title={due ? t('planExpired.since', { date: formatPlainDate(due) }) : t('planExpired.title')}
        text={t('planExpired.text')}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'center' }}>
            <Button loading={isAsking} onClick={() => void ask()}>
              {t('planExpired.renewed')}
            </Button>
            <Button variant="outlined" color="neutral" onClick={() => void leave()}>
              {t('me.leave')}
            </Button>
          </Box>
        }
      />
    </Box>
  )
})
