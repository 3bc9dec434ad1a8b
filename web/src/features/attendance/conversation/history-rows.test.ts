import { expect, it } from 'vitest'
import type { Entry } from '../../../entities/live-message.ts'
import { historyRows } from './history-rows.ts'

const MINUTE = 60_000
const dayKey = (at: number) => String(Math.floor(at / (24 * 60 * MINUTE)))
const entry = (seq: number, minutes: number, author = 'a'): Entry => ({
  id: `m${seq}`,
  seq,
  timestamp: minutes * MINUTE,
  fromMe: author === 'me',
  author,
  isUndone: false,
})
const whole = { dayKey, unread: null, hasOlder: false }
const shape = (rows: ReturnType<typeof historyRows>) =>
  rows.map(
    ({ key, first, last, day, unread }) =>
      `${day === null ? '' : 'day '}${unread === null ? '' : `${unread} unread `}${first ? '<' : ''}${key}${last ? '>' : ''}`,
  )

it('rules off days and joins what one person wrote in one go', () => {
  const entries = [entry(1, 1), entry(2, 2), entry(3, 10), entry(4, 11, 'me'), entry(5, 1500, 'me')]
  expect(shape(historyRows(entries, whole))).toEqual(['day <m1', 'm2>', '<m3>', '<m4>', 'day <m5>'])
})

it('marks the first unread message once', () => {
  const rows = historyRows([entry(1, 1), entry(2, 2), entry(3, 3)], { ...whole, unread: { from: 2, count: 2 } })
  expect(shape(rows)).toEqual(['day <m1', '2 unread <m2', 'm3>'])
})

it('changes nothing below when older messages come before', () => {
  const [later, all] = [
    historyRows([entry(10, 30), entry(11, 31)], { ...whole, hasOlder: true }),
    historyRows([entry(9, 20), entry(10, 30), entry(11, 31)], whole),
  ]
  expect(all.slice(1)).toEqual(later)
})

it('keeps up with ten thousand', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => entry(index, index))
  const started = performance.now()
  historyRows(many, whole)
  expect(performance.now() - started).toBeLessThan(200)
})

const note = (id: number, minutes: number) => ({
  id,
  notes: `nota ${id}`,
  ticketId: 1,
  contactId: 1,
  user: { id: 1, name: 'Ana' },
  mentions: [],
  editedAt: null,
  createdAt: new Date(minutes * MINUTE).toISOString(),
})
const notesOf = (rows: ReturnType<typeof historyRows>) =>
  rows.map(({ key, notes, after }) => [...notes.map(({ id }) => id), key, ...after.map(({ id }) => id)].join(' '))

it('puts notes where they were written, those before what is loaded not yet', () => {
  const entries = [entry(4, 10), entry(5, 20)]
  const notes = [note(4, 30), note(3, 25), note(2, 15), note(1, 5)]
  expect(notesOf(historyRows(entries, { ...whole, notes }))).toEqual(['1 m4', '2 m5 3 4'])
  expect(notesOf(historyRows(entries, { ...whole, notes, hasOlder: true }))).toEqual(['m4', '2 m5 3 4'])
  expect(notesOf(historyRows(entries, { ...whole, notes, hasNewer: true }))).toEqual(['1 m4', '2 m5'])
  expect(historyRows([entry(1, 1), entry(2, 3)], { ...whole, notes: [note(1, 2)] })[1]?.first).toBe(true)
})

it('shows nothing of what was undone', () => {
  const entries = [entry(1, 1), { ...entry(2, 2), isUndone: true }, entry(3, 3)]
  expect(shape(historyRows(entries, whole))).toEqual(['day <m1', 'm3>'])
})
