/**
 * What nodes write into NOTIFY. A payload has at most 7 999 bytes (reliability M-10), so larger messages travel in
 * parts; parts of one sender arrive in order, since it publishes over one connection.
 */
export interface Envelope {
  from: string
  /** One node instead of all. */
  to?: string
  /** hint, request, answer, refusal, and what nodes tell of themselves */
  kind: 'hint' | 'ask' | 'reply' | 'refusal' | 'hello' | 'bye' | 'lost' | 'probe'
  /** Topic or method. */
  name?: string
  id?: string
  body?: unknown
}

export const MAX_BYTES = 7_900
const PART = 7_700
const PART_MARK = '~'

export const sizeOf = (text: string): number => Buffer.byteLength(text)

/** JSON of seven-bit characters, so that it may be cut anywhere and a character is a byte. */
const ascii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

export function encode(envelope: Envelope, newId: () => string): string[] {
  const text = JSON.stringify(envelope)
  if (sizeOf(text) <= MAX_BYTES) return [text]
  const safe = ascii(text)
  const id = newId()
  const count = Math.ceil(safe.length / PART)
  return Array.from(
    { length: count },
    (_, index) =>
      `${PART_MARK}${envelope.from} ${id} ${index} ${count} ${safe.slice(index * PART, (index + 1) * PART)}`,
  )
}

const PART_SHAPE = /^~(\S+) (\S+) (\d+) (\d+) /

/** Puts parts together again; one for each LISTEN connection. */
export function createDecoder(): (payload: string) => Envelope | null {
  const open = new Map<string, { id: string; parts: string[] }>()

  const join = (payload: string): string | null => {
    const head = PART_SHAPE.exec(payload)
    if (!head) return null
    const [whole, from = '', id = '', index, count] = head
    const known = open.get(from)
    const message = known?.id === id ? known : { id, parts: [] }
    // a part is missing when the connection was cut between two
    if (message.parts.length !== Number(index)) {
      open.delete(from)
      return null
    }
    message.parts.push(payload.slice(whole.length))
    if (message.parts.length < Number(count)) {
      open.set(from, message)
      return null
    }
    open.delete(from)
    return message.parts.join('')
  }

  return (payload) => {
    const text = payload.startsWith(PART_MARK) ? join(payload) : payload
    return text === null ? null : (JSON.parse(text) as Envelope)
  }
}
