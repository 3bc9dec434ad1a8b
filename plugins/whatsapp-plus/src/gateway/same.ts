import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time, whatever the lengths. */
export const same = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))
