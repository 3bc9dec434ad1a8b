import { dayKey } from '../../lib/format/dates.ts'
import { useUrlIds, useUrlText } from '../../lib/use-url-state.ts'
import { daysOf, PERIODS, type Period } from './periods.ts'
import type { Narrowing } from './use-dashboard.ts'

/** What the dashboard is about, in the address. */
export function useFilter(now: number) {
  const [chosen, setPeriod] = useUrlText('periodo', 'today')
  const [from, setFrom] = useUrlText('de')
  const [to, setTo] = useUrlText('ate')
  const [queuesIds, setQueues] = useUrlIds('filas')
  const [whatsappIds, setChannels] = useUrlIds('canais')
  const [userIds, setUsers] = useUrlIds('pessoas')
  const today = dayKey(now)
  const period: Period = PERIODS.find((one) => one === chosen) ?? 'today'
  const narrowing: Narrowing = { queuesIds, whatsappIds, userIds }
  return {
    ...{ period, today, from, to, narrowing },
    days: daysOf(period, today, { from, to }),
    ...{ setPeriod, setFrom, setTo, setQueues, setChannels, setUsers },
  }
}

export type Filter = ReturnType<typeof useFilter>
