import { createRecorder, type Recorder } from '@recado/sdk/testing'

export type Raw = Record<string, unknown>

/** A message as whatsapp-web.js serialises it. */
export interface Message extends Raw {
  id: { fromMe: boolean; remote: string; id: string; _serialized: string; participant?: string }
  from: string
  to: string
  body: string
  type: string
  timestamp: number
  hasMedia: boolean
}

export interface File {
  mimetype: string
  data: string
  filename: string | null
}

/** What a session was asked to send. */
export interface Sent {
  sessionId: string
  chatId: string
  contentType: string
  content: unknown
  options: Raw
  /** Bare id of the quoted message, when it is an answer. */
  answers: string | null
  message: Message
}

export interface Session {
  id: string
  /** Its browser runs. */
  isRunning: boolean
  /** A phone is linked to it. */
  phone: string | null
  state: 'CONNECTED' | 'UNPAIRED' | 'OPENING' | 'CONFLICT' | null
  /** The page crashed; a restart brings it back. */
  isCrashed: boolean
  qr: string
  webhookUrl: string | null
  chats: Map<string, Message[]>
  files: Map<string, File>
}

export interface State {
  sessions: Map<string, Session>
  sent: Recorder<Sent>
  /** Who has WhatsApp: what was asked for, and the id it has. Everybody else has their number as id. */
  numbers: Map<string, string | null>
  /** Phones behind LIDs, digits each. */
  lids: Map<string, string>
  groups: Map<string, { name: string; participants: { id: string; isAdmin: boolean }[] }>
  contacts: Raw[]
  now(): number
  counter: number
}

export const createState = (now: () => number): State => ({
  sessions: new Map(),
  sent: createRecorder<Sent>('a sent message'),
  numbers: new Map(),
  lids: new Map(),
  groups: new Map(),
  contacts: [],
  now,
  counter: 0,
})

export function sessionOf(state: State, id: string): Session {
  const known = state.sessions.get(id)
  if (known) return known
  const session: Session = {
    id,
    isRunning: false,
    phone: null,
    state: null,
    isCrashed: false,
    qr: `2@qr-of-${id}-1`,
    webhookUrl: null,
    chats: new Map(),
    files: new Map(),
  }
  state.sessions.set(id, session)
  return session
}

/** Makes a message and keeps it in its chat. */
export function addMessage(
  state: State,
  session: Session,
  chat: string,
  about: { fromMe: boolean; author?: string; body?: string; type?: string; more?: Raw; id?: string },
): Message {
  state.counter += 1
  const { fromMe, author, body = '', type = 'chat', more = {} } = about
  const id = about.id ?? `3EB0${state.counter.toString(16).toUpperCase().padStart(12, '0')}`
  const own = `${session.phone ?? '551130000000'}@c.us`
  const participant = author ? `_${author}` : ''
  const message: Message = {
    id: {
      fromMe,
      remote: chat,
      id,
      _serialized: `${fromMe}_${chat}_${id}${participant}`,
      ...(author ? { participant: author } : {}),
    },
    from: fromMe ? own : chat,
    to: fromMe ? chat : own,
    ...(author ? { author } : {}),
    body,
    type,
    timestamp: Math.floor(state.now() / 1000),
    hasMedia: false,
    hasQuotedMsg: false,
    isForwarded: false,
    fromMe,
    ack: fromMe ? 1 : 0,
    ...more,
  }
  session.chats.set(chat, [...(session.chats.get(chat) ?? []), message])
  return message
}
