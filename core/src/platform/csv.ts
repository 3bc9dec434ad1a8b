/** How a spreadsheet in Brazil opens a file by double click: separated by semicolons, UTF-8 told by its mark. */
export const CSV_TYPE = 'text/csv; charset=utf-8'
export const CSV_BEGIN = '\ufeff'
const SEPARATOR = ';'

/** Cells that a spreadsheet would take for a formula, their full-width forms included (reliability T-29). */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/

/** A text as it stands in a file: never a formula, quoted where it must be. */
function cellOf(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[;,"\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (cell === null ? '' : cellOf(String(cell)))).join(SEPARATOR)}\r\n`
