import { AppError } from '../../../platform/errors/app-error.ts'

/** Where a page ended; in one ticket by number, over all by the moment (epoch milliseconds) and id. */
export type SearchPlace = { seq: number } | { at: number; id: string }

export const DAY_MS = 86_400_000
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Everything older than a moment. */
export const before = (at: number): SearchPlace => ({ at, id: NOBODY })

/** The highest day (since 1970) with messages behind a place. */
export const topDay = ({ at, id }: { at: number; id: string }): number =>
  Math.floor((id === NOBODY ? at - 1 : at) / DAY_MS)

/** A place as text, with the pages that lie behind. */
export function cursorOf(place: SearchPlace, page: number, count: number): string {
  const where = 'seq' in place ? `s${place.seq}` : `m${place.at}.${place.id}`
  return `${page}.${count}.${where}`
}

const SHAPE = /^(\d{1,4})\.(\d{1,5})\.(?:s(\d{1,10})|m(\d{1,15})\.([0-9a-f-]{36}))$/

/** @throws ERR_VALIDATION for what no page ever answered */
export function readCursor(cursor: string, inTicket: boolean): { place: SearchPlace; page: number; count: number } {
  const [, page, count, seq, at, id] = SHAPE.exec(cursor) ?? []
  const place: SearchPlace | null =
    seq !== undefined ? { seq: Number(seq) } : at !== undefined && id !== undefined ? { at: Number(at), id } : null
  const isUuid = id === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  if (!place || !isUuid || 'seq' in place !== inTicket || Number(at ?? 0) > 8.64e15 / 2)
    throw new AppError('ERR_VALIDATION', { params: { field: 'cursor' } })
  return { place, page: Number(page), count: Number(count) }
}
