import type { WireErrorCode, WireFile } from '../../../src/wire.ts'
import type { Storage } from '../storage.ts'

/** A message that the server has not accepted yet. */
export interface Outgoing {
  uuid: string
  text: string
  at: number
  fileId?: string
  /** Only for showing. */
  file?: WireFile
  choice?: { id: string; text: string }
  replyTo?: string
  /** Set when trying again would change nothing; the visitor decides. */
  error?: WireErrorCode
}

const NAME = 'outbox'

/** Kept in storage, so that neither a reload nor a lost network loses a word. Tabs share it; the uuid absorbs repeats. */
export class Outbox {
  #storage: Storage
  #flying: Outgoing | null = null

  constructor(storage: Storage) {
    this.#storage = storage
  }

  get #kept(): Outgoing[] {
    return this.#storage.read<Outgoing[]>(NAME) ?? []
  }

  get all(): Outgoing[] {
    const kept = this.#kept
    const flying = this.#flying
    return flying && !kept.some(({ uuid }) => uuid === flying.uuid) ? [flying, ...kept] : kept
  }

  /** The oldest that still wants to go out. */
  get next(): Outgoing | null {
    return this.#kept.find((item) => !item.error) ?? null
  }

  /** On its way from this tab: another tab may hear of its arrival first and take it out of the storage. */
  fly(item: Outgoing): void {
    this.#flying = item
  }

  add(item: Outgoing): void {
    this.#storage.write(NAME, [...this.#kept, item])
  }

  done(uuid: string): Outgoing | null {
    const item = this.all.find((candidate) => candidate.uuid === uuid) ?? null
    const left = this.#kept.filter((candidate) => candidate.uuid !== uuid)
    if (item) this.#storage.write(NAME, left)
    if (this.#flying?.uuid === uuid) this.#flying = null
    return item
  }

  fail(uuid: string, error: WireErrorCode): void {
    if (this.#flying?.uuid === uuid) this.#flying = null
    const items = this.#kept.map((item) => (item.uuid === uuid ? { ...item, error } : item))
    this.#storage.write(NAME, items)
  }

  /** Goes to the end, as it would read strangely before what was sent since. */
  retry(uuid: string): void {
    const item = this.done(uuid)
    if (!item) return
    const { error: _, ...rest } = item
    this.add({ ...rest, at: Date.now() })
  }

  clear(): void {
    this.#flying = null
    this.#storage.remove(NAME)
  }
}
