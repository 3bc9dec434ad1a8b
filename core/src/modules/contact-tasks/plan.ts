/** What an import may know and change of a contact; tags and owners by id, in ascending order. */
export interface Person {
  name: string
  number: string | null
  email: string | null
  tags: number[]
  wallets: number[]
  extra: Record<string, string>
}

/** Some of it; a further fact that is null is none. */
export interface Facts {
  name?: string
  number?: string | null
  email?: string | null
  tags?: number[]
  wallets?: number[]
  extra?: Record<string, string | null>
}

/** What a line wants; null and empty want nothing. */
export interface Wanted {
  number: string
  name: string | null
  email: string | null
  tags: number[]
  wallets: number[]
  extra: Record<string, string>
}

export interface Plan {
  action: 'new' | 'changed' | 'unchanged'
  before: Facts | null
  after: Facts | null
}

export const sortedIds = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b)
const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])

/** What a line does to the contact that has its number, or to nobody. `replace`: tags and owners instead of besides. */
export function planOf(known: Person | null, wanted: Wanted, replace: boolean): Plan {
  if (!known) {
    const { number, email, extra } = wanted
    const lists = { tags: sortedIds(wanted.tags), wallets: sortedIds(wanted.wallets) }
    return { action: 'new', before: null, after: { name: wanted.name ?? number, number, email, ...lists, extra } }
  }
  const before: Facts = {}
  const after: Facts = {}
  for (const field of ['name', 'email'] as const)
    if (wanted[field] !== null && wanted[field] !== known[field])
      Object.assign(before, { [field]: known[field] }) && Object.assign(after, { [field]: wanted[field] })
  for (const field of ['tags', 'wallets'] as const) {
    if (wanted[field].length === 0) continue
    const next = sortedIds(replace ? wanted[field] : [...known[field], ...wanted[field]])
    if (sameIds(next, known[field])) continue
    before[field] = known[field]
    after[field] = next
  }
  const facts = Object.entries(wanted.extra).filter(([name, value]) => known.extra[name] !== value)
  if (facts.length > 0) {
    before.extra = Object.fromEntries(facts.map(([name]) => [name, known.extra[name] ?? null]))
    after.extra = Object.fromEntries(facts)
  }
  return Object.keys(after).length === 0
    ? { action: 'unchanged', before: null, after: null }
    : { action: 'changed', before, after }
}

/** Takes a change back as far as nobody has changed the same since; `isWhole` tells whether all of it was. */
export function takeBack(now: Person, before: Facts, after: Facts): { facts: Facts; isWhole: boolean } {
  const facts: Facts = {}
  let isWhole = true
  for (const field of ['name', 'number', 'email'] as const) {
    if (after[field] === undefined) continue
    if (now[field] === after[field]) Object.assign(facts, { [field]: before[field] ?? null })
    else isWhole = false
  }
  for (const field of ['tags', 'wallets'] as const) {
    const list = after[field]
    if (list === undefined) continue
    if (sameIds(now[field], list)) facts[field] = before[field] ?? []
    else isWhole = false
  }
  for (const [name, value] of Object.entries(after.extra ?? {})) {
    if (now.extra[name] === (value ?? undefined)) facts.extra = { ...facts.extra, [name]: before.extra?.[name] ?? null }
    else isWhole = false
  }
  return { facts, isWhole }
}

/** Whether a contact is still as an import made it. */
export function isAsMade(now: Person, made: Facts): boolean {
  const extra = Object.entries(made.extra ?? {})
  return (
    now.name === made.name &&
    now.number === made.number &&
    now.email === (made.email ?? null) &&
    sameIds(now.tags, made.tags ?? []) &&
    sameIds(now.wallets, made.wallets ?? []) &&
    Object.keys(now.extra).length === extra.length &&
    extra.every(([name, value]) => now.extra[name] === value)
  )
}
