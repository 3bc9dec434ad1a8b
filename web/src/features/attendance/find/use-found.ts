import { type FoundMessages, MIN_LETTERS, messagesContract } from '@recado/core/modules/messages/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/http/client.ts'
import { HttpError } from '../../../lib/http/errors.ts'

/** A page that took too long comes short; so many of them are asked for before the person has to say so. */
const BY_ITSELF = 5
const ENOUGH = 15
const LONG_ENOUGH = new RegExp(`[\\p{L}\\p{N}]{${MIN_LETTERS}}`, 'u')

/** Whether there is enough to search for. */
export const canFind = (text: string): boolean => LONG_ENOUGH.test(text)

/** Messages with these words, newest first: in one ticket, or in all that one sees. */
export function useFound(text: string, ticketId?: number) {
  const wanted = text.trim().slice(0, 100)
  const query = useInfiniteQuery({
    queryKey: ['found-messages', ticketId ?? null, wanted],
    queryFn: ({ pageParam, signal }): Promise<FoundMessages> =>
      call(messagesContract.routes.search, {
        query: {
          searchParam: wanted,
          ticketId,
          cursor: pageParam ?? undefined,
          pageSize: ticketId === undefined ? undefined : 50,
        },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    enabled: canFind(wanted),
    // what is found goes out of date with every message
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const pages = data?.pages.length ?? 0
  const messages = data?.pages.flatMap((page) => page.messages) ?? []
  const isShort = messages.length < ENOUGH && pages > 0 && pages < BY_ITSELF
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, isError, fetchNextPage])
  const isTooMany = query.error instanceof HttpError && query.error.is('ERR_TOO_MANY_PAGES')
  return {
    messages,
    isLoading: query.isPending && query.isFetching,
    isFetching,
    hasMore: hasNextPage && !isTooMany,
    isTooMany,
    error: isTooMany ? null : query.error,
    more: () => {
      if (!isFetching) void fetchNextPage()
    },
    again: () => void query.refetch(),
  }
}
