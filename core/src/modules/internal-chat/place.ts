import { type Profile, type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import * as chats from './chat-repo.ts'
import * as members from './member-repo.ts'
import type { ChatPlace } from './schemas.ts'

/** Whoever calls, as a person of the company. */
export interface Me {
  userId: number
  profile: Profile
  name: string
}

/** @throws ERR_NO_PERMISSION for those who are nobody of this company */
export function personOf({ actor }: Scope): Me {
  if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION')
  return { userId: actor.userId, profile: actor.profile, name: actor.name }
}

export const isPerson = (scope: Scope): boolean => userIdOf(scope) !== null

/** @throws ERR_VALIDATION unless exactly one of the two is told */
export function checkPlace({ userId, groupId }: ChatPlace): void {
  if ((userId === undefined) === (groupId === undefined))
    throw new AppError('ERR_VALIDATION', { params: { field: 'groupId' } })
}

/**
 * The conversation that is meant, if the caller is in it; null when nothing was said yet to a person who is there.
 * @throws ERR_VALIDATION, ERR_NO_CHAT_FOUND also for groups of others, ERR_NO_USER_FOUND
 */
export async function chatAt(tx: Tx, me: Me, place: ChatPlace): Promise<chats.ChatRow | null> {
  checkPlace(place)
  const { userId, groupId } = place
  if (groupId !== undefined) return (await ownGroup(tx, me, groupId)).chat
  if (userId === undefined || userId === me.userId) throw new AppError('ERR_NO_USER_FOUND')
  const chat = await chats.findDirect(tx, me.userId, userId)
  if (!chat && !(await members.findPerson(tx, userId))) throw new AppError('ERR_NO_USER_FOUND')
  return chat
}

/** A group with the caller's membership. @throws ERR_NO_CHAT_FOUND also for groups of others */
export async function ownGroup(tx: Tx, me: Me, id: number, how: 'read' | 'change' = 'read') {
  const chat = await (how === 'change' ? chats.lockChat(tx, id) : chats.findChat(tx, id))
  const member = chat?.name == null ? null : await members.findMember(tx, id, me.userId)
  if (!chat || !member) throw new AppError('ERR_NO_CHAT_FOUND')
  return { chat, member }
}

/** How clients know a conversation: a group by its id, a pair by its two people. */
export const placeOf = (chat: Pick<chats.ChatRow, 'id' | 'name' | 'userA' | 'userB'>, from: number) => ({
  groupId: chat.name === null ? null : chat.id,
  fromUserId: from,
  toUserId: chat.name === null ? (chat.userA === from ? chat.userB : chat.userA) : null,
})
