import { localTime } from '../auth/policy.ts'

/** What texts may speak of. */
export interface TextSubject {
  contact: { name: string; number: string | null; email: string | null; extraInfo: { name: string; value: string }[] }
  ticket: { id: number; protocol: string }
  queue: string | null
  /** The agent. */
  user: string | null
  userEmail: string | null
  channel: string
}

/** The moment of sending, on the company's own clock. */
export interface TextMoment {
  /** Epoch milliseconds. */
  now: number
  timezone: string
}

const MORNING = 5 * 60
const NOON = 12 * 60
const EVENING = 18 * 60

const GREETINGS = {
  pt: ['Bom dia', 'Boa tarde', 'Boa noite'],
  en: ['Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buenos días', 'Buenas tardes', 'Buenas noches'],
} as const

function greeting(language: keyof typeof GREETINGS, minute: number): string {
  const [morning, afternoon, evening] = GREETINGS[language]
  if (minute < MORNING || minute >= EVENING) return evening
  return minute < NOON ? morning : afternoon
}

const two = (value: number) => String(value).padStart(2, '0')

/** Names in lower case without separators, so that old spellings (`greting`, `ticket_id`) are found too. */
function valuesOf({ contact, ticket, queue, user, userEmail, channel }: TextSubject, { now, timezone }: TextMoment) {
  const { date, minute } = localTime(now, timezone)
  const named = (entries: Record<string, string>) => Object.entries(entries)
  const hello = greeting('pt', minute)
  return new Map([
    ...contact.extraInfo.map(({ name, value }) => [keyOf(name), value] as const),
    ...named({
      name: contact.name,
      firstname: contact.name.trim().split(/\s+/)[0] ?? '',
      phonenumber: contact.number ?? '',
      email: contact.email ?? '',
      protocol: ticket.protocol,
      ticketid: String(ticket.id),
      queue: queue ?? '',
      fila: queue ?? '',
      user: user ?? '',
      useremail: userEmail ?? '',
      channel,
      greeting: hello,
      greting: hello,
      ms: hello,
      greetingen: greeting('en', minute),
      greetinges: greeting('es', minute),
      date: date.split('-').reverse().join('/'),
      hour: `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
    }),
  ])
}

const keyOf = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')

/** What may stand between two braces as the name of a variable. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u

/**
 * Fills in `{{name}}` and `{name}`. A variable in two braces that nobody knows, such as a fact that is not noted of this
 * contact, becomes empty: customers read no braces. What is no variable stays as it was written.
 */
export function fillIn(text: string, subject: TextSubject, moment: TextMoment): string {
  if (!text.includes('{')) return text
  const values = valuesOf(subject, moment)
  return text.replace(
    /\{\{\s*([^{}]{1,100}?)\s*\}\}|\{\s*([^{}]{1,100}?)\s*\}/g,
    (written, double?: string, single?: string) =>
      values.get(keyOf(double ?? single ?? '')) ?? (double !== undefined && NAME.test(double) ? '' : written),
  )
}
