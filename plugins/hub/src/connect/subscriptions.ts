import { list, record, text } from '@recado/loose-json'
import { type ChannelContext, isPluginError } from '@recado/sdk'
import { type HubApi, isStatus } from '../api/client.ts'

/** What the hub tells us of, each by a subscription of its own. */
const EVENTS = ['MESSAGE', 'MESSAGE_STATUS'] as const
const KEY = 'subscriptions'

interface Kept {
  event: string
  /** Undefined when it was there already and the hub did not say which. */
  id: string | undefined
  url: string
}

/** Makes the hub call this channel's address; one that is there already is as good. */
export async function subscribe(
  ctx: ChannelContext,
  api: HubApi,
  channelId: string,
  signal: AbortSignal,
): Promise<void> {
  const url = await ctx.hookUrl()
  const known = await keptOf(ctx)
  const next: Kept[] = []
  for (const event of EVENTS) {
    const old = known.find((one) => one.event === event)
    const isMoved = old?.id !== undefined && old.url !== url
    const id = isMoved ? await move(api, old.id ?? '', url, signal) : undefined
    next.push({ event, url, id: id ?? (await create(api, { channelId, event, url }, signal)) ?? old?.id })
  }
  // The address is the secret of the channel's hook.
  await ctx.store.set(KEY, next, { sealed: true })
}

/** Ids of this channel's subscriptions, as hooks may name them. */
export const subscriptionIds = async (ctx: ChannelContext): Promise<string[]> =>
  (await keptOf(ctx)).flatMap(({ id }) => id ?? [])

/** Best effort: the hub may be away just when the channel is switched off. */
export async function unsubscribe(ctx: ChannelContext, api: HubApi, signal: AbortSignal): Promise<void> {
  for (const id of await subscriptionIds(ctx)) {
    try {
      await api.call('DELETE', `/v1/subscriptions/${encodeURIComponent(id)}`, undefined, { signal })
    } catch (error) {
      ctx.log.warn('a subscription could not be ended', { code: isPluginError(error) ? error.code : 'unknown' })
    }
  }
  await ctx.store.delete(KEY)
}

async function create(
  api: HubApi,
  { channelId, event, url }: { channelId: string; event: string; url: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const body = { criteria: { channel: channelId }, webhook: { url }, eventType: event }
  try {
    return idOf(await api.call('POST', '/v1/subscriptions', body, { signal }))
  } catch (error) {
    if (!isStatus(error, 409)) throw error
    return undefined
  }
}

/** After the channel's address was changed. Undefined when the hub no longer knows the subscription. */
async function move(api: HubApi, id: string, url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    await api.call('PATCH', `/v1/subscriptions/${encodeURIComponent(id)}`, { webhook: { url } }, { signal })
    return id
  } catch (error) {
    if (!isStatus(error, 404)) throw error
    return undefined
  }
}

const idOf = (answer: unknown): string | undefined => text(record(answer).id) ?? text(record(record(answer).data).id)

async function keptOf(ctx: ChannelContext): Promise<Kept[]> {
  return list((await ctx.store.get<unknown>(KEY))?.value).flatMap((one) => {
    const { event, url, id } = record(one)
    const name = text(event)
    return name ? [{ event: name, url: text(url) ?? '', id: text(id) }] : []
  })
}
