import { createHash } from 'node:crypto'

/** Begins the ids that we choose, so that our own messages are known by them. Looks like those of WhatsApp's web client. */
const OURS = '3EB0ECAD0'

/** The id that a message gets on WhatsApp: the same on every try, so that a second send is absorbed. */
export const wireId = (id: string): string =>
  `${OURS}${createHash('sha256').update(id).digest('hex').toUpperCase()}`.slice(0, 32)

export const isOurs = (externalId: string): boolean => externalId.startsWith(OURS)
