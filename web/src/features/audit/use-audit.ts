import { type AuditFilter, auditContract } from '@recado/core/modules/audit/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { saveText } from '../../lib/save-text.ts'
import { useUrlText } from '../../lib/use-url-state.ts'

const { list, export: file } = auditContract.routes
const DAY_MS = 86_400_000

/** As they stand in the address. */
export interface FilterValues {
  /** Id of the person. */
  quem: string
  area: string
  /** `YYYY-MM-DD`, both days included. */
  de: string
  ate: string
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
/** Midnight of a day where the person is. */
const midnight = (day: string, plus = 0): string => new Date(Date.parse(`${day}T00:00:00`) + plus).toISOString()

/** What is looked for, kept in the address. */
export function useAuditFilter() {
  const [quem, setQuem] = useUrlText('quem')
  const [area, setArea] = useUrlText('area')
  const [de, setDe] = useUrlText('de')
  const [ate, setAte] = useUrlText('ate')
  const values: FilterValues = { quem, area, de, ate }
  const setters = { quem: setQuem, area: setArea, de: setDe, ate: setAte }
  const set = (name: keyof FilterValues, value: string) => setters[name](value)
  const filter: AuditFilter = {
    ...(/^\d+$/.test(quem) ? { actorId: Number(quem) } : {}),
    ...(/^[a-z-]+$/.test(area) ? { area } : {}),
    ...(isDay(de) ? { from: midnight(de) } : {}),
    ...(isDay(ate) ? { to: midnight(ate, DAY_MS) } : {}),
  }
  return {
    filter,
    values,
    set,
    isFiltered: Object.values(values).some(Boolean),
    clear: () => {
      for (const clear of Object.values(setters)) clear('')
    },
  }
}

/** Newest first, page after page. */
export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(list, { query: { ...filter, ...(pageParam ? { before: pageParam } : {}) }, signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.hasMore ? page.rows.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    // what others do comes in while one looks at the newest
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 2 ? 30_000 : false),
  })

export async function exportAudit(query: AuditFilter, fileName: string): Promise<void> {
  const text: unknown = await call(file, { query, timeoutMs: 240_000 })
  saveText(String(text), fileName, 'text/csv;charset=utf-8')
}
