import { pipeline, Readable } from 'node:stream'
import { AppError } from '../../platform/errors/app-error.ts'

/** Bytes that the separator is guessed from. */
const HEAD_BYTES = 64 * 1024
const MAX_LINE_BYTES = 64 * 1024
export const MAX_COLUMNS = 100

export interface CsvLine {
  /** As a person counts the lines of the file. */
  line: number
  cells: string[]
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('windows-1252')

/** Spreadsheets write UTF-8 or Windows-1252, and some files mix them: each cell is read as what it can be. */
function textOf(cell: Buffer | string): string {
  if (typeof cell === 'string') return cell.trim()
  try {
    return utf8.decode(cell).trim()
  } catch {
    // an encoding without errors: what is not UTF-8 is taken for this one
    return latin1.decode(cell).trim()
  }
}

/** Of a file's first line: semicolon, comma or tab, whichever it has most of outside quotes. */
export function separatorOf(head: string): string {
  const [first = ''] = head.replace(/"(?:[^"]|"")*"/g, '').split(/\r|\n/)
  const count = (separator: string) => first.split(separator).length
  return [';', ',', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

/** A workbook under a wrong name, a picture, UTF-16: nothing that a line could be read from. */
const isForeign = (head: Buffer): boolean => head.includes(0) || head.subarray(0, 2).toString('latin1') === 'PK'

/**
 * The lines of a CSV file as it arrives, empty ones left out; the first has the names of the columns.
 * @throws ERR_IMPORT_FILE
 */
export async function* readCsv(stream: Readable): AsyncGenerator<CsvLine> {
  const source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const begun: Buffer[] = []
  for (let size = 0; size < HEAD_BYTES; ) {
    const step = await source.next()
    if (step.done) break
    begun.push(step.value)
    size += step.value.length
  }
  const head = Buffer.concat(begun)
  if (isForeign(head)) throw new AppError('ERR_IMPORT_FILE')
  async function* chunks() {
    yield head
    for (let step = await source.next(); !step.done; step = await source.next()) yield step.value
  }
  const { parse } = await import('csv-parse')
  const parser = parse({
    encoding: null,
    bom: true,
    delimiter: separatorOf(head.toString('latin1')),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: MAX_LINE_BYTES,
  })
  // an error of either ends the reading below
  pipeline(Readable.from(chunks()), parser, () => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: (Buffer | string)[]
      info: { lines: number }
    }>) {
      const cells = record.slice(0, MAX_COLUMNS).map(textOf)
      if (cells.some((cell) => cell !== '')) yield { line: info.lines, cells }
    }
  } catch (error) {
    const isOfParser = error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
    throw isOfParser ? new AppError('ERR_IMPORT_FILE', { cause: error }) : error
  }
}
