import type { ChannelKey } from './ports.ts'

/** How an instance is called in the tables of the host: `channel:7`. */
export const channelInstance = (channelId: number): string => `channel:${channelId}`

export function channelOf(tenantId: number, instance: string): ChannelKey | null {
  const id = /^channel:([1-9]\d{0,9})$/.exec(instance)?.[1]
  return id === undefined ? null : { tenantId, channelId: Number(id) }
}

export const keyText = ({ tenantId, channelId }: ChannelKey): string => `${tenantId}:${channelId}`
