import type { StandInReply, StandInRequest } from '@recado/sdk/testing'
import { addMessage, type Message, type Raw, type Session, type State, sessionOf } from './model.ts'

const good = (more: Raw = {}): StandInReply => ({ json: { success: true, ...more } })
const refused = (status: number, error: string): StandInReply => ({ status, json: { success: false, error } })
const told = (message: string, more: Raw = {}): StandInReply => ({ json: { success: false, message, ...more } })

type Call = (session: Session, body: Raw, state: State) => StandInReply

/** Calls that need a connected session; all others answer for themselves. */
const CONNECTED: Record<string, Call> = {
  'client/getClassInfo': ({ phone }) =>
    good({ sessionInfo: { pushname: 'Loja', wid: { server: 'c.us', user: phone, _serialized: `${phone}@c.us` } } }),
  'client/sendMessage': (session, body, state) => send(session, body, state, null),
  'client/getNumberId'(_, { number }, state) {
    const asked = String(number)
    const id = state.numbers.has(asked) ? state.numbers.get(asked) : asked
    return good({ result: id ? { server: 'c.us', user: id, _serialized: `${id}@c.us` } : null })
  },
  'client/isRegisteredUser': (_, { number }, state) => good({ result: state.numbers.get(String(number)) !== null }),
  'client/getContactLidAndPhone'(_, { userIds }, state) {
    const asked = Array.isArray(userIds) ? userIds.map(String) : []
    const result = asked.map((lid) => {
      const phone = state.lids.get(lid.split('@')[0] ?? '')
      return { lid, pn: phone ? `${phone}@c.us` : undefined }
    })
    return good({ result })
  },
  'client/getChats'(session) {
    const chats = [...session.chats].map(([id, messages]) => {
      const [user, server] = id.split('@')
      const last = messages.at(-1)
      return { id: { server, user, _serialized: id }, isGroup: server === 'g.us', timestamp: last?.timestamp }
    })
    return good({ chats })
  },
  'client/getContacts': (_, __, state) => good({ contacts: state.contacts }),
  'client/sendSeen': () => good({ result: true }),
  'client/syncHistory': () => good({ result: true }),
  'chat/sendStateTyping': () => good({ result: true }),
  'chat/sendStateRecording': () => good({ result: true }),
  'chat/clearState': () => good({ result: true }),
  'chat/fetchMessages'(session, body) {
    const limit = Number(Reflect.get(Object(body.searchOptions), 'limit') ?? 50)
    return good({ messages: (session.chats.get(String(body.chatId)) ?? []).slice(-limit) })
  },
  'groupChat/getClassInfo'(_, { chatId }, state) {
    const group = state.groups.get(String(chatId))
    if (!group) return refused(404, 'Chat not Found')
    const participants = group.participants.map(({ id, isAdmin }) => ({ id: { _serialized: id }, isAdmin }))
    return good({ chat: { name: group.name, isGroup: true, participants } })
  },
  'message/reply': withMessage((session, body, state, message) => {
    const { json } = send(session, body, state, message.id.id)
    return { json: { success: true, repliedMessage: Reflect.get(Object(json), 'message') } }
  }),
  'message/react': withMessage((_, body, __, message) => {
    message.ownReaction = body.reaction
    return good()
  }),
  'message/edit': withMessage((_, body, __, message) => {
    message.body = String(body.content)
    return good({ message })
  }),
  'message/delete': withMessage((_, __, ___, message) => {
    message.type = 'revoked'
    return good()
  }),
  'message/downloadMedia': withMessage((session, _, __, message) => {
    const messageMedia = session.files.get(message.id.id)
    return messageMedia ? good({ messageMedia }) : refused(500, 'Message media not found')
  }),
  'message/getInfo': withMessage(() => good({ info: {} })),
}

/** The gateway looks for a message by its bare id, among the last 100 of the chat. */
function withMessage(call: (session: Session, body: Raw, state: State, message: Message) => StandInReply): Call {
  return (session, body, state) => {
    const recent = (session.chats.get(String(body.chatId)) ?? []).slice(-100)
    const message = recent.find(({ id }) => id.id === body.messageId)
    return message ? call(session, body, state, message) : refused(500, 'Message not found')
  }
}

