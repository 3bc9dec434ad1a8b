import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './http/client.ts'
import type { Settings } from './permissions.ts'
import { queryClient } from './query.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    // Imported late: schemas are no part of the first load.
    const { settingsContract } = await import('@recado/core/modules/settings/contract')
    return call(settingsContract.routes.list, { signal, quiet: true })
  },
  staleTime: 300_000,
})

const NONE: Settings = {}

const asRecord = (rows: { key: string; value: string }[]): Settings =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value]))

/** What is known of one setting, outside of components. */
export const tenantSetting = (key: string): string | undefined =>
  queryClient.getQueryData(settingsQuery.queryKey)?.find((row) => row.key === key)?.value

/** Settings of the company by key; empty until they are here. Live: the socket's `settings` event renews them. */
export function useTenantSettings(): Settings {
  const { data } = useQuery({ ...settingsQuery, select: asRecord })
  return data ?? NONE
}
