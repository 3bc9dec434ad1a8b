/**
 * Ids of messages towards the host: `out:<id>` for what this account wrote, on whichever device; `<person>:<id>` for a
 * customer's message, `<group>:<person>:<id>` in a group. Customers choose the ids of their messages, so one of another
 * conversation must never fit.
 */
export interface MessageKey {
  fromMe: boolean
  id: string
  /** Who wrote it; absent for our own. */
  author?: string
}

export const outId = (id: string): string => `out:${id}`.slice(0, 512)

export const inId = (author: string, id: string, group?: string): string =>
  (group ? `${group}:${author}:${id}` : `${author}:${id}`).slice(0, 512)

export function parseId(externalId: string): MessageKey {
  const parts = externalId.split(':')
  const id = parts.at(-1) ?? ''
  if (parts.length < 2 || parts[0] === 'out') return { fromMe: true, id }
  const author = parts.at(-2)
  return { fromMe: false, id, ...(author ? { author } : {}) }
}
