import type { ImportMapping } from './schemas.ts'

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Names that columns go by, as people write them (spec §5: Nome and Numero). */
const NAMES = {
  name: ['nome', 'name', 'nombre', 'contato', 'contact', 'cliente'],
  number: ['numero', 'number', 'telefone', 'phone', 'celular', 'whatsapp', 'fone', 'telefono', 'movil'],
  email: ['email', 'e mail', 'correo', 'mail'],
  tags: ['etiquetas', 'etiqueta', 'tags', 'tag'],
}
/** Columns of our own exports that say nothing to an import. */
const PASSED = new Set(['', 'id', 'carteira', 'cartera', 'owners', 'criado em', 'created', 'creado'])

/** How the columns of a file are read, by their names; what has no meaning to us becomes a further fact. */
export function suggestMapping(columns: readonly string[]): ImportMapping {
  const titles = columns.map(plain)
  const find = (names: readonly string[]): number | null => {
    const found = names.map((name) => titles.indexOf(name)).find((index) => index >= 0)
    return found ?? null
  }
  const mapping = {
    name: find(NAMES.name),
    number: find(NAMES.number),
    email: find(NAMES.email),
    tags: find(NAMES.tags),
  }
  const taken = new Set<number | null>(Object.values(mapping))
  const names = new Set<string>()
  const extra = columns.flatMap((title, column) => {
    const name = title.trim().slice(0, 100)
    if (taken.has(column) || PASSED.has(titles[column] ?? '') || names.has(name)) return []
    names.add(name)
    return [{ column, name }]
  })
  return { ...mapping, extra: extra.slice(0, 50) }
}

/** Whether every column is there and used once, and the number has one. */
export function fitsFile({ extra, ...fields }: ImportMapping, columns: number): boolean {
  const used = [...Object.values(fields).filter((column) => column !== null), ...extra.map(({ column }) => column)]
  const names = extra.map(({ name }) => name.trim())
  return (
    fields.number !== null &&
    used.every((column) => column < columns) &&
    new Set(used).size === used.length &&
    new Set(names).size === names.length &&
    !names.includes('__proto__')
  )
}
