import { AppError } from '../../platform/errors/app-error.ts'
import type { Place } from './walk-repo.ts'

const toBase36 = (value: number) => value.toString(36)

/** Where a page ended, for the next one to go on from. */
export const cursorOf = ({ lastMessageAt, id }: Place): string => `${toBase36(lastMessageAt.getTime())}.${toBase36(id)}`

/** @throws ERR_VALIDATION for what no page ever answered */
export function placeOf(cursor: string): Place {
  const [at, id] = /^[0-9a-z]{1,10}\.[0-9a-z]{1,6}$/.test(cursor)
    ? cursor.split('.').map((part) => Number.parseInt(part, 36))
    : []
  if (at === undefined || id === undefined || id > 2_147_483_647)
    throw new AppError('ERR_VALIDATION', { params: { field: 'cursor' } })
  return { lastMessageAt: new Date(at), id }
}
