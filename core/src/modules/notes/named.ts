import { mentionsIn } from '../internal-chat/index.ts'
import type { PersonOfTicket } from '../tickets/index.ts'
import type { NoteMention } from './contract.ts'
import type { TeamRow } from './repo.ts'

export interface Named {
  mentions: NoteMention[]
  /** Who is told. */
  told: number[]
  /** Who is not, since they do not see the ticket. */
  unseenBy: { id: number; name: string }[]
}

/** Whom a note names, and who of them may know. Its author is told nothing. */
export function namedIn(
  text: string,
  { people, teams, me }: { people: readonly PersonOfTicket[]; teams: readonly TeamRow[]; me: number | null },
): Named {
  const candidates = [
    ...people.map(({ id, name }) => ({ kind: 'user' as const, id, name })),
    ...teams.map(({ id, name }) => ({ kind: 'team' as const, id, name })),
  ]
  const found = mentionsIn(text, candidates)
  const inTeams = new Set(
    teams
      .filter(({ id }) => found.some((one) => one.kind === 'team' && one.id === id))
      .flatMap(({ userIds }) => userIds),
  )
  const byName = new Set(found.filter(({ kind }) => kind === 'user').map(({ id }) => id))
  const others = people.filter(({ id }) => id !== me)
  return {
    mentions: found.map(({ kind, id, name }) => ({ kind, id, name })),
    told: others.filter(({ id, sees }) => sees && (byName.has(id) || inTeams.has(id))).map(({ id }) => id),
    // of a team those who see the ticket are meant
    unseenBy: others.filter(({ id, sees }) => !sees && byName.has(id)).map(({ id, name }) => ({ id, name })),
  }
}
