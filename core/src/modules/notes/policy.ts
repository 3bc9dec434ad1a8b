import type { Profile } from '../auth/contract.ts'
import { isSupervisor } from '../auth/policy.ts'

/** How long whoever wrote a note may change it or take it back. Milliseconds. */
export const NOTE_MS = 30 * 60_000

interface OwnNote {
  userId: number | null
  /** Epoch milliseconds. */
  createdAt: number
}

interface Person {
  /** Null for the operator. */
  userId: number | null
  profile: Profile
}

/** A note's words stay its author's. */
export const mayEditNote = (note: OwnNote, { userId }: Person, now: number): boolean =>
  userId !== null && note.userId === userId && now - note.createdAt <= NOTE_MS

/** Admins and general supervisors delete any. */
export const mayDeleteNote = (note: OwnNote, person: Person, now: number): boolean =>
  isSupervisor(person.profile) || mayEditNote(note, person, now)
