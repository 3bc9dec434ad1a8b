import type { Note } from '@recado/core/modules/notes/contract'
import { makeAutoObservable, observable } from 'mobx'
import { session } from '../../../lib/session/session.ts'
import { holdUnsaved } from '../../../lib/unsaved.ts'
import { Drafts } from '../composer/drafts.ts'

/** Notes that were begun, apart from what was begun for the customer. */
export const noteDrafts = new Drafts(() => `recado.note-drafts.${session.user?.userId ?? 0}`)
holdUnsaved(() => noteDrafts.hasUnkept)

/** In which tickets the field writes notes, and which note is being changed. */
class NoteMode {
  readonly #on = observable.map<number, Note | null>({}, { deep: false })

  constructor() {
    makeAutoObservable(this)
  }

  isOn(ticketId: number): boolean {
    return this.#on.has(ticketId)
  }

  edited(ticketId: number): Note | null {
    return this.#on.get(ticketId) ?? null
  }

  start(ticketId: number, note: Note | null = null): void {
    this.#on.set(ticketId, note)
  }

  stop(ticketId: number): void {
    this.#on.delete(ticketId)
  }
}

export const noteMode = new NoteMode()
