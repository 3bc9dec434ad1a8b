import { addFile, type BotState, type Chat, keyOf, type Message, type User } from './model.ts'

/** A chat, the user of a private chat, or the number of either; an unknown positive number becomes a new user. */
export type Where = number | { id: number }

/** Fields that are added to a message as they are, however odd. */
type Fields = Record<string, unknown>

export interface FileFields {
  bytes: Uint8Array
  fileName?: string
  mimeType?: string
  /** What Telegram says it weighs; larger than `bytes` to play a large file. */
  size?: number
}

/** What happens on the customers' side. */
export interface People {
  addUser(user?: Partial<User>): User
  addGroup(chat?: Partial<Chat>): Chat
  userSays(where: Where, text: string, more?: Fields): Message
  /** Any content, by its fields of a message. */
  userSends(where: Where, content: Fields): Message
  userSendsFile(where: Where, field: string, file: FileFields, more?: Fields): Message
  userEdits(where: Where, messageId: number, change: Fields): void
  /** A tap on a button with this label or data, of a message of the bot. */
  userTaps(where: Where, messageId: number, button: string, more?: Fields): { callbackId: string }
  userReacts(where: Where, messageId: number, emoji: string[], more?: Fields): void
  userBlocks(where: Where): void
  userUnblocks(where: Where): void
  /** The group becomes a supergroup; answers that. */
  groupMoves(where: Where): Chat
  /** Any update, as it is. */
  inject(update: Fields): void
}

export function createPeople(state: BotState): People {
  let lastUser = 4000
  let lastCallback = 0
  const inject = (update: Fields) => state.updates.add(update)

  const addUser = (user: Partial<User> = {}): User => {
    lastUser += 1
    const whole: User = { id: lastUser, is_bot: false, first_name: 'Bia', language_code: 'pt-br', ...user }
    const { id, first_name, last_name, username } = whole
    state.users.set(id, whole)
    const names = { first_name, ...(last_name ? { last_name } : {}), ...(username ? { username } : {}) }
    state.chats.set(id, { id, type: 'private', ...names })
    return whole
  }

  const chatAt = (where: Where): Chat => {
    const id = typeof where === 'number' ? where : where.id
    const known = state.chats.get(id)
    if (known) return known
    if (id < 0) return addGroup({ id })
    addUser({ id })
    return chatAt(id)
  }

  const addGroup = (chat: Partial<Chat> = {}): Chat => {
    const whole: Chat = { id: -(state.chats.size + 1000), type: 'group', title: 'Família', ...chat }
    state.chats.set(whole.id, whole)
    return whole
  }

  /** In a group somebody has to be the writer: the first user, unless `from` says who. */
  const writerIn = (chat: Chat): User => state.users.get(chat.id) ?? [...state.users.values()][0] ?? addUser()

  const userSends = (where: Where, content: Fields): Message => {
    const chat = chatAt(where)
    const base = { message_id: state.nextMessageId(), date: state.now(), chat, from: writerIn(chat) }
    const message = { ...base, ...content } as Message
    state.messages.set(keyOf(chat.id, message.message_id), message)
    inject({ message })
    return message
  }

  const membership = (where: Where, from: string, to: string) => {
    const chat = chatAt(where)
    const change = {
      old_chat_member: { status: from, user: state.me },
      new_chat_member: { status: to, user: state.me },
    }
    inject({ my_chat_member: { chat, from: writerIn(chat), date: state.now(), ...change } })
  }

  return {
    addUser,
    addGroup,
    inject,
    userSends,
    userSays: (where, text, more = {}) => userSends(where, { text, ...more }),
    userSendsFile(where, field, { bytes, fileName, mimeType, size }, more = {}) {
      const stored = addFile(state, { bytes, ...(fileName ? { fileName } : {}), ...(size ? { size } : {}) })
      const file = { file_id: stored.id, file_unique_id: `u-${stored.id}`, file_size: stored.size }
      const named = {
        ...file,
        ...(fileName ? { file_name: fileName } : {}),
        ...(mimeType ? { mime_type: mimeType } : {}),
      }
      const small = { ...file, file_id: `${stored.id}-small`, file_size: 10, width: 90, height: 90 }
      const content = field === 'photo' ? [small, { ...file, width: 800, height: 600 }] : named
      return userSends(where, { [field]: content, ...more })
    },
    userEdits(where, messageId, change) {
      const key = keyOf(chatAt(where).id, messageId)
      const message = { ...state.messages.get(key), ...change, edit_date: state.now() } as Message
      state.messages.set(key, message)
      inject({ edited_message: message })
    },
    userTaps(where, messageId, button, more = {}) {
      const chat = chatAt(where)
      const message = state.messages.get(keyOf(chat.id, messageId))
      const markup = message?.reply_markup as
        | { inline_keyboard?: { text: string; callback_data?: string }[][] }
        | undefined
      const found = markup?.inline_keyboard
        ?.flat()
        .find(({ text, callback_data: data }) => text === button || data === button)
      if (!found?.callback_data) throw new Error(`message ${messageId} has no button ${button}`)
      lastCallback += 1
      const callbackId = `callback-${lastCallback}`
      const from = writerIn(chat)
      inject({
        callback_query: { id: callbackId, from, message, chat_instance: '1', data: found.callback_data, ...more },
      })
      return { callbackId }
    },
    userReacts(where, messageId, emoji, more = {}) {
      const chat = chatAt(where)
      const reaction = emoji.map((one) => ({ type: 'emoji', emoji: one }))
      const change = { old_reaction: [], new_reaction: reaction, date: state.now() }
      inject({ message_reaction: { chat, message_id: messageId, user: writerIn(chat), ...change, ...more } })
    },
    userBlocks(where) {
      state.blockedBy.add(chatAt(where).id)
      membership(where, 'member', 'kicked')
    },
    userUnblocks(where) {
      state.blockedBy.delete(chatAt(where).id)
      membership(where, 'kicked', 'member')
    },
    groupMoves(where) {
      const group = chatAt(where)
      const supergroup = addGroup({ ...group, id: group.id - 1_000_000_000_000, type: 'supergroup' })
      state.moved.set(group.id, supergroup.id)
      userSends(group, { migrate_to_chat_id: supergroup.id })
      userSends(supergroup, { migrate_from_chat_id: group.id })
      return supergroup
    },
  }
}
