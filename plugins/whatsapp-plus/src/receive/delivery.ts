import type { DeliveryState } from '@recado/sdk'

/** States of delivery by the words and numbers of all gateways (channels, common model). */
const STATES: Record<string, DeliveryState> = {
  sent: 'sent',
  server_ack: 'sent',
  '2': 'sent',
  delivered: 'delivered',
  delivery_ack: 'delivered',
  '3': 'delivered',
  read: 'read',
  '4': 'read',
  played: 'played',
  '5': 'played',
  failed: 'failed',
  error: 'failed',
  '0': 'failed',
}

/** Null for states that say nothing new (pending) or are about what we read ourselves (`ReadSelf`). */
export const deliveryState = (word: string | undefined): DeliveryState | null =>
  STATES[(word ?? '').trim().toLowerCase()] ?? null

/** In a group one member's reading is not everybody's: no more than "delivered" is certain. */
export const inGroup = (state: DeliveryState): DeliveryState =>
  state === 'read' || state === 'played' ? 'delivered' : state
