import { CalendarX } from 'lucide-react'
import { useT } from '../lib/i18n/i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** Stands in for every screen but finance while the plan is expired. */
export function PlanExpired() {
  const t = useT('common')
  return <EmptyState icon={CalendarX} title={t('planExpired.title')} text={t('planExpired.text')} />
}
