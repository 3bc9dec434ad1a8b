import type { ImportMapping } from '@recado/core/modules/contact-tasks/contract'

export const MEANINGS = ['none', 'name', 'number', 'email', 'tags', 'extra'] as const
export type Meaning = (typeof MEANINGS)[number]

/** What each column is, by its place. */
export function meaningsOf(mapping: ImportMapping | null, columns: number): Meaning[] {
  return Array.from({ length: columns }, (_, column): Meaning => {
    if (!mapping) return 'none'
    for (const field of ['name', 'number', 'email', 'tags'] as const) if (mapping[field] === column) return field
    return mapping.extra.some((fact) => fact.column === column) ? 'extra' : 'none'
  })
}

/** The other way round; facts go by the names of their columns. */
export function mappingOf(meanings: readonly Meaning[], columns: readonly string[]): ImportMapping {
  const find = (meaning: Meaning): number | null => {
    const column = meanings.indexOf(meaning)
    return column < 0 ? null : column
  }
  return {
    name: find('name'),
    number: find('number'),
    email: find('email'),
    tags: find('tags'),
    extra: meanings.flatMap((meaning, column) =>
      meaning === 'extra' ? [{ column, name: (columns[column] ?? '').trim().slice(0, 100) || `#${column + 1}` }] : [],
    ),
  }
}

/** A field that two columns claim; null when all is well. */
export function doubled(meanings: readonly Meaning[]): Exclude<Meaning, 'none' | 'extra'> | null {
  for (const field of ['name', 'number', 'email', 'tags'] as const)
    if (meanings.filter((meaning) => meaning === field).length > 1) return field
  return null
}
