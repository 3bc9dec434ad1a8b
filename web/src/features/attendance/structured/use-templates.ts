import { templatesContract } from '@recado/core/modules/templates/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/http/client.ts'

/** Templates of a channel that may be sent. */
export const useTemplates = (channelId: number) =>
  useQuery({
    queryKey: ['templates', channelId],
    queryFn: async ({ signal }) => {
      const all = await call(templatesContract.routes.list, { params: { id: channelId }, signal, quiet: true })
      return all.filter(({ status }) => status.toUpperCase() === 'APPROVED')
    },
  })
