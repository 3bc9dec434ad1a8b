/** Rows of a list of which only some are drawn. */
interface DrawnRow {
  index: number
  /** Pixels from the top of the list. */
  start: number
}

export interface DrawnRun {
  /** Pixels from the top of the list to the first of them. */
  start: number
  /** Whether the row at this place among the drawn ones is not one of them, but stands somewhere else. */
  isApart(at: number): boolean
}

/**
 * The rows that follow each other. They are moved as one: to place each of them would cost a frame while scrolling,
 * since all move when one above gets its true height. The row that has the focus may be drawn far away from them.
 */
export function drawnRun(rows: readonly DrawnRow[]): DrawnRun {
  const last = rows.length - 1
  const isNext = (at: number) => rows[at + 1]?.index === (rows[at]?.index ?? 0) + 1
  const from = last > 0 && !isNext(0) ? 1 : 0
  const to = last > 1 && !isNext(last - 1) ? last - 1 : last
  return { start: rows[from]?.start ?? 0, isApart: (at) => at < from || at > to }
}
