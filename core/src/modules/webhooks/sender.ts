import type { HttpResponse } from '@recado/sdk'
import { isPluginError } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { type Attempt, type Failure, retryAfterOf } from './outcome.ts'
import { signatureOf } from './signature.ts'

export interface Sendable {
  id: string
  event: string
  /** JSON, sent byte for byte. */
  payload: string
}

const TIMEOUT_MS = 10_000
const KEPT_BYTES = 2048
/** Read so much before the connection is cut, so that connections of well-behaved receivers live on. */
const READ_BYTES = 64 * 1024

/** Makes one signed request. Never rejects. */
export function createSender({ egress, clock }: { egress: Pick<Egress, 'clientFor'>; clock: Clock }) {
  const http = egress.clientFor({ name: 'webhooks', tenantAddresses: 'any', keepsRedirects: true })

  return async (url: string, { id, event, payload }: Sendable, secrets: readonly string[]): Promise<Attempt> => {
    const startedAt = performance.now()
    const ended = (failure: Failure | null, more: Partial<Attempt> = {}): Attempt => ({
      failure,
      statusCode: null,
      response: null,
      retryAfterMs: null,
      ...more,
      durationMs: Math.round(performance.now() - startedAt),
    })
    try {
      const answer = await http.request(url, {
        method: 'POST',
        timeoutMs: TIMEOUT_MS,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'recado-webhook',
          'x-recado-signature': signatureOf(secrets, Math.floor(clock.now() / 1000), payload),
          'x-recado-delivery': id,
          'x-recado-event': event,
        },
        body: payload,
      })
      const response = await beginningOf(answer)
      const retryAfterMs = retryAfterOf(answer.headers['retry-after'], clock.now())
      return ended(failureOf(answer.status), { statusCode: answer.status, response, retryAfterMs })
    } catch (error) {
      return ended(isPluginError(error) && error.code === 'MISCONFIGURED' ? 'REFUSED' : 'NO_ANSWER')
    }
  }
}

export type Send = ReturnType<typeof createSender>

function failureOf(status: number): Failure | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'GONE'
  return status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS'
}

/** The status has decided already: a body that breaks off or never ends changes nothing. */
async function beginningOf(answer: HttpResponse): Promise<string | null> {
  const kept: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.stream()) {
      if (size < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - size))
      size += chunk.byteLength
      if (size >= READ_BYTES) break
    }
  } catch {
    return textOf(kept)
  }
  return textOf(kept)
}

/** Without a character cut in half, and without what the database cannot keep. */
function textOf(chunks: Uint8Array[]): string | null {
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll('\0', '�')
  return text === '' ? null : text
}
