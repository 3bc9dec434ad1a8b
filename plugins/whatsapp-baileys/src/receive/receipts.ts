import type { DeliveryState, InboundEvent } from '@recado/sdk'
import { type MessageUserReceiptUpdate, proto, type WAMessageUpdate } from '@whiskeysockets/baileys'
import { millisecondsOf } from '../library/number.ts'
import { outId } from './ids.ts'

const { Status } = proto.WebMessageInfo

const STATES: Record<number, DeliveryState> = {
  [Status.SERVER_ACK]: 'sent',
  [Status.DELIVERY_ACK]: 'delivered',
  [Status.READ]: 'read',
  [Status.PLAYED]: 'played',
}

/** How far our messages came in private chats. Refusals are told by whoever waits for the acknowledgement. */
export function mapUpdates(updates: WAMessageUpdate[], now: number): InboundEvent[] {
  return updates.flatMap(({ key, update }): InboundEvent[] => {
    const status = STATES[Number(update.status)]
    if (!key.fromMe || !key.id || !status) return []
    return [{ kind: 'receipt', status, externalIds: [outId(key.id)], at: millisecondsOf(update.messageTimestamp, now) }]
  })
}

/** In groups each member confirms; the first one counts. */
export function mapGroupReceipts(updates: MessageUserReceiptUpdate[], now: number): InboundEvent[] {
  return updates.flatMap(({ key, receipt }): InboundEvent[] => {
    const status = receipt.readTimestamp ? 'read' : 'delivered'
    if (!key.fromMe || !key.id) return []
    const at = millisecondsOf(receipt.readTimestamp ?? receipt.receiptTimestamp, now)
    return [{ kind: 'receipt', status, externalIds: [outId(key.id)], at }]
  })
}
