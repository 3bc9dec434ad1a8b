import type { Loose } from '@recado/loose-json'
import { textOf } from '../../receive/fields.ts'

/** Marks what we send, so that its echo is known as ours. */
export const TRACK_SOURCE = 'recado'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Our message's id in an echo; of a message that became several only the first carries it. */
export function ownTrackId(message: Loose): string | undefined {
  const id = textOf(message, 'track_id')
  return textOf(message, 'track_source') === TRACK_SOURCE && id && UUID.test(id) ? id.toLowerCase() : undefined
}
