import type { Readable } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Locale, Scope } from '../../platform/db/scope.ts'
import { translate } from '../../platform/i18n/index.ts'
import type { Message, MessagesQuery } from '../messages/contract.ts'
import type { Ticket } from '../tickets/contract.ts'
import { type Line, lineOf } from './lines.ts'
import type { Paper, Picture } from './paper.ts'
import { printable } from './runs.ts'

/** `at`: epoch milliseconds. */
export interface PrintedNote {
  by: string
  text: string
  at: number
}

export interface TranscriptDeps {
  clock: Clock
  /** Messages of a ticket as this person sees them. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
  messages(scope: Scope, ticketId: number, query: MessagesQuery): Promise<{ messages: Message[]; ticket: Ticket }>
  /** What people wrote about it for each other; nothing for whom that is not meant. */
  notes(scope: Scope, ticketId: number): Promise<PrintedNote[]>
  /** Of the company. */
  timezone(scope: Scope): Promise<string>
  /** A picture of a message, small; null when it cannot be had. */
  picture(tenantId: number, mediaId: string): Promise<Picture | null>
}

/** Which messages, by number; all when absent. */
export interface Part {
  from: number
  to: number
  /** Nothing comes after it. */
  isLast: boolean
}

const PAGE = 100
const MAX_PICTURES = 300
/** Bytes that wait for the reader before the writing goes on. */
const AHEAD = 1024 * 1024
const AGAIN_MS = 20
const INDENT = 10
const MUTED = '#64748b'
const INK = '#0f172a'
const OURS = '#0f766e'
const THEIRS = '#475569'
const INTERNAL = '#b45309'

/** Conversations on paper, drawn by ourselves: what somebody wrote is text and nothing else. */
export function createTranscripts({ clock, ...deps }: TranscriptDeps) {
  const pictured = async (tenantId: number, line: Line, left: number): Promise<Picture | null> =>
    line.pictureId === null || left <= 0 ? null : deps.picture(tenantId, line.pictureId)

  const write = async (scope: Scope, ticketId: number, paper: Paper, part: Part, signal: AbortSignal) => {
    const timezone = await deps.timezone(scope)
    const dates = new Intl.DateTimeFormat(scope.locale, { dateStyle: 'full', timeZone: timezone })
    const times = new Intl.DateTimeFormat(scope.locale, { timeStyle: 'short', timeZone: timezone })
    let day = ''
    const begin = (at: number) => {
      const date = dates.format(at)
      if (date !== day) writeDay(paper, date)
      day = date
    }
    const mark = translate(scope.locale, 'pdf.note')
    const notes = await notesOf(scope, ticketId, part)
    /** Those that were written before a moment, where they belong in the conversation. */
    const writeNotes = (until: number) => {
      for (let note = notes[0]; note && note.at < until; note = notes[0]) {
        notes.shift()
        begin(note.at)
        writeNote(paper, [mark, oneRow(printable(note.by)), times.format(note.at)].join('  ·  '), printable(note.text))
      }
    }
    let pictures = MAX_PICTURES
    for (let after = part.from - 1; after < part.to; ) {
      const query = { after, pageSize: Math.min(PAGE, part.to - after) }
      const { messages } = await deps.messages(scope, ticketId, query)
      for (const message of messages) {
        signal.throwIfAborted()
        // it was taken back before anybody read it
        if (message.failCode === 'UNDONE') continue
        const line = lineOf(message, scope.locale)
        writeNotes(line.at)
        begin(line.at)
        const picture = await pictured(scope.tenantId, line, pictures)
        if (picture) pictures -= 1
        writeLine(paper, line, times.format(line.at), picture)
        // others have their turn, and the reader theirs
        if (message.seq % 10 === 0) await setImmediate()
        while (paper.doc.readableLength > AHEAD && !paper.doc.destroyed) await setTimeout(AGAIN_MS)
        if (paper.doc.destroyed) return
      }
      after = messages.at(-1)?.seq ?? part.to
    }
    if (part.isLast) writeNotes(Number.POSITIVE_INFINITY)
  }

  /** The notes of a part, oldest first: none that an earlier part has. */
  const notesOf = async (scope: Scope, ticketId: number, { from }: Part): Promise<PrintedNote[]> => {
    const all = (await deps.notes(scope, ticketId)).toSorted((one, other) => one.at - other.at)
    if (from === 1) return all
    const { messages } = await deps.messages(scope, ticketId, { after: from - 2, pageSize: 1 })
    const before = messages[0]?.timestamp ?? 0
    return all.filter(({ at }) => at >= before)
  }

  return {
    /** The bytes come as they are written. @throws before the first one what the messages throw */
    async make(scope: Scope, ticketId: number, options: { part?: Part; signal?: AbortSignal } = {}): Promise<Readable> {
      const { signal = new AbortController().signal } = options
      const { ticket } = await deps.messages(scope, ticketId, { pageSize: 1 })
      const part = options.part ?? { from: 1, to: ticket.seq, isLast: true }
      const now = clock.now()
      const timezone = await deps.timezone(scope)
      const title = translate(scope.locale, 'pdf.title', { id: ticket.id })
      // few companies print, and what writes PDF is large: it is loaded by the first who does
      const { createPaper } = await import('./paper.ts')
      const paper = createPaper({
        title,
        foot: (page) => `${title} · ${translate(scope.locale, 'pdf.page', { page })}`,
      })
      writeHead(paper, ticket, { title, locale: scope.locale, timezone, now, part })
      const work = write(scope, ticketId, paper, part, signal)
      work.then(
        () => paper.end(),
        (error: unknown) => paper.doc.destroy(error instanceof Error ? error : new Error(String(error))),
      )
      return paper.doc
    },
  }
}

