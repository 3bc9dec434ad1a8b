import type { ChatPlace } from '@recado/core/modules/internal-chat/contract'

/** A conversation: `g7` is the group 7, `u7` the one with the person 7. */
export type ChatKey = `g${number}` | `u${number}`

interface Where {
  groupId: number | null
  fromUserId: number
  toUserId: number | null
}

export const keyOf = ({ groupId, userId }: { groupId: number | null; userId: number | null }): ChatKey =>
  groupId === null ? `u${userId ?? 0}` : `g${groupId}`

/** Of something that happened, seen by `me`. */
export const keyOfEvent = ({ groupId, fromUserId, toUserId }: Where, me: number): ChatKey =>
  keyOf({ groupId, userId: fromUserId === me ? toUserId : fromUserId })

/** As routes want it. */
export const placeOf = (key: ChatKey): ChatPlace => {
  const id = Number(key.slice(1))
  return key.startsWith('g') ? { groupId: id } : { userId: id }
}

const KEY = /^[gu][1-9]\d{0,9}$/

/** `?grupo=7` or `?pessoa=7` of the screen's address. */
export function keyOfAddress(params: URLSearchParams): ChatKey | null {
  const [group, person] = [params.get('grupo'), params.get('pessoa')]
  const key = group !== null ? `g${group}` : `u${person ?? ''}`
  return KEY.test(key) ? (key as ChatKey) : null
}

export const addressOf = (key: ChatKey): string =>
  `/chat-interno?${key.startsWith('g') ? 'grupo' : 'pessoa'}=${key.slice(1)}`
