import { list, record, records, text } from '@recado/loose-json'
import { kindOf } from '../kinds.ts'
import type { HubApi } from './client.ts'

/** One of the account's channels. */
export interface HubChannel {
  id: string
  name: string
  kind: string | undefined
}

/** `GET /v1/channels` answers a list, or `{ data: [...] }`. */
export async function listChannels(api: HubApi, signal: AbortSignal): Promise<HubChannel[]> {
  const answer = await api.call('GET', '/v1/channels', undefined, { signal })
  const items = Array.isArray(answer) ? answer : list(record(answer).data ?? record(answer).channels)
  return records(items).flatMap((item) => {
    const id = text(item.id) ?? text(item.token)
    const kind = kindOf(item.channel ?? item.type ?? item.kind ?? item.channelType ?? item.provider)
    const name = text(item.name) ?? text(item.description) ?? text(item.number)
    return id ? [{ id, kind, name: name ?? id }] : []
  })
}
