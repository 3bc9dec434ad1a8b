import Skeleton from '@mui/joy/Skeleton'
import { useT } from '../../lib/i18n/i18n.ts'
import { useUrlText } from '../../lib/use-url-state.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { HolidaysPanel } from './holidays-panel.tsx'
import { placesOf } from './places.ts'
import { PlacesPanel } from './places-panel.tsx'
import { TesterPanel } from './tester-panel.tsx'
import { useDrafts } from './use-drafts.ts'
import { useHours } from './use-hours.ts'

const TABS = ['horarios', 'feriados', 'testar'] as const
type Tab = (typeof TABS)[number]

/** `/horario-atendimento`: when the company attends, holidays, and what happens at a moment. */
export function Screen() {
  const t = useT('hours')
  const common = useT('common')
  const [text, setText] = useUrlText('ver', TABS[0])
  const tab = TABS.find((known) => known === text) ?? TABS[0]
  const { data: hours, error, refetch } = useHours()
  const places = hours ? placesOf(hours, t('company')) : null
  const drafts = useDrafts(places ?? [])
  const names: Record<Tab, string> = {
    horarios: t('tabs.hours'),
    feriados: t('tabs.holidays'),
    testar: t('tabs.test'),
  }
  return (
    <Page
      title={common('screens.hours')}
      text={t('text')}
      toolbar={
        <Segments
          inline
          label={common('screens.hours')}
          value={tab}
          onChange={setText}
          choices={TABS.map((value) => ({ value, label: names[value] }))}
        />
      }
    >
      {error && !hours ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!hours && !error && <Skeleton variant="rectangular" height={420} sx={{ borderRadius: 8 }} />}
      {hours && places && tab === 'horarios' && <PlacesPanel hours={hours} places={places} drafts={drafts} />}
      {hours && tab === 'feriados' && <HolidaysPanel hours={hours} />}
      {hours && tab === 'testar' && <TesterPanel hours={hours} />}
    </Page>
  )
}
