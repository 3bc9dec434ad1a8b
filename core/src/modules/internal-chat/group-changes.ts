import type { Clock } from '../../platform/clock.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids.ts'
import * as chats from './chat-repo.ts'
import type { ChatEvent } from './contract.ts'
import { MAX_MEMBERS } from './contract.ts'
import * as members from './member-repo.ts'
import * as repo from './message-repo.ts'
import type { TellChat } from './news.ts'
import type { Me } from './place.ts'
import { type PresentDeps, presentMessage } from './presenter.ts'

export interface GroupDeps extends PresentDeps {
  uow: UnitOfWork
  clock: Clock
  tell: TellChat
}

/** Changes of who is in a group and who manages it, each told in the group; for units of work that hold its lock. */
export function createGroupChanges(deps: GroupDeps) {
  const { clock, tell } = deps
  const now = () => new Date(clock.now())

  /** A line between the messages that tells what became of the group; those who are in it now hear it. */
  const note = async (tx: Tx, me: Me, chatId: number, event: ChatEvent): Promise<void> => {
    const at = now()
    const seq = await chats.nextSeq(tx, chatId, at)
    const message = { id: newId(), chatId, seq, userId: me.userId, userName: me.name, body: '', createdAt: at }
    const bare = { mediaId: null, replyToId: null, mentions: [] }
    await repo.insertMessage(tx, { ...message, ...bare, kind: 'event', event })
    const row = await repo.findMessage(tx, message.id)
    const everybody = await members.memberIds(tx, chatId)
    const { tenantId } = tx.scope
    if (!row) return
    const payload = { ...presentMessage(row, tenantId, deps), isNew: true }
    tx.afterCommit(() => tell(tenantId, everybody, { type: 'message', payload }))
  }

  const tellChanged = (tx: Tx, userIds: readonly number[], groupId: number, isGone: boolean): void => {
    const { tenantId } = tx.scope
    tx.afterCommit(() => tell(tenantId, userIds, { type: 'group', payload: { groupId, isGone } }))
  }

  /** Active people of the company. @throws ERR_NO_USER_FOUND when one is not */
  const active = async (tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> => {
    const people = await members.findActive(tx, ids)
    if (people.length !== ids.length) throw new AppError('ERR_NO_USER_FOUND')
    return people
  }

  const checkSize = (others: readonly number[]): void => {
    if (others.length === 0 || others.length >= MAX_MEMBERS)
      throw new AppError('ERR_CHAT_MEMBERS', { params: { max: MAX_MEMBERS } })
  }

  /** Takes somebody out; a group that nobody is in is deleted. */
  const takeOut = async (tx: Tx, me: Me, groupId: number): Promise<void> => {
    await members.removeMembers(tx, groupId, [me.userId])
    const rest = await members.memberIds(tx, groupId)
    if (rest.length === 0) return chats.deleteChat(tx, groupId)
    await members.keepAdmin(tx, groupId)
    await note(tx, me, groupId, { type: 'left', names: [me.name], name: null })
    tellChanged(tx, rest, groupId, false)
  }

  /** Makes `users` the members, and tells who came and who went. */
  const replaceUsers = async (tx: Tx, me: Me, chat: chats.ChatRow, wanted: readonly number[]): Promise<void> => {
    const others = wanted.filter((id) => id !== me.userId)
    checkSize(others)
    const before = await members.listMembers(tx, chat.id)
    const added = await active(
      tx,
      others.filter((id) => before.every(({ userId }) => userId !== id)),
    )
    const removed = before.filter(({ userId }) => userId !== me.userId && !others.includes(userId))
    const gone = removed.map(({ userId }) => userId)
    await members.removeMembers(tx, chat.id, gone)
    // taking people out is told to those who stay before others come
    if (removed.length > 0)
      await note(tx, me, chat.id, { type: 'removed', names: removed.map(({ name }) => name), name: null })
    if (added.length > 0) {
      const ids = added.map(({ id }) => id)
      const { lastSeq } = (await chats.findChat(tx, chat.id)) ?? chat
      await members.addMembers(tx, chat.id, ids, { readSeq: lastSeq, joinedAt: now() })
      await note(tx, me, chat.id, { type: 'added', names: added.map(({ name }) => name), name: null })
    }
    tellChanged(tx, gone, chat.id, true)
  }

  /** Whoever calls stays one; those who are not in the group are passed over. */
  const replaceAdmins = async (tx: Tx, me: Me, chatId: number, wanted: readonly number[]): Promise<void> => {
    const before = await members.listMembers(tx, chatId)
    const isCallerOne = before.some(({ userId, isAdmin }) => userId === me.userId && isAdmin)
    const next = new Set(isCallerOne ? [...wanted, me.userId] : wanted)
    await members.setAdmins(tx, chatId, [...next])
    await members.keepAdmin(tx, chatId)
    const made = before.filter(({ userId, isAdmin }) => !isAdmin && next.has(userId))
    if (made.length > 0) await note(tx, me, chatId, { type: 'admins', names: made.map(({ name }) => name), name: null })
  }

  return { now, note, tellChanged, active, checkSize, takeOut, replaceUsers, replaceAdmins }
}
