import { internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { call } from '../../../lib/http/client.ts'
import { type ChatKey, placeOf } from '../place.ts'

/** Others are told at most this often, and that it ended after a pause. Milliseconds. */
const AGAIN = 3_000
const PAUSE = 4_000

let current: { key: ChatKey; toldAt: number; end: ReturnType<typeof setTimeout> } | null = null

const tell = (key: ChatKey, on: boolean): void => {
  // a hint: nobody misses one that did not arrive
  call(internalChatContract.routes.typing, { body: { ...placeOf(key), on }, quiet: true }).catch(() => undefined)
}

/** Call on every key. */
export function tellTyping(key: ChatKey): void {
  const now = Date.now()
  if (current && current.key !== key) stopTyping()
  const isDue = !current || now - current.toldAt >= AGAIN
  if (isDue) tell(key, true)
  if (current) clearTimeout(current.end)
  current = { key, toldAt: isDue ? now : (current?.toldAt ?? now), end: setTimeout(stopTyping, PAUSE) }
}

/** Left or given up. */
export function stopTyping(): void {
  if (!current) return
  tell(current.key, false)
  forgetTyping()
}

/** Sent: the message itself says that nobody types any more. */
export function forgetTyping(): void {
  if (current) clearTimeout(current.end)
  current = null
}
