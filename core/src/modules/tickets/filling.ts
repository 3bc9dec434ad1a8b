import type { TicketRecord } from './record-repo.ts'
import { fillIn, type TextMoment } from './variables.ts'

/** A text with the variables of a ticket filled in; `agent` is who says it, where that is not the ticket's own. */
export function fillForTicket(
  record: TicketRecord,
  text: string,
  moment: TextMoment,
  agent: { name: string; email: string | null } | null = null,
): string {
  const { contact, queueName, user, userEmail, channel } = record
  const subject = {
    contact,
    ticket: record,
    queue: queueName,
    user: agent?.name ?? user?.name ?? null,
    userEmail: agent ? agent.email : userEmail,
    channel: channel.name,
  }
  return fillIn(text, subject, moment)
}
