import type { Scope } from '../../platform/db/scope.ts'
import { listPeople, type PersonRow } from './people-repo.ts'
import { sees } from './policy.ts'
import { factsOf, type TicketRecord } from './record-repo.ts'
import type { Source } from './source-repo.ts'
import { viewerOf } from './viewer.ts'
import { storedRights } from './viewer-repo.ts'

export interface PersonOfTicket extends PersonRow {
  /** Sees the ticket by the one rule. */
  sees: boolean
}

const NOBODY = 0

/** Everybody who works in the company, by name, and whether they see this ticket. */
export async function peopleOfTicket(source: Source, scope: Scope, record: TicketRecord): Promise<PersonOfTicket[]> {
  const [people, company] = await Promise.all([listPeople(source, scope), storedRights(source, scope, NOBODY)])
  const facts = factsOf(record)
  return people.map((person) => {
    const { id: userId, name, profile, queueIds } = person
    const actor = { kind: 'user', userId, name, profile, sessionId: '' } as const
    return { ...person, sees: sees(viewerOf({ ...scope, actor }, { ...company, profile, queueIds }), facts) }
  })
}
