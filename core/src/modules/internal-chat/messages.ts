import type { Clock } from '../../platform/clock.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids.ts'
import type { MediaService } from '../media/index.ts'
import type { Notify } from '../notifications/index.ts'
import * as chats from './chat-repo.ts'
import type { ChatMessage, ChatSend } from './contract.ts'
import * as members from './member-repo.ts'
import { type Mentionable, mentionsIn } from './mentions.ts'
import * as repo from './message-repo.ts'
import type { TellChat } from './news.ts'
import { chatAt, type Me, personOf } from './place.ts'
import { mayDelete, mayEdit } from './policy.ts'
import { type PresentDeps, presentMessage } from './presenter.ts'
import type { ChatPlace } from './schemas.ts'

export interface WritingDeps extends PresentDeps {
  uow: UnitOfWork
  clock: Clock
  media: Pick<MediaService, 'get'>
  notify: Notify
  tell: TellChat
}

interface Text {
  id: string
  body: string
  mediaId: string | null
  replyToId: string | null
}

/** Writing, changing and taking back. */
export function createWriting(deps: WritingDeps) {
  const { uow, clock, media, notify, tell } = deps
  const present = (scope: Scope, row: repo.MessageRow) => presentMessage(row, scope.tenantId, deps)

  /** Where a message goes: the conversation of two begins with the first one. */
  const begin = async (tx: Tx, me: Me, place: ChatPlace, now: Date): Promise<chats.ChatRow> => {
    const known = await chatAt(tx, me, place)
    const { userId } = place
    if (userId !== undefined && !(await members.findPerson(tx, userId))?.isActive)
      throw new AppError('ERR_CHAT_PERSON_GONE')
    const id = known?.id ?? (userId === undefined ? 0 : await chats.ensureDirect(tx, me.userId, userId, now))
    const chat = await chats.lockChat(tx, id)
    // whoever was taken out while this waited for the lock is out
    if (!chat || !(await members.findMember(tx, id, me.userId))) throw new AppError('ERR_NO_CHAT_FOUND')
    return chat
  }

  /** Tells the conversation what a message is now. */
  const announce = async (tx: Tx, row: repo.MessageRow, isNew: boolean): Promise<void> => {
    const { scope } = tx
    const everybody = await members.memberIds(tx, row.chatId)
    const payload = { ...present(scope, row), isNew }
    tx.afterCommit(() => tell(scope.tenantId, everybody, { type: 'message', payload }))
  }

  const mentioned = async (tx: Tx, me: Me, chatId: number, body: string): Promise<Mentionable[]> => {
    if (!body.includes('@')) return []
    const others = (await members.listMembers(tx, chatId)).filter(({ userId }) => userId !== me.userId)
    return mentionsIn(body, others).map(({ userId, name }) => ({ userId, name }))
  }

  const tellMentioned = (tx: Tx, me: Me, chat: chats.ChatRow, row: repo.MessageRow, people: readonly Mentionable[]) =>
    notify(tx, {
      userIds: people.map(({ userId }) => userId),
      kind: 'mention.chat',
      params: { by: me.name, chat: chat.name ?? me.name, excerpt: row.body },
      link: chat.name === null ? `/chat-interno?pessoa=${me.userId}` : `/chat-interno?grupo=${chat.id}`,
      subject: `chat:${chat.id}`,
      cause: `chat:${row.id}`,
    })

  const written = async (tx: Tx, id: string): Promise<repo.MessageRow> => {
    const row = await repo.findMessage(tx, id)
    if (!row) throw new AppError('ERROR_NOT_FOUND_MESSAGE')
    return row
  }

  const insert = async (tx: Tx, me: Me, chat: chats.ChatRow, text: Text, now: Date): Promise<repo.MessageRow> => {
    if (text.replyToId !== null && !(await repo.isInChat(tx, chat.id, text.replyToId)))
      throw new AppError('ERROR_NOT_FOUND_MESSAGE')
    const mentions = await mentioned(tx, me, chat.id, text.body)
    const seq = await chats.nextSeq(tx, chat.id, now)
    const author = { userId: me.userId, userName: me.name }
    const message = { ...text, ...author, chatId: chat.id, seq, mentions, createdAt: now }
    if (!(await repo.insertMessage(tx, { ...message, kind: 'text', event: null })))
      throw new AppError('ERR_IDEMPOTENCY_CONFLICT')
    const row = await written(tx, text.id)
    await announce(tx, row, true)
    await tellMentioned(tx, me, chat, row, mentions)
    return row
  }

  /** An own message with its conversation locked. @throws ERROR_NOT_FOUND_MESSAGE, ERR_NO_PERMISSION */
  const own = async (tx: Tx, me: Me, id: string) => {
    const found = await repo.findMessage(tx, id)
    const chat = found && (await chats.lockChat(tx, found.chatId))
    const isIn = found && (await members.findMember(tx, found.chatId, me.userId)) !== null
    const row = isIn ? await repo.findMessage(tx, id) : null
    if (!row || !chat) throw new AppError('ERROR_NOT_FOUND_MESSAGE')
    if (row.userId !== me.userId) throw new AppError('ERR_NO_PERMISSION')
    const about = { kind: row.kind, isDeleted: row.deletedAt !== null, createdAt: row.createdAt.getTime() }
    return { row, chat, about }
  }

  return {
    /**
     * However often it comes with one id, it is one message.
     * @throws ERR_NO_CHAT_FOUND, ERR_NO_USER_FOUND, ERR_CHAT_PERSON_GONE, ERR_MESSAGE_EMPTY, ERR_NO_MEDIA_FOUND,
     * ERROR_NOT_FOUND_MESSAGE (of the reply), ERR_IDEMPOTENCY_CONFLICT
     */
    async send(scope: Scope, { id, body = '', mediaId = null, replyToId = null, ...place }: ChatSend) {
      const me = personOf(scope)
      const text: Text = { id: id?.toLowerCase() ?? newId(), body: body.trim(), mediaId, replyToId }
      if (text.body === '' && mediaId === null) throw new AppError('ERR_MESSAGE_EMPTY')
      if (mediaId !== null) await media.get(scope, mediaId)
      const row = await uow.run(scope, async (tx) => {
        const now = new Date(clock.now())
        const chat = await begin(tx, me, place, now)
        const known = await repo.findMessage(tx, text.id)
        if (!known) return insert(tx, me, chat, text, now)
        const isSame = known.body === text.body || known.editedAt !== null || known.deletedAt !== null
        if (known.chatId === chat.id && known.userId === me.userId && isSame) return known
        throw new AppError('ERR_IDEMPOTENCY_CONFLICT')
      })
      return present(scope, row)
    },

    /** @throws ERROR_NOT_FOUND_MESSAGE, ERR_NO_PERMISSION, ERR_EDITING_WAPP_MSG, ERR_MESSAGE_EMPTY */
    async edit(scope: Scope, id: string, text: string): Promise<ChatMessage> {
      const me = personOf(scope)
      const body = text.trim()
      return uow.run(scope, async (tx) => {
        const { row, chat, about } = await own(tx, me, id)
        if (!mayEdit(about, clock.now())) throw new AppError('ERR_EDITING_WAPP_MSG')
        if (body === '' && row.fileId === null) throw new AppError('ERR_MESSAGE_EMPTY')
        if (body === row.body) return present(scope, row)
        const mentions = await mentioned(tx, me, chat.id, body)
        await repo.changeBody(tx, row.id, { body, mentions, editedAt: new Date(clock.now()) })
        const after = await written(tx, row.id)
        await announce(tx, after, false)
        await tellMentioned(tx, me, chat, after, mentions)
        return present(scope, after)
      })
    },

    /** @throws ERROR_NOT_FOUND_MESSAGE, ERR_NO_PERMISSION, ERR_DELETE_WAPP_MSG */
    async remove(scope: Scope, id: string): Promise<ChatMessage> {
      const me = personOf(scope)
      return uow.run(scope, async (tx) => {
        const { row, about } = await own(tx, me, id)
        if (about.isDeleted) return present(scope, row)
        if (!mayDelete(about, clock.now())) throw new AppError('ERR_DELETE_WAPP_MSG')
        await repo.clearMessage(tx, row.id, new Date(clock.now()))
        const after = await written(tx, row.id)
        await announce(tx, after, false)
        return present(scope, after)
      })
    },
  }
}
