import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createTestClock } from '../../../test/harness.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Message, MessagesQuery } from '../messages/contract.ts'
import type { Ticket } from '../tickets/contract.ts'
import { printable, runsOf } from './runs.ts'
import { createTranscripts, type PrintedNote } from './transcript.ts'

const scope: Scope = { tenantId: 1, actor: { kind: 'system', name: 'test' }, locale: 'pt', requestId: 'test' }

/** Conversations of these texts, the customer's and ours in turn. */
const conversation = (texts: string[], notes: PrintedNote[] = []) => {
  const messages = texts.map(
    (text, at): Partial<Message> => ({
      ...{
        seq: at + 1,
        timestamp: Date.UTC(2026, 2, 1, 12, at),
        fromMe: at % 2 === 1,
        isDeleted: false,
        isWithheld: false,
        isForwarded: false,
      },
      ...{ state: 'read', editedAt: null, edited: null, body: text, content: { type: 'text', text }, reactions: [] },
      ...{ quotedMsg: null, media: null, mediaName: null, sender: null, contact: null },
    }),
  )
  const ticket: Partial<Ticket> = {
    ...{ id: 7, seq: texts.length, protocol: '20260301120000', queue: null, user: null, closingReason: null },
    ...{ closedAt: null, createdAt: '2026-03-01T10:00:00.000Z' },
    contact: { name: 'João Müller 😀', number: null } as Ticket['contact'],
    whatsapp: { id: 1, name: 'Canal', type: 'fake', status: 'CONNECTED' },
  }
  return createTranscripts({
    clock: createTestClock(),
    notes: async () => notes,
    timezone: async () => 'America/Sao_Paulo',
    picture: async () => null,
    messages: async (_scope: Scope, _ticketId: number, { after = 1e9, pageSize = 30 }: MessagesQuery) => ({
      ticket: ticket as Ticket,
      messages: messages.filter(({ seq = 0 }) => seq > after).slice(0, pageSize) as Message[],
    }),
  })
}

it('draws accents, emoji and other letters, and marks what no font has', async () => {
  const texts = [
    'Olá, coração! ñandú',
    'ok 😀👍 ❤️ 🇧🇷',
    'по-русски и Ελληνικά',
    '日本',
    'só texto: <b>oi</b> %PDF {{name}}',
  ]
  const text = pdfText(await buffer(await conversation(texts).make(scope, 7)))
  for (const part of [
    'João Müller 😀',
    'Olá, coração! ñandú',
    '😀👍',
    '🇧🇷',
    'русски',
    'Ελληνικά',
    '��',
    '<b>oi</b> %PDF {{name}}',
  ])
    expect(text).toContain(part)
})

it('bears what is meant to break it, on a bearable number of sheets', async () => {
  const evil = [
    'a'.repeat(60_000),
    '\n'.repeat(60_000),
    'x\n'.repeat(30_000),
    '\u202Egpj.exe\u0000\ud83d',
    '😀'.repeat(20_000),
  ]
  const bytes = await buffer(await conversation(evil).make(scope, 7))
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeLessThan(40)
  expect(pdfText(bytes)).toContain('gpj.exe')
})

it('leaves nothing that turns the direction of writing around, and breaks long words', () => {
  expect(printable('\u202Eabc\u2066\u200F\u0007\r\nd\n\n\n\ne')).toBe('abc\nd\n\ne')
  expect(runsOf('a'.repeat(100))).toEqual([
    { face: 'latin', text: `${'a'.repeat(40)}\u200B${'a'.repeat(40)}\u200B${'a'.repeat(20)}` },
  ])
  expect(runsOf('oi 👩‍👩‍👧!').map(({ face }) => face)).toEqual(['latin', 'emoji', 'latin'])
})

it('tells why it ends when the messages may not be read any more', async () => {
  const transcripts = conversation(Array.from({ length: 250 }, (_, at) => `mensagem ${at}`))
  const gone = new AbortController()
  const stream = await transcripts.make(scope, 7, { signal: gone.signal })
  gone.abort()
  await expect(buffer(stream)).rejects.toThrow()
})

it('has the notes where they were written, marked as internal, each in one part alone', async () => {
  const at = (minute: number) => Date.UTC(2026, 2, 1, 12, minute, 30)
  const notes = [
    { by: 'Bia', text: 'depois de tudo', at: at(9) },
    { by: 'Bia', text: 'entre a segunda e a terceira', at: at(1) },
    { by: 'Caio', text: 'antes de tudo', at: at(-5) },
  ]
  const transcripts = conversation(['um', 'dois', 'três'], notes)
  const whole = pdfText(await buffer(await transcripts.make(scope, 7)))
  const order = ['antes de tudo', 'um', 'dois', 'entre a segunda', 'três', 'depois de tudo']
  const places = order.map((text) => whole.indexOf(text))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(whole.match(/NOTA INTERNA/g)).toHaveLength(3)
  const parts = [
    { from: 1, to: 2, isLast: false },
    { from: 3, to: 3, isLast: true },
  ]
  const [first, second] = await Promise.all(
    parts.map(async (part) => pdfText(await buffer(await transcripts.make(scope, 7, { part })))),
  )
  expect(first).toContain('antes de tudo')
  expect(first).not.toContain('entre a segunda')
  expect(second?.match(/NOTA INTERNA/g)).toHaveLength(2)
})
