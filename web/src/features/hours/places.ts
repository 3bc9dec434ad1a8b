import type { HoursOverview, Level, Week } from '@recado/core/modules/hours/contract'

/** What hours are kept of. */
export interface HoursPlace {
  level: Level
  /** Null for the company. */
  id: number | null
  /** In the address: `empresa`, `canal-3`, `fila-4`. */
  key: string
  name: string
  colour: string | null
  /** Null inherits. */
  week: Week | null
  message: string
}

export const COMPANY = 'empresa'

/** The company, then channels, then queues. */
export const placesOf = (hours: HoursOverview, companyName: string): [HoursPlace, ...HoursPlace[]] => [
  { level: 'company', id: null, key: COMPANY, name: companyName, colour: null, ...hours.company },
  ...hours.channels.map(
    ({ id, name, week, message }): HoursPlace => ({
      ...{ level: 'channel', id, name, week, message },
      key: `canal-${id}`,
      colour: null,
    }),
  ),
  ...hours.queues.map(
    ({ id, name, color, week, message }): HoursPlace => ({
      ...{ level: 'queue', id, name, week, message },
      key: `fila-${id}`,
      colour: color,
    }),
  ),
]

/** Something of its own: hours, a message, or both. */
export const hasOwn = ({ level, week, message }: HoursPlace): boolean =>
  level !== 'company' && (week !== null || message !== '')
