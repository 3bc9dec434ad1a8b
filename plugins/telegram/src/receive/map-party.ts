import type { Party } from '@recado/sdk'
import { addressOf } from '../ids.ts'
import { clip, defined, idOf, type Raw, textOf } from './read.ts'

export interface Chat {
  id: string
  isGroup: boolean
  /** Broadcasts have no conversation. */
  isChannel: boolean
  party: Party
}

/** The chat of an update; undefined without an id. */
export function chatOf(chat: Raw | undefined): Chat | undefined {
  const id = idOf(chat?.id)
  if (!chat || !id) return undefined
  const isChannel = chat.type === 'channel'
  const isGroup = !isChannel && (chat.type === 'group' || chat.type === 'supergroup' || id.startsWith('-'))
  return { id, isGroup, isChannel, party: isGroup ? groupOf(id, chat) : personWith(id, chat) }
}

/** A user, or the chat in whose name somebody writes (anonymous administrators); undefined without an id. */
export function personOf(user: Raw | undefined): Party | undefined {
  const id = idOf(user?.id)
  return user && id ? personWith(id, user) : undefined
}

/** In a private chat the customer's own record knows more (the language) than the chat's. */
export const withWriter = (chat: Chat, from: Raw | undefined): Party =>
  !chat.isGroup && idOf(from?.id) === chat.id ? { ...chat.party, ...personOf(from) } : chat.party

const groupOf = (id: string, chat: Raw): Party => ({
  addresses: [addressOf(id)],
  ...defined({ name: textOf(chat.title, 255), username: textOf(chat.username, 255) }),
})

function personWith(id: string, user: Raw): Party {
  const username = textOf(user.username, 254)
  const given = [textOf(user.first_name), textOf(user.last_name)].filter(Boolean).join(' ')
  const name = clip(given || textOf(user.title) || '', 255).trim() || (username && `@${username}`)
  return {
    addresses: [addressOf(id)],
    ...defined({ name, username, locale: textOf(user.language_code, 16) }),
  }
}
