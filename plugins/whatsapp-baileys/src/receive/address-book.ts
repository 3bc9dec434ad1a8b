import type { Party, Store } from '@recado/sdk'
import type { Contact } from '@whiskeysockets/baileys'
import { isLid, plainJid } from '../library/jids.ts'
import { type Names, type People, partyOf } from './people.ts'

/** Where it is kept; it goes with the session. */
export const BOOK = 'book:'
const PARTS = 32
/** People of one part: some 12 000 altogether. */
const PART_SIZE = 400
const MAX_NAME = 255

type Entry = Names & { name: string }
type Part = Record<string, Entry>

/** The people whom the phone knows by a name, as it told of them since it was linked: it cannot be asked for them. */
export interface AddressBook {
  note(contacts: readonly Partial<Contact>[]): Promise<void>
  /** Each person once; groups and ourselves are left out. */
  list(): AsyncIterable<Party>
}

export function createAddressBook(store: Store, people: People, own: () => string[]): AddressBook {
  const read = async (part: number): Promise<Part> => (await store.get<Part>(`${BOOK}${part}`))?.value ?? {}

  return {
    async note(contacts) {
      const parts = new Map<number, Entry[]>()
      for (const contact of contacts) {
        const entry = entryOf(contact)
        if (!entry) continue
        const part = partOf(keyOf(entry))
        parts.set(part, [...(parts.get(part) ?? []), entry])
      }
      for (const [part, entries] of parts) {
        const known = await read(part)
        for (const entry of entries) {
          const key = keyOf(entry)
          if (known[key] || Object.keys(known).length < PART_SIZE) known[key] = { ...known[key], ...entry }
        }
        await store.set(`${BOOK}${part}`, known, { sealed: true })
      }
    },
    async *list() {
      const told = new Set(own())
      for (let part = 0; part < PARTS; part += 1)
        for (const { name, pn, lid } of Object.values(await read(part))) {
          const names = await people.of(pn ?? lid ?? '', pn ? lid : undefined)
          const jids = [names.pn, names.lid].filter((jid) => jid !== undefined)
          if (jids.some((jid) => told.has(jid))) continue
          for (const jid of jids) told.add(jid)
          yield partyOf(names, name)
        }
    },
  }
}

const keyOf = ({ pn, lid }: Names): string => pn ?? lid ?? ''

function entryOf({ id, name, lid, phoneNumber }: Partial<Contact>): Entry | null {
  const shown = name?.trim().slice(0, MAX_NAME)
  if (!shown || !id || id.endsWith('@g.us')) return null
  const jids = [id, phoneNumber, lid].flatMap((jid) => plainJid(jid) ?? [])
  const phone = jids.find((jid) => !isLid(jid))
  const hidden = jids.find(isLid)
  if (!phone && !hidden) return null
  return { name: shown, ...(phone ? { pn: phone } : {}), ...(hidden ? { lid: hidden } : {}) }
}

/** Spread evenly, and the same for the same person. */
function partOf(key: string): number {
  let sum = 0
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return sum % PARTS
}