function send(session: Session, body: Raw, state: State, answers: string | null): StandInReply {
  const chatId = String(body.chatId)
  const contentType = String(body.contentType)
  const content = body.content as Raw | string
  const options = (body.options ?? {}) as Raw
  if (!['string', 'MessageMedia', 'MessageMediaFromURL', 'Location', 'Contact', 'Poll'].includes(contentType)) {
    return refused(400, 'invalid contentType')
  }
  if (state.numbers.get(chatId.split('@')[0] ?? '') === null) return refused(500, 'No LID for user')
  const words = typeof content === 'string' ? content : String(options.caption ?? '')
  const message = addMessage(state, session, chatId, { fromMe: true, body: words })
  state.sent.add({ sessionId: session.id, chatId, contentType, content, options, answers, message })
  return good({ message })
}

const SESSION: Record<string, (session: Session, body: Raw, state: State) => StandInReply> = {
  start(session) {
    if (session.isRunning) return refused(422, `Session already exists for: ${session.id}`)
    session.isRunning = true
    session.isCrashed = false
    session.state = session.phone ? 'CONNECTED' : 'UNPAIRED'
    return good({ message: 'Session initiated successfully' })
  },
  status(session) {
    if (!session.isRunning) return told('session_not_found', { state: null })
    if (session.isCrashed) return told('browser tab closed', { state: null })
    if (session.state === 'CONNECTED') return good({ state: 'CONNECTED', message: 'session_connected' })
    return told('session_not_connected', { state: session.state })
  },
  qr(session) {
    if (!session.isRunning) return told('session_not_found')
    return session.state === 'UNPAIRED' ? good({ qr: session.qr }) : told('qr code not ready or already scanned')
  },
  requestPairingCode(session, { phoneNumber }) {
    if (!session.isRunning) return told('session_not_found')
    return phoneNumber ? good({ result: 'ABCD1234' }) : refused(500, 'phone number is required')
  },
  stop(session) {
    session.isRunning = false
    session.state = null
    return good({ message: 'Session stopped successfully' })
  },
  restart(session) {
    if (!session.isRunning) return told('session_not_found')
    session.isCrashed = false
    session.state = session.phone ? 'CONNECTED' : 'UNPAIRED'
    return good({ message: 'Restarted successfully' })
  },
  terminate(session) {
    if (!session.isRunning) return told('session_not_found')
    session.isRunning = false
    session.phone = null
    session.state = null
    session.qr = `${session.qr}+`
    return good({ message: 'Logged out successfully' })
  },
}

/** One call, as the gateway's own middleware takes it: key, session's name, connection. */
export function answerCall(
  state: State,
  request: StandInRequest,
  options: { apiKey: string; settableWebhook: boolean },
): StandInReply | null {
  const { method, path, headers, json } = request
  if (path === '/ping') return good({ message: 'pong' })
  const [, group = '', name = '', id = ''] = path.split('/')
  if (!['session', 'client', 'chat', 'groupChat', 'message'].includes(group)) return null
  if (headers['x-api-key'] !== options.apiKey) return refused(403, 'Invalid API key')
  if (group === 'session' && name === 'getSessions') return good({ result: [...state.sessions.keys()] })
  if (!/^[\w-]+$/.test(decodeURIComponent(id))) return refused(422, 'Session should be alphanumerical or -')
  const session = sessionOf(state, id)
  if (group === 'session') {
    if (name === 'setWebhook') {
      if (!options.settableWebhook || method !== 'PUT') return { status: 404, body: `Cannot ${method} ${path}` }
      session.webhookUrl = String(json.webhookUrl)
      return good({ message: 'Webhook URL updated successfully', webhookUrl: session.webhookUrl })
    }
    return SESSION[name]?.(session, json, state) ?? null
  }
  const status = SESSION.status?.(session, {}, state)
  const message = Reflect.get(Object(status?.json), 'message')
  if (message !== 'session_connected') return refused(404, String(message))
  return CONNECTED[`${group}/${name}`]?.(session, json, state) ?? null
}
