import type { Scope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { idsOf } from '../../platform/http/shapes.ts'
import { audit } from '../auth/index.ts'
import * as chats from './chat-repo.ts'
import type { ChatGroup, ChatGroupCreate, ChatGroupUpdate } from './contract.ts'
import { createGroupChanges, type GroupDeps } from './group-changes.ts'
import * as members from './member-repo.ts'
import { isPerson, type Me, ownGroup, personOf } from './place.ts'
import { mayManage } from './policy.ts'
import { presentMember } from './presenter.ts'

/** Groups of people of the company. */
export function createGroups(deps: GroupDeps) {
  const { uow } = deps
  const { now, note, tellChanged, active, checkSize, takeOut, replaceUsers, replaceAdmins } = createGroupChanges(deps)

  const load = async (tx: Tx, me: Me, id: number): Promise<ChatGroup> => {
    const { chat, member } = await ownGroup(tx, me, id)
    return {
      id: chat.id,
      name: chat.name ?? '',
      createdBy: chat.createdBy,
      canManage: mayManage(member, me.profile),
      users: (await members.listMembers(tx, id)).map((row) => presentMember(row, tx.scope.tenantId, deps)),
      createdAt: chat.createdAt.toISOString(),
    }
  }

  /** A group that the caller manages, locked. @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION */
  const managed = async (tx: Tx, me: Me, id: number) => {
    const { chat, member } = await ownGroup(tx, me, id, 'change')
    if (!mayManage(member, me.profile)) throw new AppError('ERR_NO_PERMISSION')
    return chat
  }

  return {
    async list(scope: Scope): Promise<ChatGroup[]> {
      if (!isPerson(scope)) return []
      const me = personOf(scope)
      return uow.run(scope, async (tx) => {
        const groups: ChatGroup[] = []
        for (const id of await chats.groupIdsOf(tx, me.userId)) groups.push(await load(tx, me, id))
        return groups
      })
    },

    /** @throws ERR_NO_CHAT_FOUND */
    async get(scope: Scope, id: number): Promise<ChatGroup> {
      const me = personOf(scope)
      return uow.run(scope, (tx) => load(tx, me, id))
    },

    /** @throws ERR_NO_USER_FOUND, ERR_CHAT_MEMBERS */
    async create(scope: Scope, { name, users }: ChatGroupCreate): Promise<ChatGroup> {
      const me = personOf(scope)
      const others = idsOf(users).filter((id) => id !== me.userId)
      checkSize(others)
      return uow.run(scope, async (tx) => {
        const people = await active(tx, others)
        const chat = await chats.insertGroup(tx, name.trim(), me.userId, now())
        const start = { readSeq: 0, joinedAt: now() }
        await members.addMembers(tx, chat.id, [me.userId], { ...start, isAdmin: true })
        await members.addMembers(tx, chat.id, others, start)
        await note(tx, me, chat.id, { type: 'created', names: people.map((person) => person.name), name: name.trim() })
        await audit(tx, { action: 'chat.group.create', object: `chat:${chat.id}` })
        tellChanged(tx, [me.userId, ...others], chat.id, false)
        return load(tx, me, chat.id)
      })
    },

    /** @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_CHAT_MEMBERS */
    async update(scope: Scope, id: number, { name, users, admins }: ChatGroupUpdate): Promise<ChatGroup> {
      const me = personOf(scope)
      return uow.run(scope, async (tx) => {
        const chat = await managed(tx, me, id)
        const title = name?.trim()
        if (title !== undefined && title !== chat.name) {
          await chats.renameGroup(tx, id, title)
          await note(tx, me, id, { type: 'renamed', names: [], name: title })
        }
        if (users) await replaceUsers(tx, me, chat, idsOf(users))
        if (admins) await replaceAdmins(tx, me, id, idsOf(admins))
        else if (users) await members.keepAdmin(tx, id)
        await audit(tx, { action: 'chat.group.update', object: `chat:${id}` })
        tellChanged(tx, await members.memberIds(tx, id), id, false)
        return load(tx, me, id)
      })
    },

    /** @throws ERR_NO_CHAT_FOUND */
    async leave(scope: Scope, id: number): Promise<void> {
      const me = personOf(scope)
      await uow.run(scope, async (tx) => {
        await ownGroup(tx, me, id, 'change')
        await takeOut(tx, me, id)
        tellChanged(tx, [me.userId], id, true)
      })
    },

    /** @throws ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION */
    async remove(scope: Scope, id: number): Promise<void> {
      const me = personOf(scope)
      await uow.run(scope, async (tx) => {
        await managed(tx, me, id)
        tellChanged(tx, await members.memberIds(tx, id), id, true)
        await chats.deleteChat(tx, id)
        await audit(tx, { action: 'chat.group.delete', object: `chat:${id}` })
      })
    },

    /** Before a person is deleted: conversations keep their name, groups go on without them. */
    async beforeRemoval(tx: Tx, userId: number): Promise<void> {
      const person = await members.findPerson(tx, userId)
      if (!person) return
      await chats.keepName(tx, userId)
      const me: Me = { userId, profile: 'user', name: person.name }
      for (const id of await chats.groupIdsOf(tx, userId)) {
        await chats.lockChat(tx, id)
        await takeOut(tx, me, id)
      }
    },
  }
}
