import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { normalisePhone } from '../contacts/index.ts'
import type { ImportMapping } from './schemas.ts'

/** What a line of a file says about a person. */
export interface ImportLine {
  number: string
  /** Null: it names nobody. */
  name: string | null
  email: string | null
  /** Names of tags. */
  tags: string[]
  extra: Record<string, string>
}

/** The apostrophe that exports put before what would be a formula. */
const GUARD = /^'(?=[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20])/
const MAX_TEXT = 255
const MAX_VALUE = 1000

/** The line as its columns are read, or the code of what is wrong with it. */
export function lineOf(cells: readonly string[], mapping: ImportMapping): ImportLine | ErrorCode {
  const cell = (column: number | null): string =>
    (column === null ? '' : (cells[column] ?? '')).replace(GUARD, '').trim()
  const number = normalisePhone(cell(mapping.number))
  if (number === null) return 'ERR_WAPP_INVALID_CONTACT'
  const name = cell(mapping.name)
  if (name.length > MAX_TEXT) return 'ERR_IMPORT_NAME'
  const email = cell(mapping.email)
  if (email !== '' && (email.length > MAX_TEXT || !/^[^@\s]+@[^@\s]+$/.test(email))) return 'ERR_IMPORT_EMAIL'
  const tags = cell(mapping.tags)
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
  const extra = Object.fromEntries(
    mapping.extra.flatMap(({ column, name: fact }) => {
      const value = cell(column).slice(0, MAX_VALUE)
      return value === '' ? [] : [[fact.trim(), value]]
    }),
  )
  return { number, name: name || null, email: email || null, tags: [...new Set(tags)], extra }
}
