import { randomUUID } from 'node:crypto'
import type { Content, MediaKind, Step } from '@recado/sdk'
import { expect } from 'vitest'
import type { Channel } from '../../../src/modules/channels/contract.ts'
import type { Message } from '../../../src/modules/messages/contract.ts'
import { startApp, until } from '../../app.ts'

export type { Channel, Message }

export interface Ticket {
  id: number
  name: string
  lastMessage: string
  postId: string | null
  isGroup: boolean
}

const starting = (start: string | Buffer, length = 64): Buffer =>
  Buffer.concat([Buffer.from(start as string, 'latin1'), Buffer.alloc(length)])

/** A small file of each kind, real enough for its type to be recognised. */
export const FILES: Record<MediaKind, { bytes: Buffer; type: string; name: string }> = {
  image: {
    bytes: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGNk6J/EgA0wYRUdvBIAO4EBU2KQ6h8AAAAASUVORK5CYII=',
      'base64',
    ),
    type: 'image/png',
    name: 'vitrine.png',
  },
  video: { bytes: starting('\0\0\0\x18ftypisom\0\0\x02\0isomiso2'), type: 'video/mp4', name: 'loja.mp4' },
  audio: { bytes: starting('\xff\xfb\x90\x64'), type: 'audio/mpeg', name: 'jingle.mp3' },
  voice: {
    bytes: starting(`OggS\0\x02${'\0'.repeat(8)}aaaa\0\0\0\0bbbb\x01\x13OpusHead\x01\x01`),
    type: 'audio/ogg',
    name: 'recado.ogg',
  },
  document: { bytes: starting('%PDF-1.4\n%%EOF\n', 0), type: 'application/pdf', name: 'tabela.pdf' },
  sticker: {
    bytes: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
    type: 'image/webp',
    name: 'oi.webp',
  },
}

export type Story = Awaited<ReturnType<typeof startStory>>
export type Line = Awaited<ReturnType<Story['line']>>

