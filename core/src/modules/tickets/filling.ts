import type { TicketRecord } from './record-repo.ts'
import { fillIn, type TextMoment } from './variables.ts'

/** A text with the variables of a ticket filled in; `agent` is who says it, where that is not the ticket's own. */
export function fillForTicket(record: TicketRecord, text: string, moment: TextMoment, agent?: string): string {
  const { contact, queueName, user, channel } = record
  const subject = {
    contact,
    ticket: record,
    queue: queueName,
    user: agent ?? user?.name ?? null,
    channel: channel.name,
  }
  return fillIn(text, subject, moment)
}
