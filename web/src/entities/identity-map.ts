import { replaceEqualDeep } from '@tanstack/react-query'
import { action, makeObservable, observable } from 'mobx'

/**
 * One object per id for the whole application. Readers depend on the single row they read. `isOlder` says that what
 * came is older than what is known: such rows are ignored, since events may arrive in any order.
 */
export class IdentityMap<Key extends number | string, Row extends object> {
  readonly rows = observable.map<Key, Row>({}, { deep: false })
  readonly #isOlder: (known: Row, came: Row) => boolean

  constructor(isOlder: (known: Row, came: Row) => boolean) {
    this.#isOlder = isOlder
    makeObservable(this, { put: action, delete: action, keepOnly: action, clear: action })
  }

  get(key: Key): Row | undefined {
    return this.rows.get(key)
  }

  get size(): number {
    return this.rows.size
  }

  /** Answers whether the row was taken. */
  put(key: Key, row: Row): boolean {
    const known = this.rows.get(key)
    if (known && this.#isOlder(known, row)) return false
    // the same once more, as several answers tell it, draws nothing anew
    this.rows.set(key, known ? replaceEqualDeep(known, row) : row)
    return true
  }

  delete(key: Key): void {
    this.rows.delete(key)
  }

  keepOnly(isWanted: (key: Key) => boolean): void {
    for (const key of [...this.rows.keys()]) if (!isWanted(key)) this.rows.delete(key)
  }

  clear(): void {
    this.rows.clear()
  }
}

/** Compares ISO moments; equal ones are no reason to refuse. */
export const isOlderMoment = (known: { updatedAt: string }, came: { updatedAt: string }): boolean =>
  Date.parse(came.updatedAt) < Date.parse(known.updatedAt)
