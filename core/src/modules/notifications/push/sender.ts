import { isPluginError } from '@recado/sdk'
import type { Egress } from '../../../platform/egress/index.ts'
import type { PushKeys } from './keys.ts'

export interface Target {
  endpoint: string
  /** The browser's, as it gave them. */
  keys: { p256dh: string; auth: string }
}

export interface PushMessage {
  /** What the service worker shows, as JSON. */
  payload: string
  /** At most 32 characters of base64url: replaces what the push service still holds of it. */
  topic: string
  ttlSeconds: number
}

/** `gone`: the browser waits no more. `refused`: would be again. `later`: the push service is not to be had now. */
export type PushResult =
  | { outcome: 'sent' | 'gone' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; retryAfterMs: number | null }

const TIMEOUT_MS = 10_000

/** Encrypts for one browser and hands it to its push service (RFC 8030, 8188, 8291, 8292). Never rejects. */
export function createSender({ egress, subject }: { egress: Pick<Egress, 'clientFor'>; subject: string }) {
  const http = egress.clientFor({ name: 'push', tenantAddresses: 'any', keepsRedirects: true })

  return async (target: Target, { payload, topic, ttlSeconds }: PushMessage, keys: PushKeys): Promise<PushResult> => {
    try {
      // loaded by the first push, so that the start does not wait for it
      const { default: webPush } = await import('web-push')
      const { headers, body } = webPush.generateRequestDetails(target, payload, {
        vapidDetails: { subject, ...keys },
        TTL: ttlSeconds,
        urgency: 'high',
        topic,
        contentEncoding: 'aes128gcm',
      })
      const answer = await http.request(target.endpoint, {
        method: 'POST',
        timeoutMs: TIMEOUT_MS,
        headers: headersOf(headers),
        body: new Uint8Array(body ?? []),
        maxBytes: 64 * 1024,
      })
      // the status has decided already; reading to the end keeps the connection
      await answer.bytes().catch(() => undefined)
      return resultOf(answer.status, answer.headers['retry-after'])
    } catch (error) {
      if (!isPluginError(error)) return { outcome: 'refused', reason: 'the browser’s keys cannot be used' }
      const reason = error.message
      return error.code === 'MISCONFIGURED' || error.code === 'REJECTED'
        ? { outcome: 'refused', reason }
        : { outcome: 'later', reason, retryAfterMs: null }
    }
  }
}

export type SendPush = ReturnType<typeof createSender>

/** The client counts the bytes itself. */
const headersOf = (headers: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name === 'Content-Length' ? [] : [[name, String(value)]])),
  )

function resultOf(status: number, retryAfter: string | undefined): PushResult {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  const reason = `the push service answered ${status}`
  if (status !== 429 && status < 500) return { outcome: 'refused', reason }
  const seconds = Number(retryAfter)
  return { outcome: 'later', reason, retryAfterMs: seconds > 0 ? seconds * 1000 : null }
}
