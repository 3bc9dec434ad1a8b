import { v7 } from 'uuid'

/** A time-ordered uuid (v7), so that new rows lie together in their index. */
export const newId = (): string => v7()
