import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { type MergeWorld, party, said, startMerges } from '../../../test/merging.ts'
import { codeOf } from '../operator/testing.ts'
import { createTestTickets } from '../tickets/testing.ts'
import { phoneVariants } from './phone.ts'

const h = await startHarness()
afterAll(() => h.close())

let w: MergeWorld
beforeEach(async () => {
  w = await startMerges(h)
})

const numbered = (length: number) => Array.from({ length }, (_, index) => index)
/** Every message stands in exactly one ticket, of a contact that stands for itself. */
async function allTexts(): Promise<string[]> {
  const texts = await Promise.all((await w.contactIds()).map((id) => w.texts(id)))
  return texts.flat().sort()
}
/** The database never had to break a knot, and nothing was put aside. */
const wentWell = () => {
  expect(w.codes.filter((code) => code !== '55R03')).toEqual([])
  expect(w.kept).toEqual([])
}

describe('at the same moment', () => {
  it('two channels tell of the same two people, crosswise', async () => {
    const channels = await Promise.all([w.company.channel(), w.company.channel()])
    const [one, two] = ['phone:5511987650001', 'lid:777000111222333']
    for (const round of numbered(8)) {
      const [a, b] = [`${one}${round}`, `${two}${round}`]
      await w.push(channels[0] ?? 0, [said(party(null, a), `${round} a`), said(party(null, b), `${round} b`)])
      await Promise.all([
        w.push(channels[0] ?? 0, [said(party(null, a, b), `${round} c`)]),
        w.push(channels[1] ?? 0, [said(party(null, b, a), `${round} d`)]),
      ])
      expect(await w.ownerOf(a)).toBe(await w.ownerOf(b))
    }
    expect(await w.contactIds()).toHaveLength(8)
    expect(await allTexts()).toHaveLength(32)
    wentWell()
  })

  it('first messages of one person come by every channel, under other addresses each', async () => {
    const channels = await Promise.all(numbered(4).map(() => w.company.channel()))
    const addresses = ['phone:5511987650001', 'phone:551187650001', 'lid:777', 'bsuid:BR.1']
    await Promise.all(
      channels.map((id, index) =>
        w.push(
          id,
          numbered(4).map((turn) => {
            const at = [...addresses.slice((index + turn) % 4), ...addresses.slice(0, (index + turn) % 4)].slice(0, 3)
            return said(party(null, ...at), `${index} ${turn}`)
          }),
        ),
      ),
    )
    expect(await w.contactIds()).toHaveLength(1)
    expect(await allTexts()).toHaveLength(16)
    wentWell()
  })

  it('messages come in, people merge, undo, edit and open tickets', async () => {
    const channels = await Promise.all(numbered(3).map(() => w.company.channel()))
    const people = numbered(4).map((index) => `phone:551198765100${index}`)
    const lids = numbered(4).map((index) => `lid:88800${index}`)
    await w.push(
      channels[0] ?? 0,
      [...people, ...lids].map((address) => said(party(null, address), `a ${address}`)),
    )
    const ids = await w.contactIds()
    const any = (list: readonly number[], turn: number) => list[turn % list.length] ?? 0
    const inbound = numbered(36).map((turn) => {
      const address = [...people, ...lids][turn % 8] ?? ''
      const other = turn % 5 === 0 ? [lids[turn % 4] ?? ''] : []
      const addresses = [...new Set([address, ...other])]
      return w.push(any(channels, turn), [said(party(`Nome ${turn}`, ...addresses), `b ${turn}`)])
    })
    const byHand = numbered(12).map(async (turn) => {
      const [into, from] = [any(ids, turn), any(ids, turn * 3 + 1)]
      const code = await codeOf(w.contacts.merging.merge(w.scope, into, from))
      expect(['no error', 'ERR_CONTACT_MERGED', 'ERR_CONTACT_MERGE_SELF']).toContain(code)
      const [merge] = await w.contacts.merging.list(w.scope, into)
      if (merge && turn % 2 === 0) {
        const undone = await codeOf(w.contacts.merging.undo(w.scope, merge.id))
        expect(['no error', 'ERR_CONTACT_MERGE_UNDONE', 'ERR_CONTACT_MERGE_NESTED']).toContain(undone)
      }
    })
    const edits = numbered(12).map(async (turn) => {
      const number = `11 98765-100${turn % 4}`
      const codes = [
        codeOf(w.contacts.update(w.scope, any(ids, turn), { email: `${turn}@x.test` })),
        codeOf(w.contacts.create(w.scope, { name: 'Outra', number })),
      ]
      for (const code of await Promise.all(codes))
        expect(['no error', 'ERR_CONTACT_MERGED', 'ERR_DUPLICATED_CONTACT']).toContain(code)
    })
    const { tickets } = createTestTickets(h)
    const [place, queueId] = [await w.company.channel(), await w.company.queue()]
    const opened = numbered(8).map(async (turn) => {
      const code = await codeOf(tickets.create(w.scope, { contactId: any(ids, turn), channelId: place, queueId }))
      expect(['no error', 'ERR_OTHER_OPEN_TICKET', 'ERR_WAPP_INVALID_CONTACT']).toContain(code)
    })
    await Promise.all([...inbound, ...byHand, ...edits, ...opened])
    const texts = await allTexts()
    expect(texts.filter((text) => text.startsWith('a'))).toHaveLength(8)
    expect(texts.filter((text) => text.startsWith('b'))).toHaveLength(36)
    expect(new Set(texts).size).toBe(44)
    // no address of a contact that became part of another one, no live ticket twice
    expect(
      await w.rows(
        `select c.id from contact c where c.tenant_id = $tenant and c.merged_into_id is not null
            and (exists (select 1 from contact_address a where a.tenant_id = c.tenant_id and a.contact_id = c.id)
                 or exists (select 1 from ticket t where t.tenant_id = c.tenant_id and t.contact_id = c.id))`,
      ),
    ).toEqual([])
    wentWell()
  })
})

