import { parseArgs } from 'node:util'

export interface Options {
  tickets: number
  messages: number
  contacts: number
  /** Further sizes of the past at which the list is measured. */
  pasts: number[]
  /** Live ones, of `tickets`. */
  open: number
  pending: number
  /** Connected at once; the first 50 are the company's usual people. */
  agents: number
  /** Each sample of each measure lasts so long. */
  seconds: number
  rounds: number
  /** Parts to run; all of them when empty. */
  only: string[]
  keep: boolean
  /** A PostgreSQL of yours (superuser's address of an empty database); one of our own when absent. */
  databaseUrl: string | null
  json: string | null
}

const USAGE = `npm run bench -- [--quick] [--tickets 100000] [--messages 2000000] [--only inbound,send] [--seconds 2]
  [--rounds 3] [--json file] [--keep]      DATABASE_URL: a PostgreSQL of yours instead of an embedded one`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      tickets: { type: 'string' },
      messages: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  const { quick } = values
  const whole = (text: string | undefined, otherwise: number): number => {
    const value = Number(text ?? otherwise)
    if (!(value > 0)) throw new Error(`not a number: ${text}`)
    return value
  }
  const tickets = whole(values.tickets, quick ? 10_000 : 100_000)
  return {
    tickets,
    messages: whole(values.messages, tickets * 20),
    contacts: Math.max(6_000, tickets / 5),
    pasts: [tickets / 10, tickets * 10],
    open: 3_000,
    pending: 2_000,
    agents: 200,
    seconds: whole(values.seconds, quick ? 0.8 : 2),
    rounds: whole(values.rounds, quick ? 1 : 3),
    only: values.only?.split(',') ?? [],
    keep: values.keep,
    databaseUrl: process.env.DATABASE_URL ?? null,
    json: values.json ?? null,
  }
}
