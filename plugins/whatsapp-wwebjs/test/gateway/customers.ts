import type { Post } from './hooks.ts'
import { addMessage, type File, type Message, type Raw, type Session, type State } from './model.ts'

export interface Writing {
  /** Who writes in a group: `…@c.us` or `…@lid`. */
  author?: string
  name?: string
  /** Bare id of the message that is answered, and who wrote it. */
  answers?: { id: string; participant: string }
  more?: Raw
  id?: string
}

/** What customers do, and what the gateway tells of it. Each resolves when its hooks were answered. */
export interface Customers {
  says(from: string, body: string, how?: Writing): Promise<Message>
  /** `media`: the hook with the file before the message, after it, or not at all. */
  sendsFile(
    from: string,
    type: string,
    file: File,
    how?: Writing & { media?: 'first' | 'after' | 'none' },
  ): Promise<Message>
  /** A message of any type, told as `message_create` and `message`. */
  sends(from: string, type: string, more: Raw, how?: Writing): Promise<Message>
  /** Written on the phone itself. */
  phoneSays(to: string, body: string): Promise<Message>
  reacts(from: string, to: Message, emoji: string): Promise<void>
  edits(message: Message, body: string): Promise<void>
  removes(message: Message): Promise<void>
  /** Cannot be read yet; `decrypt` tells it again with its content. */
  sendsUnreadable(from: string): Promise<{ message: Message; decrypt(body: string, type?: string): Promise<void> }>
  calls(from: string): Promise<void>
  ack(message: Message, ack: number): Promise<void>
  group(dataType: string, notification: Raw): Promise<void>
  /** A message that reached the phone while nobody took the hook. */
  saysUnheard(from: string, body: string): Message
}

export function createCustomers(state: State, session: Session, post: Post): Customers {
  const notice = (from: string, how: Writing, body: string, type: string, more: Raw) => {
    const { author, name = 'Rita', answers } = how
    const quoted = answers ? { quotedStanzaID: answers.id, quotedParticipant: answers.participant } : {}
    const data = { notifyName: name, ...quoted, ...(more._data as Raw | undefined) }
    return addMessage(state, session, from, {
      fromMe: false,
      body,
      type,
      ...(author ? { author } : {}),
      ...(how.id ? { id: how.id } : {}),
      more: { hasQuotedMsg: answers !== undefined, ...more, ...how.more, _data: data },
    })
  }
  const tell = async (message: Message) => {
    await post('message_create', { message })
    if (!message.id.fromMe) await post('message', { message })
    await post('unread_count', { chat: { id: message.id.remote } })
    return message
  }

  return {
    says: (from, body, how = {}) => tell(notice(from, how, body, 'chat', {})),
    async sendsFile(from, type, file, { media = 'after', ...how } = {}) {
      const size = Buffer.from(file.data, 'base64').byteLength
      // The thumbnail that stands where a text would.
      const _data = { body: '/9j/4AAQSkZJRg==', mimetype: file.mimetype, size, filename: file.filename }
      const message = notice(from, how, String(how.more?.body ?? ''), type, { hasMedia: true, _data })
      session.files.set(message.id.id, file)
      if (media === 'first') await post('media', { messageMedia: file, message })
      await tell(message)
      if (media === 'after') await post('media', { messageMedia: file, message })
      return message
    },
    sends: (from, type, more, how = {}) => tell(notice(from, how, String(more.body ?? ''), type, more)),
    phoneSays: (to, body) => tell(addMessage(state, session, to, { fromMe: true, body })),
    async reacts(from, to, emoji) {
      const id = { fromMe: false, remote: to.id.remote, id: `R${to.id.id}`, participant: from }
      const reaction = { id, msgId: to.id, reaction: emoji, senderId: from, timestamp: Math.floor(state.now() / 1000) }
      await post('message_reaction', { reaction })
    },
    async edits(message, body) {
      const prevBody = message.body
      message.body = body
      await post('message_edit', { message, newBody: body, prevBody })
    },
    async removes(message) {
      const original = structuredClone(message)
      message.type = 'revoked'
      message.body = ''
      await post('message_revoke_everyone', { message, revokedMessage: original })
    },
    async sendsUnreadable(from) {
      const message = notice(from, {}, '', 'ciphertext', {})
      await post('message_ciphertext', { message })
      return {
        message,
        async decrypt(body, type = 'chat') {
          message.type = type
          message.body = body
          message.hasMedia = type !== 'chat'
          await tell(message)
        },
      }
    },
    async calls(from) {
      state.counter += 1
      const call = { id: `CALL${state.counter}`, from, isVideo: false, isGroup: false, fromMe: false }
      await post('call', { call: { ...call, timestamp: Math.floor(state.now() / 1000) } })
    },
    ack: (message, ack) => post('message_ack', { message: { ...message, ack }, ack }),
    group: (dataType, notification) => post(dataType, { notification }),
    saysUnheard: (from, body) => notice(from, {}, body, 'chat', {}),
  }
}
