import { createHash } from 'node:crypto'
import { text } from '@recado/loose-json'
import { type Address, PluginError } from '@recado/sdk'
import { PHONE, phoneDigits } from '@recado/whatsapp-ids'

/** People of networks that know them only by a number of one page or account; the hub's channel stands before it. */
export const HUB = 'hub'

/**
 * Canonical form of what an agent types: a phone's digits.
 * @throws PluginError RECIPIENT_INVALID
 */
export function normalisePhone(raw: string): string {
  try {
    return phoneDigits(raw)
  } catch (error) {
    throw new PluginError('RECIPIENT_INVALID', { detail: 'not a phone number', cause: error })
  }
}

/** The address of somebody who wrote; `id` is the hub's `from`. Undefined without an id. */
export function addressFor(kind: string, channelId: string, id: unknown): Address | undefined {
  const given = text(id)?.trim()
  if (!given) return undefined
  const digits = given.replace(/^\+/, '').replace(/@(c\.us|s\.whatsapp\.net)$/, '')
  if (kind === 'whatsapp' && /^[1-9]\d{7,14}$/.test(digits)) return { kind: PHONE, value: digits }
  const value = `${channelId}/${given}`
  return value.length <= 255 ? { kind: HUB, value } : undefined
}

/** What the hub takes as `to`. @throws PluginError RECIPIENT_INVALID for somebody of another channel */
export function recipientOf({ kind, value }: Address, channelId: string): string {
  if (kind === PHONE) return normalisePhone(value)
  const prefix = `${channelId}/`
  if (kind === HUB && value.startsWith(prefix) && value.length > prefix.length) return value.slice(prefix.length)
  throw new PluginError('RECIPIENT_INVALID', { detail: 'nobody of this channel' })
}

export const WAMID = 'wamid.'

const isBase64 = (value: string): boolean => /^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(value)

/** WhatsApp's own id, which the hub wraps in base64 once or twice; ids of other shapes stay as they are. */
export function unwrapped(value: unknown): string | undefined {
  const given = text(value)?.trim()
  let inner = given
  for (let layer = 0; layer < 2 && inner && isBase64(inner); layer += 1) {
    inner = Buffer.from(inner, 'base64').toString('utf8')
    if (inner.startsWith(WAMID)) return inner.slice(0, 512)
  }
  return given?.slice(0, 512)
}

/** A key for what came without any id: the same delivery has the same. */
export const hashKey = (value: unknown): string =>
  `hash:${createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')}`
