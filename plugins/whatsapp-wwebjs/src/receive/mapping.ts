import type { ChannelContext, InboundEvent, InboundMessage, Party } from '@recado/sdk'
import { addressesOf, isGroupId } from '@recado/whatsapp-ids'

export interface Mapping {
  ignoreGroups: boolean
  /** Epoch milliseconds, for what no time is told for. */
  now: number
  t: ChannelContext['t']
}

/** The party behind ids of one person or group; undefined for status, newsletters and nonsense. */
export function partyOf(ids: (string | undefined)[], name?: string): Party | undefined {
  const addresses = addressesOf(...ids)
  return addresses.length > 0 ? { addresses, ...(name ? { name: name.slice(0, 255) } : {}) } : undefined
}

/** Whom somebody should look up: LIDs without a phone, and groups. */
export function strangersOf(events: readonly InboundEvent[]): { lids: string[]; groups: string[] } {
  const parties = events.flatMap((event) => (event.kind === 'message' ? [event.chat, event.sender ?? []].flat() : []))
  const lids = parties.flatMap(({ addresses }) => {
    const [first] = addresses
    return addresses.length === 1 && first?.kind === 'lid' ? [first.value] : []
  })
  const groups = parties.flatMap(({ addresses: [first], name }) =>
    first?.kind === 'wa-group' && !name ? [first.value] : [],
  )
  return { lids: [...new Set(lids)], groups: [...new Set(groups)] }
}

export const isOfGroup = (chatId: string | undefined): boolean => chatId !== undefined && isGroupId(chatId)

export type MessageEvent = InboundMessage
