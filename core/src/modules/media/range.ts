import type { ByteRange } from '../../platform/media/index.ts'

/**
 * The part of a file that a `Range` header asks for (RFC 9110 §14): null = all of it, also when the header is absent,
 * malformed or names several parts; `none` = there is no such part (416).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'none' : { start, end }
}
