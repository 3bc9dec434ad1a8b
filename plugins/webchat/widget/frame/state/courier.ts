import type { WireErrorCode } from '../../../src/wire.ts'
import { ApiError } from '../net/api.ts'
import type { Connection } from '../net/connection.ts'
import type { Session } from '../net/session.ts'
import type { Outbox, Outgoing } from './outbox.ts'

const ACK_MS = 10_000
const AGAIN_MS = 3_000

interface Events {
  onSent(item: Outgoing): void
  onFailed(uuid: string, code: WireErrorCode): void
}

/** Takes the outbox to the server, one after another, until each is accepted or refused for good. */
export function createCourier(outbox: Outbox, connection: Connection, session: Session, events: Events) {
  let busy: string | null = null
  let timer = 0

  function again(ms: number): void {
    busy = null
    clearTimeout(timer)
    timer = setTimeout(go, ms)
  }

  function go(): void {
    const item = outbox.next
    if (busy || !item || connection.link() !== 'online') return
    busy = item.uuid
    outbox.fly(item)
    clearTimeout(timer)
    const { uuid, text, fileId, choice, replyTo } = item
    const body = { uuid, ...(text ? { text } : {}), ...(fileId ? { fileId } : {}), ...(choice ? { choice } : {}) }
    const message = replyTo ? { ...body, replyTo } : body
    // No answer in time: the same uuid goes out once more, which the server absorbs.
    if (connection.send({ type: 'send', ...message })) timer = setTimeout(() => again(0), ACK_MS)
    else
      session.call('POST', 'messages', message).then(
        () => acked(uuid),
        (error) => refused(uuid, error),
      )
  }

  function acked(uuid: string): void {
    const item = outbox.done(uuid)
    if (item) events.onSent(item)
    if (busy === uuid) again(0)
  }

  function refused(uuid: string, error: unknown): void {
    const known = error instanceof ApiError ? error : new ApiError('ERR_NETWORK', true)
    if (known.retryable || known.code === 'ERR_NETWORK') {
      again(AGAIN_MS)
      return
    }
    outbox.fail(uuid, known.code)
    events.onFailed(uuid, known.code)
    if (busy === uuid) again(0)
  }

  return {
    go,
    acked,
    refused,
    /** The connection changed: whatever was on its way is sent again when it is back. */
    interrupted(): void {
      busy = null
      clearTimeout(timer)
      go()
    },
  }
}
