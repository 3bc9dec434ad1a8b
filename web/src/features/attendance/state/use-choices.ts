import { channelsContract } from '@recado/core/modules/channels/contract'
import { type ClosingReason, closingReasonsContract } from '@recado/core/modules/closing-reasons/contract'
import { queuesContract } from '@recado/core/modules/queues/contract'
import { tagsContract } from '@recado/core/modules/tags/contract'
import { useQuery } from '@tanstack/react-query'
import { forQueue } from '../../../lib/for-queue.ts'
import { call } from '../../../lib/http/client.ts'
import { useRefetchOn } from '../../../lib/socket/use-event.ts'

const FRESH = 300_000

export function useQueueChoices() {
  useRefetchOn(['queue'], ['queues'])
  return useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => call(queuesContract.routes.list, { signal, quiet: true }),
    staleTime: FRESH,
  })
}

export function useTagChoices() {
  useRefetchOn(['tag'], ['tags'])
  return useQuery({
    queryKey: ['tags'],
    queryFn: ({ signal }) => call(tagsContract.routes.list, { query: {}, signal, quiet: true }),
    staleTime: FRESH,
  })
}

/** Channels on which this person may open tickets. */
export const useMyChannels = () =>
  useQuery({
    queryKey: ['my-channels'],
    queryFn: ({ signal }) => call(channelsContract.routes.mine, { query: {}, signal, quiet: true }),
  })

/** Why a ticket of this queue may be closed; undefined until it is known. A company may have no reasons at all. */
export function useReasonChoices(queueId: number | null): ClosingReason[] | undefined {
  useRefetchOn(['closingReason'], ['closingReasons'])
  const { data, isError } = useQuery({
    queryKey: ['closingReasons', 'active'],
    queryFn: ({ signal }) =>
      call(closingReasonsContract.routes.list, { query: { isActive: 'true' }, signal, quiet: true }),
  })
  return data ? forQueue(data, queueId) : isError ? [] : undefined
}
