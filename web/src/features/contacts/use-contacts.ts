import { channelsContract } from '@recado/core/modules/channels/contract'
import { type ContactFlag, contactsContract } from '@recado/core/modules/contacts/contract'
import { tagsContract } from '@recado/core/modules/tags/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'

export interface ContactFilters {
  searchParam: string
  tagsIds: number[]
  walletIds: number[]
  whatsappIds: number[]
  flags: ContactFlag[]
}

/** Contacts by name, page after page. */
export function useContacts(filters: ContactFilters) {
  useRefetchOn(['contactList', 'contactsChanged', 'tag'], ['contacts'])
  return useInfiniteQuery({
    queryKey: ['contacts', filters],
    queryFn: ({ pageParam, signal }) =>
      call(contactsContract.routes.list, { query: { ...filters, pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

export const useTagChoices = () =>
  useQuery({ queryKey: ['tags'], queryFn: ({ signal }) => call(tagsContract.routes.list, { query: {}, signal }) })

export const useChannelChoices = () =>
  useQuery({
    queryKey: ['channels', 'choices'],
    queryFn: ({ signal }) => call(channelsContract.routes.list, { signal, quiet: true }),
  })
