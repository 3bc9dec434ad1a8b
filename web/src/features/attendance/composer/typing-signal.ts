import { connection } from '../../../lib/socket/connection.ts'

/** Others are told at most this often, and that it ended after a pause. */
const AGAIN = 3_000
const PAUSE = 5_000

let current: { ticketId: number; toldAt: number; end: ReturnType<typeof setTimeout> } | null = null

/** Call on every key; whoever has the ticket open, and the customer where the channel can, sees that we type. */
export function tellTyping(ticketId: number): void {
  const now = Date.now()
  const same = current?.ticketId === ticketId ? current : null
  if (!same) stopTyping()
  if (!same || now - same.toldAt >= AGAIN) connection.emit('typing', { ticketId, on: true })
  if (same) clearTimeout(same.end)
  current = {
    ticketId,
    toldAt: same && now - same.toldAt < AGAIN ? same.toldAt : now,
    end: setTimeout(stopTyping, PAUSE),
  }
}

/** Sent, left, or given up. */
export function stopTyping(): void {
  if (!current) return
  clearTimeout(current.end)
  connection.emit('typing', { ticketId: current.ticketId, on: false })
  current = null
}
