import type { FileUrl } from '../auth/index.ts'
import type { SignedUrl } from '../media/index.ts'
import { type MessageRecord, presentMessage, readUpTo } from '../messages/index.ts'
import type { TicketRecord } from '../tickets/index.ts'
import type { WebhookEvent, WebhookPayload } from './schemas.ts'

export interface Told {
  id: string
  event: WebhookEvent
  createdAt: Date
  ticket: TicketRecord
  message: MessageRecord | null
}

export interface PayloadDeps {
  /** Base address of this installation, without a trailing slash. */
  publicUrl: string
  fileUrl: FileUrl
  signedUrl: SignedUrl
}

type Message = NonNullable<WebhookPayload['message']>

/** As long as the log is kept, so that addresses of files work in replays too. */
const FILE_TTL_SECONDS = 7 * 24 * 3600
const MAX_BYTES = 64 * 1024
const CUT_TEXT = 4000

export function createPayloads({ publicUrl, fileUrl, signedUrl }: PayloadDeps) {
  const shown = (record: MessageRecord, tenantId: number, upTo: number): Message =>
    presentMessage(record, {
      tenantId,
      showPhones: true,
      locale: 'pt',
      readUpTo: upTo,
      fileUrl: (...given) => publicUrl + fileUrl(...given),
      signedUrl: (tenant, id, options) =>
        publicUrl + signedUrl(tenant, id, { ...options, ttlSeconds: FILE_TTL_SECONDS }),
    })

  return {
    /** The body that is signed and sent. */
    of({ id, event, createdAt, ticket, message }: Told): string {
      const { tenantId, channel } = ticket
      return bounded({
        id,
        event,
        createdAt: createdAt.toISOString(),
        tenantId,
        channel: { id: channel.id, name: channel.name, type: channel.type },
        ticket: presentTicket(ticket),
        ...(message ? { message: shown(message, tenantId, readUpTo(ticket)) } : {}),
        ...(event === 'ticket.closed' ? { closingReason: named(ticket.closingReason) } : {}),
      })
    },

    /** The same body with the file that was still on its way when it was made. */
    withFile(payload: string, record: MessageRecord): string {
      const told = JSON.parse(payload) as WebhookPayload
      if (!told.message) return payload
      const { media, mediaUrl, mediaName } = shown(record, told.tenantId, 0)
      return bounded({ ...told, message: { ...told.message, media, mediaUrl, mediaName } })
    },
  }
}

export type Payloads = ReturnType<typeof createPayloads>

const named = (one: { id: number; name: string } | null) => one && { id: one.id, name: one.name }

const presentTicket = (ticket: TicketRecord): NonNullable<WebhookPayload['ticket']> => ({
  id: ticket.id,
  protocol: ticket.protocol,
  status: ticket.status as 'open' | 'pending' | 'closed',
  isGroup: ticket.isGroup,
  queue: ticket.queueId === null || ticket.queueName === null ? null : { id: ticket.queueId, name: ticket.queueName },
  user: named(ticket.user),
  contact: { id: ticket.contact.id, name: ticket.contact.name, number: ticket.contact.number },
})

/** Long conversations leave out first what was said before, then the rest of the text. */
function bounded(payload: WebhookPayload): string {
  const whole = JSON.stringify(payload)
  const { message } = payload
  if (Buffer.byteLength(whole) <= MAX_BYTES || !message) return whole
  const unquoted = JSON.stringify({ ...payload, truncated: true, message: { ...message, quotedMsg: null } })
  if (Buffer.byteLength(unquoted) <= MAX_BYTES) return unquoted
  const body = message.body.slice(0, CUT_TEXT)
  const edited = message.edited?.slice(0, CUT_TEXT) ?? null
  const cut: Message = {
    ...message,
    body,
    edited,
    content: { type: 'text', text: body },
    reactions: [],
    quotedMsg: null,
  }
  return JSON.stringify({ ...payload, truncated: true, message: cut })
}
