/** Newest word first; equal times by the younger ticket. */
interface Placed {
  id: number
  lastMessageAt: number
}

export const comesBefore = (a: Placed, b: Placed): boolean =>
  a.lastMessageAt > b.lastMessageAt || (a.lastMessageAt === b.lastMessageAt && a.id > b.id)

/** Where the ticket belongs among `ids`, which are in order; rows that are unknown are passed over. */
export function placeOf(ids: readonly number[], ticket: Placed, get: (id: number) => Placed | undefined): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = get(ids[middle] ?? 0)
    if (other && comesBefore(ticket, other)) high = middle
    else low = middle + 1
  }
  return low
}
