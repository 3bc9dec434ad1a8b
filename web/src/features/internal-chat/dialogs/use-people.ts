import { type ChatUser, internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/http/client.ts'
import { useRefetchOn } from '../../../lib/socket/use-event.ts'

const KEY = ['internal-chat', 'people'] as const
const PAGE = 100
/** A company has no more people whom one could pick from a list. */
const MAX_PAGES = 20

/** Everybody else of the company who is active. */
export function usePeople() {
  useRefetchOn(['user'], KEY)
  return useQuery({
    queryKey: KEY,
    async queryFn({ signal }) {
      const all: ChatUser[] = []
      for (let pageNumber = 1; pageNumber <= MAX_PAGES; pageNumber++) {
        const query = { pageNumber, pageSize: PAGE }
        const { users, hasMore } = await call(internalChatContract.routes.people, { query, signal, quiet: true })
        all.push(...users)
        if (!hasMore) break
      }
      return all.sort((a, b) => a.name.localeCompare(b.name))
    },
  })
}
