import type { Address, ContentOf } from '@recado/sdk'

/** Servers of WhatsApp ids, by what they name. */
const PHONE_SERVERS = new Set(['s.whatsapp.net', 'c.us'])
const LID_SERVERS = new Set(['lid', 'hosted.lid'])

/** Kinds of address on WhatsApp: a phone in digits, an opaque id that is no phone although it is all digits, a group. */
export const PHONE = 'phone'
export const LID = 'lid'
export const GROUP = 'wa-group'

/**
 * The address behind an id such as `5511911112222:2@s.whatsapp.net`, `…@c.us`, `…@lid` or `1203…@g.us`; digits alone
 * are a phone. Null for what is no conversation: status, newsletters, broadcast lists, nonsense.
 */
export function addressOf(id: string): Address | null {
  const [user = '', server] = id.trim().split('@', 2)
  const name = user.split(':', 1)[0]?.split('_', 1)[0] ?? ''
  if (server === 'g.us') return /^[\d-]{5,64}$/.test(user) ? { kind: GROUP, value: user } : null
  if (!/^\d{5,20}$/.test(name)) return null
  if (server === undefined || PHONE_SERVERS.has(server)) return { kind: PHONE, value: name }
  return LID_SERVERS.has(server) ? { kind: LID, value: name } : null
}

/** The id of an address; `server` is the gateway's own spelling of phones. Null for addresses of other channels. */
export function idOf({ kind, value }: Address, server: 's.whatsapp.net' | 'c.us' = 's.whatsapp.net'): string | null {
  if (kind === PHONE) return `${value}@${server}`
  if (kind === LID) return `${value}@lid`
  return kind === GROUP ? `${value}@g.us` : null
}

export const isGroupId = (id: string): boolean => id.endsWith('@g.us')

/**
 * A phone as somebody typed it, in digits with country code. Ten and eleven digits without a plus are Brazilian numbers
 * that lack it.
 * @throws RangeError when it is no phone
 */
export function phoneDigits(raw: string): string {
  const digits = raw.replace(/\D/g, '').replace(/^00/, '')
  const isNational = !/^\s*(\+|00)/.test(raw) && (digits.length === 10 || digits.length === 11)
  const complete = isNational ? `55${digits}` : digits
  if (!/^[1-9]\d{7,14}$/.test(complete)) throw new RangeError('not a phone number')
  return complete
}

/** A text, or a file with its caption. */
type Named = Pick<ContentOf<'media'>, 'text' | 'mentions'>

/**
 * WhatsApp finds people in a text by the digits of their id behind the `@`, whatever our own text calls them; `people`
 * are those of them whom it knows.
 */
export function namedByNumber({ text = '', mentions = [] }: Named): { text: string; people: Address[] } {
  const named = mentions.filter(({ address }) => address.kind !== GROUP && idOf(address) !== null)
  // Longer names first: one may begin with another.
  const ordered = [...named].sort((a, b) => b.token.length - a.token.length)
  const unique = new Map(named.map(({ address }) => [idOf(address), address]))
  return {
    text: ordered.reduce((left, { token, address }) => left.replaceAll(`@${token}`, `@${address.value}`), text),
    people: [...unique.values()],
  }
}

/** The addresses of one person, phone first since agents can read it, each once. */
export function addressesOf(...ids: (string | null | undefined)[]): Address[] {
  const found = ids.flatMap((id) => (id ? (addressOf(id) ?? []) : []))
  const unique = new Map(found.map((address) => [`${address.kind}:${address.value}`, address]))
  return [...unique.values()].sort((a, b) => Number(b.kind === PHONE) - Number(a.kind === PHONE))
}
