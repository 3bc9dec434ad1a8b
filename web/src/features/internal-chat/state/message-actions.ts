import { type ChatMessage, internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { runInAction } from 'mobx'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import type { ChatKey } from '../place.ts'
import { conversations } from './conversations.ts'
import { histories } from './histories.ts'

const { routes } = internalChatContract

const show = (key: ChatKey, message: ChatMessage): void =>
  runInAction(() => {
    histories.peek(key)?.take(message)
    conversations.take(message, false)
  })

/** Shows the change at once and takes it back when it is refused. */
export async function editMessage(key: ChatKey, message: ChatMessage, body: string): Promise<void> {
  if (body === message.body) return
  show(key, { ...message, body, editedAt: new Date().toISOString() })
  try {
    show(key, await call(routes.edit, { params: { messageId: message.id }, body: { body }, quiet: true }))
  } catch (error) {
    show(key, message)
    reportError(error)
  }
}

/** Throws what the server refused. */
export async function removeMessage(key: ChatKey, message: ChatMessage): Promise<void> {
  show(key, await call(routes.remove, { params: { messageId: message.id } }))
}
