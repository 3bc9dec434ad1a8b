import type { Contact, ContactTag } from '@recado/core/modules/contacts/contract'
import { IdentityMap, isOlderMoment } from './identity-map.ts'

/** Contacts of the conversations seen last; lists of contacts have their own pages. */
const KEPT = 200

class Contacts {
  readonly #map = new IdentityMap<number, Contact>(isOlderMoment)

  get(id: number): Contact | undefined {
    return this.#map.get(id)
  }

  take(contact: Contact): void {
    this.#map.put(contact.id, contact)
    if (this.#map.size <= KEPT) return
    const oldest = this.#map.rows.keys().next().value
    if (oldest !== undefined && oldest !== contact.id) this.#map.delete(oldest)
  }

  /** A tag has another name or colour. */
  retag(tag: ContactTag): void {
    for (const contact of [...this.#map.rows.values()]) {
      const tags = retagged(contact.tags, tag)
      if (tags) this.#map.put(contact.id, { ...contact, tags })
    }
  }

  remove(id: number): void {
    this.#map.delete(id)
  }

  clear(): void {
    this.#map.clear()
  }
}

export const contacts = new Contacts()

/** The same tags with one as it is now; null where it is not among them. */
export const retagged = (tags: readonly ContactTag[], { id, tag, name, color, isActive }: ContactTag) =>
  tags.some((one) => one.id === id)
    ? tags.map((one) => (one.id === id ? { id, tag, name, color, isActive } : one))
    : null
