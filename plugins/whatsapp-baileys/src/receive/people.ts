import type { Address, Party, Store } from '@recado/sdk'
import { addressesOf } from '@recado/whatsapp-ids'
import type { SignalKeyStore } from '@whiskeysockets/baileys'
import { createCache } from '../library/cache.ts'
import { isLid, plainJid } from '../library/jids.ts'

const CACHED = 1000
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** Both names of one person, as plain jids; at least one is there. */
export interface Names {
  pn?: string
  lid?: string
}

/** Knows that a phone number and a LID are the same person, whichever of them comes first. */
export interface People {
  /** Everything known of a jid; `alt` is the other form when the stanza tells it. */
  of(jid: string, alt?: string | null): Promise<Names>
  /** The name that message ids are built with: the LID where it is known. */
  key(names: Names): Promise<string>
  /** Names under which an older message of this person may be known. */
  keys(names: Names): Promise<string[]>
}

export function createPeople(store: Store, keys: () => SignalKeyStore | null, now: () => number): People {
  const keyed = createCache(CACHED, KEPT_MS, now)
  const marker = (pn: string) => `by-phone:${pn}`

  const other = async (jid: string): Promise<string | undefined> => {
    const user = jid.split('@')[0] ?? ''
    const id = isLid(jid) ? `${user}_reverse` : user
    const found = (await keys()?.get('lid-mapping', [id]))?.[id]
    return found ? plainJid(isLid(jid) ? `${found}@s.whatsapp.net` : `${found}@lid`) : undefined
  }

  /** Was a message of this number named by it, before its LID was known? */
  const wasKeyedByPhone = async (pn: string): Promise<boolean> => {
    const known = keyed.get<boolean>(pn)
    if (known !== undefined) return known
    const found = (await store.get(marker(pn))) !== null
    keyed.set(pn, found)
    return found
  }

  return {
    async of(given, alt) {
      const jid = plainJid(given) ?? given
      const second = plainJid(alt) ?? (await other(jid))
      const isOther = second !== undefined && isLid(second) !== isLid(jid)
      return isLid(jid)
        ? { lid: jid, ...(isOther ? { pn: second } : {}) }
        : { pn: jid, ...(isOther ? { lid: second } : {}) }
    },
    async key({ lid, pn = '' }) {
      if (lid) return lid
      if (!(await wasKeyedByPhone(pn))) {
        await store.set(marker(pn), now())
        keyed.set(pn, true)
      }
      return pn
    },
    async keys({ lid, pn }) {
      const phone = pn && (!lid || (await wasKeyedByPhone(pn))) ? [pn] : []
      return lid ? [lid, ...phone] : phone
    },
  }
}

export const addressesOfNames = ({ pn, lid }: Names): Address[] => addressesOf(pn, lid)

/** A person, with the name they gave themselves; the picture is fetched when somebody looks at it. */
export function partyOf(names: Names, name?: string | null): Party {
  const shown = name?.trim().slice(0, 255)
  const addresses = addressesOfNames(names)
  return {
    addresses,
    ...(shown ? { name: shown } : {}),
    ...(names.pn ? { phone: names.pn.split('@')[0] ?? '' } : {}),
    avatarRef: avatarRefOf(names.lid ?? names.pn ?? ''),
  }
}

export const avatarRefOf = (jid: string, edition = ''): string => `avatar:${jid}${edition ? `#${edition}` : ''}`