export type Transcripts = ReturnType<typeof createTranscripts>

interface Head {
  title: string
  locale: Locale
  timezone: string
  now: number
  part: Part
}

function writeHead(paper: Paper, ticket: Ticket, { title, locale, timezone, now, part }: Head): void {
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: timezone })
  const whole = { from: 1, to: ticket.seq }
  const facts: [Parameters<typeof translate>[1], string | null][] = [
    ['pdf.contact', [ticket.contact.name, ticket.contact.number].filter(Boolean).join(' · ')],
    ['pdf.protocol', ticket.protocol],
    ['pdf.channel', ticket.whatsapp.name],
    ['pdf.queue', ticket.queue],
    ['pdf.agent', ticket.user?.name ?? null],
    ['pdf.opened', moment.format(new Date(ticket.createdAt))],
    ['pdf.closed', ticket.closedAt === null ? null : moment.format(ticket.closedAt)],
    ['pdf.reason', ticket.closingReason?.name ?? null],
    ['pdf.messages', part.from === 1 && part.to >= whole.to ? String(whole.to) : `${part.from}–${part.to}`],
    ['pdf.made', moment.format(now)],
  ]
  paper.write(title, { size: 16, colour: INK, weight: 'bold' })
  paper.gap(4)
  for (const [key, value] of facts)
    if (value) paper.write(`${translate(locale, key)}: ${oneRow(value)}`, { size: 9, colour: THEIRS })
  paper.rule()
}

const oneRow = (text: string): string => text.replace(/\s+/g, ' ')

function writeDay(paper: Paper, date: string): void {
  paper.need(60)
  paper.gap(6)
  paper.write(date, { size: 9, colour: MUTED, weight: 'bold' })
  paper.gap(2)
}

/** Not a part of what was said to each other: it must not look like that. */
function writeNote(paper: Paper, head: string, text: string): void {
  paper.need(34)
  paper.gap(4)
  const from = paper.place()
  paper.write(head, { size: 8, colour: INTERNAL, weight: 'bold' }, INDENT)
  paper.write(text, { size: 10, colour: INK }, INDENT)
  paper.bar(from, '#fbbf24')
}

function writeLine(paper: Paper, line: Line, time: string, picture: Picture | null): void {
  paper.need(34)
  paper.gap(4)
  const from = paper.place()
  const colour = line.isOurs ? OURS : THEIRS
  const head = [line.who, time, ...line.marks].join('  ·  ')
  paper.write(head, { size: 8, colour, weight: 'bold' }, INDENT)
  if (line.quote !== null) paper.write(`“${line.quote}”`, { size: 8, colour: MUTED }, INDENT + 8)
  for (const fact of line.facts) paper.write(fact, { size: 9, colour: MUTED }, INDENT)
  if (picture) paper.picture(picture, INDENT)
  paper.write(line.text, { size: 10, colour: INK }, INDENT)
  paper.write(line.reactions, { size: 9, colour: MUTED }, INDENT)
  paper.bar(from, line.isOurs ? '#5eead4' : '#cbd5e1')
}
