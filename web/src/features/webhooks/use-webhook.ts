import {
  type Delivery,
  type Webhook,
  type WebhookSaved,
  webhooksContract,
} from '@recado/core/modules/webhooks/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { toast } from '../../lib/toasts.ts'

const { get, save, rotateSecret, test, deliveries, replay, replayFailed } = webhooksContract.routes

const keyOf = (channelId: number) => ['webhook', channelId] as const
const logKeyOf = (channelId: number) => ['webhook-log', channelId] as const

/** What waits is on its way: its outcome is looked for so often. */
const LOOK_MS = 4000

export function useWebhook(channelId: number) {
  const queryKey = keyOf(channelId)
  // when it is paused its admins are told
  useRefetchOn(['notification'], queryKey)
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(get, { params: { id: channelId }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? LOOK_MS : false),
  })
}

export const useDeliveries = (channelId: number, failed: boolean) =>
  useInfiniteQuery({
    queryKey: [...logKeyOf(channelId), failed],
    queryFn: ({ pageParam, signal }) =>
      call(deliveries, {
        params: { id: channelId },
        query: { before: pageParam, failed: failed || undefined, pageSize: undefined },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.deliveries.some(isWaiting)) ? LOOK_MS : false,
  })

const isWaiting = ({ state }: Delivery): boolean => state === 'pending'

/** What an admin does to a channel's webhook. */
export function useWebhookActions(channelId: number) {
  const client = useQueryClient()
  const params = { id: channelId }
  const put = ({ secret: _secret, ...webhook }: WebhookSaved) => client.setQueryData<Webhook>(keyOf(channelId), webhook)
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(channelId) }),
      client.invalidateQueries({ queryKey: logKeyOf(channelId) }),
    ])
  return {
    refresh,
    save: useMutation({
      mutationFn: (body: { url?: string; enabled?: boolean; events?: Webhook['events'] }) =>
        call(save, { params, body }),
      onSuccess: put,
      onSettled: refresh,
      // The form shows it.
      meta: { handled: true },
    }),
    resume: useMutation({
      mutationFn: () => call(save, { params, body: { enabled: true } }),
      onSuccess: (saved) => {
        put(saved)
        toast.success(i18n.t('webhooks:resumed'))
      },
      onSettled: refresh,
    }),
    rotate: useMutation({
      mutationFn: () => call(rotateSecret, { params }),
      onSuccess: put,
      // The confirmation reports it.
      meta: { handled: true },
    }),
    test: useMutation({ mutationFn: () => call(test, { params, timeoutMs: 30_000 }), onSettled: refresh }),
    replay: useMutation({
      mutationFn: (delivery: Delivery) => call(replay, { params: { ...params, deliveryId: delivery.id } }),
      onSuccess: () => toast.success(i18n.t('webhooks:replayed')),
      onSettled: refresh,
    }),
    replayFailed: useMutation({
      mutationFn: () => call(replayFailed, { params }),
      onSuccess: ({ count }) => toast.success(i18n.t('webhooks:replayedCount', { count })),
      onSettled: refresh,
      meta: { handled: true },
    }),
  }
}

export type WebhookActions = ReturnType<typeof useWebhookActions>
