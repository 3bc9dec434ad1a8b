import { clip, type Loose, millis, record, text } from '@recado/loose-json'
import type { InboundReceipt } from '@recado/sdk'
import { codeFor, FAILED, faultOf } from '../api/errors.ts'
import { unwrapped } from '../ids.ts'

const STATES: Record<string, InboundReceipt['status']> = {
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  SEEN: 'read',
  PLAYED: 'played',
}

/** A state of a sent message, under the hub's id and the network's; undefined for states that say nothing new. */
export function mapStatus(body: Loose, now: number): InboundReceipt | undefined {
  const nested = record(body.message)
  const status = record(body.messageStatus ?? nested.messageStatus)
  const code = (text(status.code) ?? text(body.messageStatus) ?? '').toUpperCase()
  const state = FAILED.test(code) ? 'failed' : STATES[code]
  const ids = [
    text(body.messageId) ?? text(nested.messageId) ?? text(nested.id),
    unwrapped(body.providerMessageId ?? nested.providerMessageId ?? status.providerMessageId),
  ].flatMap((id) => (id ? [clip(id, 512)] : []))
  if (!state || ids.length === 0) return undefined
  return {
    kind: 'receipt',
    status: state,
    externalIds: [...new Set(ids)],
    at: millis(status.timestamp ?? body.timestamp, now),
    ...(state === 'failed' ? failure(status) : {}),
  }
}

function failure(status: Loose): Pick<InboundReceipt, 'reason' | 'code'> {
  const fault = faultOf({ messageStatus: status })
  const words = fault?.words ?? 'failed'
  const description = text(status.description)
  const reason = description && description !== words ? `${words} – ${description}` : words
  return { reason: clip(reason, 500), code: codeFor(fault?.code, `${words} ${description ?? ''}`) }
}