/** Who is one person, by what was told together; Brazil's two spellings are one. */
function expected(parties: string[][]): Map<string, string> {
  const parent = new Map<string, string>()
  const key = (address: string): string => {
    const [kind = '', value = ''] = address.split(':')
    return kind === 'phone' ? `phone:${phoneVariants(value)[0]}` : address
  }
  const root = (name: string): string => {
    const up = parent.get(name) ?? name
    return up === name ? name : root(up)
  }
  for (const addresses of parties) {
    const [first = '', ...others] = addresses.map(key)
    for (const name of [first, ...others]) parent.set(root(name), root(first))
  }
  return new Map(parties.flat().map((address) => [address, root(key(address))]))
}

const ADDRESSES = [
  'phone:5511987650001',
  'phone:551187650001',
  'phone:5511987650002',
  'phone:442071234567',
  'lid:1',
  'lid:2',
  'bsuid:BR.1',
  'bsuid:BR.2',
  'telegram:5',
]
const parties = fc.array(fc.uniqueArray(fc.constantFrom(...ADDRESSES), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 14,
})

describe('whatever the order in which addresses are told', () => {
  const holds = async (told: string[][], push: (events: ReturnType<typeof said>[]) => Promise<void>) => {
    w = await startMerges(h)
    await push(told.map((addresses, index) => said(party(null, ...addresses), `${index}`)))
    const groups = expected(told)
    const owners = new Map<string, number>()
    for (const address of groups.keys()) owners.set(address, await w.ownerOf(address))
    for (const [a, groupA] of groups)
      for (const [b, groupB] of groups) expect(owners.get(a) === owners.get(b), `${a} ${b}`).toBe(groupA === groupB)
    expect([...new Set(owners.values())].sort()).toEqual((await w.contactIds()).sort())
    expect(await allTexts()).toEqual(told.map((_, index) => `${index}`).sort())
    for (const [address, id] of owners) {
      const group = groups.get(address)
      const own = told.flatMap((addresses, index) => (groups.get(addresses[0] ?? '') === group ? [`${index}`] : []))
      expect((await w.texts(id)).sort()).toEqual(own.sort())
      expect((await w.tickets(id)).filter(({ status }) => status !== 'closed').length).toBeLessThanOrEqual(3)
    }
    wentWell()
  }

  it('one by one, the same people come out, with every message', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(parties, (told) =>
        holds(told, async (events) => {
          const channelId = await w.company.channel()
          for (const event of events) await w.push(channelId, [event])
        }),
      ),
      { numRuns: 12 },
    ),
  )

  it('in batches of three channels at once, the same people come out, with every message', { timeout: 120_000 }, () =>
    fc.assert(
      fc.asyncProperty(parties, (told) =>
        holds(told, async (events) => {
          const channels = await Promise.all(numbered(3).map(() => w.company.channel()))
          await Promise.all(
            channels.map((id, channel) =>
              w.push(
                id,
                events.filter((_, index) => index % 3 === channel),
              ),
            ),
          )
        }),
      ),
      { numRuns: 16 },
    ),
  )
})