/** A company with an agent on a server whose plugins reach providers on loopback. */
export async function startStory(env: Record<string, string> = {}) {
  const app = await startApp({ env })
  const company = await app.newTenant()
  const agent = await company.user()
  const { api } = agent

  const tickets = async (status: string): Promise<Ticket[]> =>
    (await api.get<{ tickets: Ticket[] }>(`/tickets?status[]=${status}&pageSize=100`)).body.tickets
  const messages = async (ticketId: number): Promise<Message[]> =>
    (await api.get<{ messages: Message[] }>(`/messages/${ticketId}?pageSize=100`)).body.messages
  const message = (ticketId: number, fits: (message: Message) => boolean): Promise<Message> =>
    until(async () => (await messages(ticketId)).find(fits))
  const post = async (ticketId: number, body: unknown): Promise<Message> => {
    const answer = await api.post<{ messages: Message[] }>(`/messages/${ticketId}`, body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body.messages[0] as Message
  }

  return {
    app,
    company,
    agent,
    messages,
    /** The message of the ticket, as soon as it is there. */
    message,
    /** The newest one, of which tests have just heard that it was taken. */
    last: async (ticketId: number): Promise<Message | undefined> => (await messages(ticketId)).at(-1),
    close: () => app.close(),

    /** The waiting conversation that has this as its newest message, taken on by the agent. */
    async accept(newest: string, fits: (ticket: Ticket) => boolean = () => true): Promise<Ticket> {
      const found = await until(async () =>
        (await tickets('pending')).find((ticket) => ticket.lastMessage === newest && fits(ticket)),
      )
      expect(await api.put(`/tickets/${found.id}`, { status: 'open', userId: agent.id })).toMatchObject({ status: 200 })
      return found
    },
    says: (ticketId: number, body: string, more: Record<string, unknown> = {}) => post(ticketId, { body, ...more }),
    sends: (ticketId: number, content: Content) => post(ticketId, { content }),
    async sendsFile(ticketId: number, kind: MediaKind, caption?: string, mentions?: unknown): Promise<Message> {
      const { bytes, type, name } = FILES[kind]
      const form = new FormData()
      if (kind === 'sticker') {
        form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
        const uploaded = await api.post<{ id: string }>('/media', form)
        return post(ticketId, { content: { type: 'media', kind, media: { id: uploaded.body.id } } })
      }
      if (caption) form.append('body', caption)
      if (mentions) form.append('mentions', typeof mentions === 'string' ? mentions : JSON.stringify(mentions))
      if (kind === 'voice') form.append('isVoice', 'true')
      form.append('medias', new Blob([new Uint8Array(bytes)], { type }), name)
      return post(ticketId, form)
    },
    /** Waits until our message is in this state. */
    reaches: (ticketId: number, { id }: Pick<Message, 'id'>, state: Message['state']) =>
      message(ticketId, (one) => one.id === id && one.state === state),
    /** The bytes of a file, once fetched, as a browser gets them. */
    async file(ticketId: number, { id }: Pick<Message, 'id'>): Promise<{ message: Message; bytes: Buffer }> {
      const ready = await message(ticketId, (one) => one.id === id && one.media?.state === 'ready')
      const answer = await fetch(`${app.url}${ready.mediaUrl}`)
      expect(answer.status).toBe(200)
      return { message: ready, bytes: Buffer.from(await answer.arrayBuffer()) }
    },

    /** A channel, connected; `meanwhile` plays the person who has to do something at the provider. */
    async line(
      type: string,
      settings: Record<string, unknown>,
      meanwhile: (is: (...states: string[]) => Promise<Channel>) => Promise<void> | void = () => undefined,
    ) {
      const { admin } = company
      const made = await admin.api.post<Channel>('/whatsapp', {
        name: `Canal ${randomUUID()}`,
        type,
        settings,
        ignoreGroups: false,
      })
      expect(made).toMatchObject({ status: 200 })
      const { id } = made.body
      const now = async () => (await admin.api.get<Channel>(`/whatsapp/${id}`)).body
      const is = (...states: string[]) =>
        until(async () => {
          const channel = await now()
          return states.includes(channel.state) ? channel : null
        })
      expect(await admin.api.post(`/whatsappsession/${id}`)).toMatchObject({ status: 200 })
      await meanwhile(is)
      await is('connected')

      const queue = () =>
        app.db.owner<{ state: string; code: string | null }>(
          `select state, error_code code from delivery where channel_id = $1 and state <> 'unknown' order by position`,
          [id],
        )
      return {
        id,
        hookUrl: made.body.hookUrl ?? '',
        now,
        is,
        /** Waits until a message was tried in vain and is to be tried again. */
        waits: () =>
          until(async () => {
            const [head] = await queue()
            return head?.state === 'queued' && head.code !== null ? head : null
          }),
        /** Pauses pass at once, until nothing waits any more. */
        drains: () =>
          until(async () => {
            if ((await queue()).length === 0) return true
            await app.db.owner(`update delivery set due_at = now() where channel_id = $1 and state = 'queued'`, [id])
            app.node.services.drain.kick({ tenantId: company.tenantId, channelId: id })
            return false
          }),
        /** A step of the channel's panel, on the form as it was shown. */
        async step(action: string, more: { step?: string; values?: Record<string, unknown> } = {}): Promise<Step> {
          const body = { channelId: id, settings: (await now()).settings, ...more }
          const answer = await admin.api.post<Step>(`/channel-actions/${type}/${action}`, body)
          expect(answer).toMatchObject({ status: 200 })
          return answer.body
        },
        /** The form as it was shown, with this in it. */
        async change(more: Record<string, unknown>) {
          const settings = { ...(await now()).settings, ...more }
          expect(await admin.api.put(`/whatsapp/${id}`, { settings })).toMatchObject({ status: 200 })
        },
      }
    },
  }
}
