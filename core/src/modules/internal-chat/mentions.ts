export interface Mentionable {
  userId: number
  name: string
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)

/** Who is named as `@name` in a text, whatever case and accents; of names that begin alike the longest counts. */
export function mentionsIn<Named extends Pick<Mentionable, 'name'>>(text: string, people: readonly Named[]): Named[] {
  const plain = folded(text)
  const names = people.map((person) => ({ person, name: folded(person.name) }))
  const found = new Set<Named>()
  for (let at = plain.indexOf('@'); at !== -1; at = plain.indexOf('@', at + 1)) {
    if (isWord(plain[at - 1])) continue
    const after = plain.slice(at + 1)
    const fits = names.filter(({ name }) => name !== '' && after.startsWith(name) && !isWord(after[name.length]))
    const longest = Math.max(0, ...fits.map(({ name }) => name.length))
    for (const { person, name } of fits) if (name.length === longest) found.add(person)
  }
  return [...found]
}
