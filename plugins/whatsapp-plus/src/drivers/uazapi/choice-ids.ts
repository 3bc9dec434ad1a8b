import { createHash } from 'node:crypto'
import type { InboundEvent, Store } from '@recado/sdk'

const MARK = 'k~'
const keyOf = (short: string) => `choice:${short}`

/** Ids that the gateway would take for something else: its separators, its kinds of button, an address. */
const UNSAFE = /[|\n\r[\]]|^\s|\s$|^(https?:|url:|copy:|call:|k~)/i
const LONGEST = 200

/** The id that goes out in place of ours. What cannot stand in a menu is kept here under a short key. */
export async function menuId(id: string, store: Store): Promise<string> {
  if (!UNSAFE.test(id) && id.length <= LONGEST) return id
  const short = `${MARK}${createHash('sha256').update(id).digest('base64url').slice(0, 22)}`
  await store.set(keyOf(short), id)
  return short
}

/** Taps with our own ids in them again. */
export async function restoreChoices(events: InboundEvent[], store: Store): Promise<InboundEvent[]> {
  return Promise.all(
    events.map(async (event) => {
      if (event.kind !== 'message' || event.content.type !== 'choice') return event
      const { content } = event
      if (!content.id.startsWith(MARK)) return event
      const kept = (await store.get<unknown>(keyOf(content.id)))?.value
      return typeof kept === 'string' ? { ...event, content: { ...content, id: kept } } : event
    }),
  )
}
