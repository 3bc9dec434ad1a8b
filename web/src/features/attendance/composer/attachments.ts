import type { MediaKind } from '@recado/sdk'
import { makeAutoObservable, observable } from 'mobx'
import { holdUnsaved } from '../../../lib/unsaved.ts'
import { uuidV7 } from '../sending/uuid.ts'

export interface Attachment {
  id: string
  file: File
  kind: MediaKind
  caption: string
  /** Address in this browser's memory, for pictures and films. */
  previewUrl: string | null
}

const EMPTY: readonly Attachment[] = []

/** Files chosen and not sent yet, per ticket. They live in memory alone, so they hold back an idle reload. */
class Attachments {
  readonly #map = observable.map<number, readonly Attachment[]>({}, { deep: false })

  constructor() {
    makeAutoObservable(this)
  }

  of(ticketId: number): readonly Attachment[] {
    return this.#map.get(ticketId) ?? EMPTY
  }

  add(ticketId: number, files: { file: File; kind: MediaKind }[]): void {
    const added = files.map(({ file, kind }) => ({
      id: uuidV7(),
      file,
      kind,
      caption: '',
      previewUrl: kind === 'image' || kind === 'video' ? URL.createObjectURL(file) : null,
    }))
    this.#map.set(ticketId, [...this.of(ticketId), ...added])
  }

  caption(ticketId: number, id: string, caption: string): void {
    this.#map.set(
      ticketId,
      this.of(ticketId).map((attachment) => (attachment.id === id ? { ...attachment, caption } : attachment)),
    )
  }

  remove(ticketId: number, id: string): void {
    this.#replace(
      ticketId,
      this.of(ticketId).filter((attachment) => attachment.id !== id),
    )
  }

  /** Hands them over and forgets them. */
  takeAll(ticketId: number): readonly Attachment[] {
    const all = this.of(ticketId)
    this.#replace(ticketId, [])
    return all
  }

  get isEmpty(): boolean {
    return this.#map.size === 0
  }

  #replace(ticketId: number, next: readonly Attachment[]): void {
    const kept = new Set(next)
    for (const attachment of this.of(ticketId)) {
      if (attachment.previewUrl && !kept.has(attachment)) URL.revokeObjectURL(attachment.previewUrl)
    }
    if (next.length === 0) this.#map.delete(ticketId)
    else this.#map.set(ticketId, next)
  }
}

export const attachments = new Attachments()
holdUnsaved(() => !attachments.isEmpty)
