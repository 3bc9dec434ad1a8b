import { type Message, messagesContract } from '@recado/core/modules/messages/contract'
import { conversations } from '../../../entities/conversations.ts'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { session } from '../../../lib/session/session.ts'

const { edit, remove, react } = messagesContract.routes

/** Shows the change at once; the server's answer settles it, a refusal takes it back. */
async function atOnce(message: Message, shown: Partial<Message>, ask: () => Promise<Message>): Promise<boolean> {
  const conversation = conversations.peek(message.ticketId)
  const before = Object.fromEntries(
    Object.keys(shown).map((name) => [name, message[name as keyof Message]]),
  ) as Partial<Message>
  conversation?.patch(message.id, shown)
  try {
    conversation?.take(await ask())
    return true
  } catch (error) {
    conversation?.patch(message.id, before)
    reportError(error)
    return false
  }
}

export const editMessage = (message: Message, body: string): Promise<boolean> =>
  atOnce(message, { edited: body }, () =>
    call(edit, { params: { messageId: message.id }, body: { id: message.id, body } }),
  )

/** For everybody. */
export const removeMessage = (message: Message): Promise<boolean> =>
  atOnce(message, { isDeleted: true }, () =>
    call(remove, { params: { messageId: message.id }, body: { id: message.id } }),
  )

/** Sets the own reaction; the same sign again takes it away. */
export function reactTo(message: Message, emoji: string): Promise<boolean> {
  const me = session.user
  const others = message.reactions.filter(({ userId }) => userId === null || userId !== me?.userId)
  const isSame = message.reactions.some((one) => one.userId === me?.userId && one.emoji === emoji)
  const own = { emoji, userId: me?.userId ?? null, contactId: null, name: me?.username ?? null }
  return atOnce(message, { reactions: isSame ? others : [...others, own] }, () =>
    call(react, { params: { messageId: message.id }, body: { id: message.id, emoji: isSame ? '' : emoji } }),
  )
}
