import { Party } from '../../messages/index.ts'
import { withInstance } from '../bench.ts'
import { failure, outcomeOf } from '../outcome.ts'
import type { Check } from '../test-api.ts'
import { type ChannelSubject, channelKind, connectChannel } from './channel-kind.ts'
import { shapeProblems } from './step.ts'

/** Enough to see how a list is made; a stand-in with more is not read to its end. */
const LOOKED_AT = 5000

/** Rules of the address book: people as the contract has them, each once, and nobody goes on reading for nothing. */
export const channelContactChecks = (subject: ChannelSubject): Check[] => [
  {
    name: 'the address book lists people, each once',
    run: () =>
      withInstance(subject, channelKind(subject), 'stand-in', async ({ instance, test, signal }) => {
        if (!instance.listContacts) return []
        await connectChannel(subject, instance, test)
        const outcome = await outcomeOf(async () => {
          const people: Party[] = []
          for await (const party of instance.listContacts?.(signal) ?? []) {
            people.push(party)
            if (people.length >= LOOKED_AT) break
          }
          return people
        })
        return outcome.state === 'done' ? listProblems(outcome.value) : failure('listContacts', outcome)
      }),
  },
]

function listProblems(people: Party[]): string[] {
  const seen = new Set<string>()
  for (const party of people) {
    const [shape] = shapeProblems('a person of listContacts', Party, party)
    if (shape) return [shape]
    for (const address of new Set(party.addresses.map(({ kind, value }) => `${kind}:${value}`))) {
      if (seen.has(address)) return [`listContacts names ${address} twice`]
      seen.add(address)
    }
  }
  return []
}
