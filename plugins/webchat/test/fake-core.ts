import { randomUUID } from 'node:crypto'
import type {
  Address,
  ChannelContext,
  ChannelInstance,
  Content,
  ConversationMessage,
  ConversationPage,
  InboundEvent,
  Party,
} from '@recado/sdk'
import { createRecorder } from '@recado/sdk/testing'

type Row = ConversationMessage & { contact: number }
type Ticket = NonNullable<ConversationPage['ticket']>

const RANK = ['failed', 'queued', 'sending', 'unknown', 'sent', 'delivered', 'read', 'played']

/** What lies beyond the plugin: contacts, tickets and messages, applied as the product does it. */
export function createFakeCore(clock: { now(): number }) {
  const rows: Row[] = []
  const contacts = new Map<string, number>()
  const parties = new Map<number, Party>()
  const tickets = new Map<number, Ticket>()
  const events = createRecorder<InboundEvent>('an inbound event')
  const instances: ChannelInstance[] = []
  const signal = new AbortController().signal
  let nextId = 1
  let availability = { open: true, agentsOnline: true, message: null as string | null }

  function contactOf(addresses: readonly Address[]): number {
    const known = addresses.map(({ value }) => contacts.get(value)).filter((id) => id !== undefined)
    const contact = known.at(-1) ?? nextId++
    for (const row of rows) if (known.includes(row.contact)) row.contact = contact
    for (const [value, id] of contacts) if (known.includes(id)) contacts.set(value, contact)
    for (const { value } of addresses) contacts.set(value, contact)
    return contact
  }

  const addressOf = (contact: number): Address => {
    const values = [...contacts].filter(([, id]) => id === contact).map(([value]) => value)
    return { kind: 'webchat', value: values.find((value) => value.startsWith('user:')) ?? values[0] ?? '' }
  }

  function append(contact: number, row: Omit<Row, 'seq' | 'contact' | 'removed' | 'edited'>): Row {
    const seq = rows.filter((other) => other.contact === contact).length + 1
    const added = { ...row, seq, contact, removed: false, edited: false }
    rows.push(added)
    return added
  }

  function apply(event: InboundEvent): void {
    if (event.kind === 'contact') parties.set(contactOf(event.party.addresses), event.party)
    if (event.kind === 'receipt') {
      for (const row of rows.filter((one) => event.externalIds?.includes(one.externalId ?? one.id))) {
        if (RANK.indexOf(event.status) > RANK.indexOf(row.status)) row.status = event.status
      }
    }
    if (event.kind !== 'message') return
    const contact = contactOf(event.chat.addresses)
    parties.set(contact, event.chat)
    if (rows.some((row) => row.externalId === event.externalId)) return
    const id = event.clientId ?? randomUUID()
    const { externalId, content, at, replyTo = null } = event
    append(contact, { id, externalId, fromMe: false, content, at, status: 'delivered', sender: null, replyTo })
    const ticket = tickets.get(contact)
    if (!ticket || ticket.status === 'closed') {
      tickets.set(contact, { id: nextId++, status: 'pending', agent: null })
      tell(contact)
    }
  }

  function tell(contact: number): void {
    const ticket = tickets.get(contact)
    if (ticket) for (const instance of instances) instance.onTicket?.(addressOf(contact), ticket)
  }

  async function history(
    chat: Address,
    { afterId, beforeId, limit = 50 }: HistoryOptions = {},
  ): Promise<ConversationPage> {
    const contact = contacts.get(chat.value)
    const own = rows.filter((row) => row.contact === contact)
    const ticket = (contact !== undefined && tickets.get(contact)) || null
    const place = own.findIndex(({ id }) => id === (afterId ?? beforeId))
    if ((afterId ?? beforeId) !== undefined && place < 0) throw new Error('no such message in this conversation')
    if (afterId !== undefined) {
      const rest = own.slice(place + 1)
      return { messages: structuredClone(rest.slice(0, limit)), hasMore: rest.length > limit, ticket }
    }
    const rest = beforeId === undefined ? own : own.slice(0, place)
    return { messages: structuredClone(rest.slice(-limit)), hasMore: rest.length > limit, ticket }
  }

  const sender = (): ChannelInstance => {
    const [first] = instances
    if (!first) throw new Error('no instance is open')
    return first
  }

  return {
    events,
    rows,
    instances,
    parties,
    conversations: { history, availability: async () => availability } satisfies ChannelContext['conversations'],
    accept: async (pushed: InboundEvent[]): Promise<void> => {
      for (const event of pushed) {
        apply(event)
        events.add(event)
      }
    },
    setAvailability(next: Partial<typeof availability>): void {
      availability = { ...availability, ...next }
    },
    texts: (value: string): string[] =>
      rows
        .filter((row) => row.contact === contacts.get(value))
        .map(({ content }) => ('text' in content ? (content.text ?? '') : '')),
    partyOf: (value: string): Party | undefined => parties.get(contacts.get(value) ?? 0),

    /** An agent writes: the row first, then the channel, as the product's outbox does it. */
    async agentSends(
      value: string,
      content: Content | string,
      more: { sender?: string; replyTo?: string } = {},
    ): Promise<Row> {
      const body: Content = typeof content === 'string' ? { type: 'text', text: content } : content
      const author = more.sender ? { name: more.sender } : null
      const replyTo = more.replyTo ?? null
      const at = clock.now()
      const contact = contactOf([{ kind: 'webchat', value }])
      const row = append(contact, {
        id: randomUUID(),
        externalId: null,
        fromMe: true,
        content: body,
        at,
        status: 'sending',
        sender: author,
        replyTo,
      })
      const to = addressOf(contact)
      const message = { id: row.id, seq: row.seq, to, isGroup: false, content: body, attempt: 1, sender: author }
      const result = await sender().send(message, signal)
      row.externalId = result.externalId
      if (row.status === 'sending') row.status = result.status ?? 'sent'
      return row
    },
    async edit(row: Row, text: string): Promise<void> {
      row.content = { type: 'text', text }
      row.edited = true
      await sender().edit?.(
        { id: row.id, externalId: row.id, chat: addressOf(row.contact), fromMe: true },
        row.content,
        signal,
      )
    },
    async remove(row: Row): Promise<void> {
      row.removed = true
      await sender().remove?.({ id: row.id, externalId: row.id, chat: addressOf(row.contact), fromMe: true }, signal)
    },
    setTicket(value: string, change: Partial<Ticket>): void {
      const contact = contacts.get(value)
      if (contact === undefined) return
      tickets.set(contact, { id: 1, status: 'pending', agent: null, ...tickets.get(contact), ...change })
      tell(contact)
    },
  }
}

interface HistoryOptions {
  afterId?: string
  beforeId?: string
  limit?: number
}

export type FakeCore = ReturnType<typeof createFakeCore>
