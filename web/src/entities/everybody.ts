import { type User, usersContract } from '@recado/core/modules/users/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/http/client.ts'
import { useRefetchOn } from '../lib/socket/use-event.ts'

/** The largest page that is given. */
const PAGE = 100
const FRESH_MS = 300_000

/** All people of the company by name, whatever their number: the list goes by pages, and a choice leaves nobody out. */
export async function readEverybody(signal?: AbortSignal): Promise<User[]> {
  const everybody: User[] = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await call(usersContract.routes.list, {
      query: { pageNumber, pageSize: PAGE },
      ...(signal ? { signal } : {}),
      quiet: true,
    })
    everybody.push(...page.users)
    if (!page.hasMore) return everybody
  }
}

/** Everybody, for picking people. */
export function useEverybody(enabled = true) {
  useRefetchOn(['user'], ['users'])
  return useQuery({
    queryKey: ['users', 'everybody'],
    queryFn: ({ signal }) => readEverybody(signal),
    staleTime: FRESH_MS,
    enabled,
  })
}
