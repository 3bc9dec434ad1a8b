import { type Channel, channelsContract } from '@recado/core/modules/channels/contract'
import { pluginsContract } from '@recado/core/modules/plugins/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { takeInto } from '../../lib/http/take-into.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { useRefetchOn, useServerEvent } from '../../lib/socket/use-event.ts'
import { toast } from '../../lib/toasts.ts'

const { list, remove, connect, reconnect, disconnect, rotateHookKey } = channelsContract.routes

const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call(list, { signal }),
})

/** Channels, with connection states as they change. */
export function useChannels() {
  const client = useQueryClient()
  useRefetchOn(['whatsapp', 'plugins', 'hours'], channelsQuery.queryKey)
  useServerEvent('whatsappSession', ({ session }) => {
    void takeInto<Channel>(client, channelsQuery.queryKey, session as Partial<Channel> & { id: number })
  })
  return useQuery(channelsQuery)
}

/** Kinds of channel that the company's plugins bring. */
export const useChannelTypes = () =>
  useQuery({
    queryKey: ['channel-types'],
    queryFn: ({ signal }) => call(pluginsContract.routes.channelTypes, { signal }),
    staleTime: 60_000,
  })

/** What can be done with a channel besides editing. Progress arrives by socket. */
export function useChannelActions() {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: channelsQuery.queryKey })
  const id = (channel: Channel) => ({ params: { id: channel.id } })
  return {
    connect: useMutation({ mutationFn: (channel: Channel) => call(connect, id(channel)), onSettled: refetch }),
    renew: useMutation({
      mutationFn: (channel: Channel) => call(reconnect, { ...id(channel), body: { isQrcode: true } }),
      onSettled: refetch,
    }),
    disconnect: useMutation({ mutationFn: (channel: Channel) => call(disconnect, id(channel)), onSettled: refetch }),
    rotate: useMutation({ mutationFn: (channel: Channel) => call(rotateHookKey, id(channel)), onSettled: refetch }),
    remove: useMutation({
      mutationFn: (channel: Channel) =>
        call(remove, { ...id(channel), query: { name: channel.name }, body: { name: channel.name } }),
      onSuccess: () => toast.success(i18n.t('common:deleted')),
      onSettled: refetch,
      meta: { handled: true },
    }),
    refetch,
  }
}
