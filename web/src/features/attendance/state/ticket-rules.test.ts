import { expect, it } from 'vitest'
import { HttpError } from '../../../lib/http/errors.ts'
import { conflictOf } from './ticket-conflict.ts'
import { ticketRights } from './ticket-rules.ts'

const DAY = 24 * 60 * 60 * 1000
const agent = { userId: 1, profile: 'user' }
const admin = { userId: 2, profile: 'admin' }
const ticket = (status: 'open' | 'pending' | 'closed', closedAt: number | null = null) => ({ status, closedAt })

it('offers one action per state', () => {
  const primary = (status: 'open' | 'pending' | 'closed') => ticketRights(ticket(status), agent, {}, 0).primary
  expect([primary('pending'), primary('open'), primary('closed')]).toEqual(['accept', 'resolve', 'reopen'])
})

it('keeps reopening and peeking to what the company allows', () => {
  const settings = { allowReopen: 'disabled', allowPeek: 'disabled' }
  expect(ticketRights(ticket('closed'), agent, settings, 0).primary).toBeNull()
  expect(ticketRights(ticket('closed'), admin, settings, 0).primary).toBe('reopen')
  expect(ticketRights(ticket('pending'), agent, settings, 0).canPeek).toBe(false)
  expect(ticketRights(ticket('pending'), admin, settings, 0).canPeek).toBe(true)
  expect(ticketRights(ticket('open'), agent, settings, 0).canPeek).toBe(true)
})

it('does not reopen what is too old', () => {
  const settings = { reopenMaxDays: '2' }
  expect(ticketRights(ticket('closed', 0), admin, settings, 2 * DAY).primary).toBe('reopen')
  expect(ticketRights(ticket('closed', 0), admin, settings, 2 * DAY + 1).primary).toBeNull()
})

it('leaves deleting to administrators', () => {
  expect([agent, admin].map((person) => ticketRights(ticket('open'), person, {}, 0).canDelete)).toEqual([false, true])
})

it('reads the ticket that stands in the way of a new one', () => {
  const raw = JSON.stringify({ id: 7, status: 'open', reason: 'assignedUser', userName: 'Caio' })
  const error = new HttpError({ status: 409, code: 'ERR_OTHER_OPEN_TICKET', message: '', raw })
  expect(conflictOf(error)).toMatchObject({ id: 7, reason: 'assignedUser', userName: 'Caio' })
  expect(conflictOf(new HttpError({ status: 409, code: 'ERR_OTHER_OPEN_TICKET', message: '', raw: '{' }))).toBeNull()
  expect(conflictOf(new HttpError({ status: 409, code: 'ERR_TICKET_TAKEN', message: '', raw }))).toBeNull()
})
