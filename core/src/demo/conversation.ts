import type { Content, MediaInfo } from '@recado/sdk'
import { contentText } from '@recado/sdk'
import { lineOf, typeOf } from '../modules/messages/content.ts'
import { type Dialogue, FILLINGS, SMALL_TALK } from './dialogues.ts'
import type { DemoFile } from './files.ts'
import type { Customer } from './people.ts'
import type { Random } from './random.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** A row of `message`; times as ISO text. */
export interface MessageRow {
  id: string
  ticketId: number
  seq: number
  channelId: number
  contactId: number | null
  userId: number | null
  fromMe: boolean
  type: string
  body: string
  content: Content
  mediaId: string | null
  externalId: string
  replyToId: string | null
  status: string
  failCode: string | null
  editedAt: string | null
  reactions: object[]
  sentAt: string
}

export interface Agent {
  id: number
  name: string
}

export interface ConversationPlan {
  random: Random
  dialogue: Dialogue
  ticketId: number
  channelId: number
  contactId: number
  customer: Customer
  agent: Agent
  files: ReadonlyMap<DemoFile['kind'], readonly MediaInfo[]>
  /** Epoch milliseconds of the first message, or of the last one. */
  startsAt?: number
  endsAt?: number
  /** How many lines have been said by now. */
  lines: number
  /** Messages of small talk behind the dialogue. */
  longer: number
}

const iso = (at: number): string => new Date(at).toISOString()

/** Lines as messages with believable pauses between them. */
export function converse(plan: ConversationPlan): { rows: MessageRow[]; lines: string[] } {
  const { random, dialogue, longer } = plan
  const small = Array.from({ length: longer }, (_, index) => SMALL_TALK[index % SMALL_TALK.length] ?? '')
  const said = [...dialogue.lines.slice(0, plan.lines), ...small]
  const fill = filler(plan)
  const times = timesOf(plan, said)
  const rows: MessageRow[] = []
  for (const [index, line] of said.entries()) {
    const fromMe = line.startsWith('a:')
    const at = iso(times[index] ?? 0)
    const content = contentOf(plan, fill(line.slice(2).trim()))
    const id = random.uuid()
    rows.push({
      id,
      ticketId: plan.ticketId,
      seq: index + 1,
      channelId: plan.channelId,
      contactId: fromMe ? null : plan.contactId,
      userId: fromMe ? plan.agent.id : null,
      fromMe,
      type: typeOf(content),
      body: contentText(content),
      content,
      mediaId: content.type === 'media' ? (content.media.id ?? null) : null,
      externalId: id,
      replyToId: null,
      status: fromMe ? 'read' : 'received',
      failCode: null,
      editedAt: null,
      reactions: [],
      sentAt: at,
    })
  }
  season(plan, rows)
  return { rows, lines: rows.map((row) => lineOf(row.content)) }
}

/** Files come in words of their own; the rest is text. */
function contentOf({ random, files }: ConversationPlan, text: string): Content {
  const [, kind, words = ''] = /^\[(image|document|audio)\]\s*(.*)$/.exec(text) ?? []
  const known = kind ? files.get(kind as DemoFile['kind']) : undefined
  if (!known || known.length === 0) return { type: 'text', text }
  const { id, mimeType, fileName, size } = random.pick(known)
  const media = { id, mimeType, size, ...(fileName ? { fileName } : {}) }
  return { type: 'media', kind: kind as DemoFile['kind'], media, ...(words ? { text: words } : {}) }
}

/** The same order, product and price all through a conversation. */
function filler({ random, customer, agent }: ConversationPlan): (text: string) => string {
  const values: Record<string, string> = {
    nome: customer.firstName,
    agente: agent.name.split(' ')[0] ?? agent.name,
    produto: random.pick(FILLINGS.produto),
    cidade: random.pick(FILLINGS.cidade),
    prazo: random.pick(FILLINGS.prazo),
    pedido: `#${random.between(18_200, 26_900)}`,
    valor: `R$ ${random.between(1, 8)}.${random.between(1, 9)}${random.pick(['40', '90', '15'])},00`,
  }
  return (text) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

function timesOf({ random, startsAt, endsAt }: ConversationPlan, said: string[]): number[] {
  let at = 0
  const times = said.map((line, index) => {
    const isSame = said[index - 1]?.[0] === line[0]
    if (index > 0)
      at += isSame
        ? random.between(8, 50) * SECOND
        : random.chance(0.08)
          ? random.between(20, 160) * MINUTE
          : random.between(25, 5 * 60) * SECOND
    return at
  })
  const shift = startsAt ?? (endsAt ?? 0) - at
  return times.map((time) => time + shift)
}

/** Replies, reactions, corrections and the odd failure. */
function season({ random, contactId, customer, agent }: ConversationPlan, rows: MessageRow[]): void {
  for (const [index, row] of rows.entries()) {
    const quoted = rows[index - random.between(1, 3)]
    if (quoted && quoted.fromMe !== row.fromMe && random.chance(0.12)) row.replyToId = quoted.id
    if (row.fromMe && random.chance(0.06))
      row.reactions = [
        { from: `contact:${contactId}`, emoji: random.pick(['👍', '🧡', '🙏', '👏']), contactId, name: customer.name },
      ]
    else if (!row.fromMe && random.chance(0.03))
      row.reactions = [
        { from: `user:${agent.id}`, emoji: random.pick(['👍', '😊', '🎉']), userId: agent.id, name: agent.name },
      ]
    if (row.fromMe && row.content.type === 'text' && row.body.length > 40 && random.chance(0.04)) {
      // what was written first stays as the body
      row.body = row.body.slice(0, row.body.lastIndexOf(' '))
      row.editedAt = iso(Date.parse(row.sentAt) + 20 * SECOND)
    } else if (row.fromMe && random.chance(0.015)) {
      row.status = 'failed'
      row.failCode = 'TEMPORARY'
    }
  }
}
