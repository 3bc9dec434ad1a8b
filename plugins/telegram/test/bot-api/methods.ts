import { type BotState, type Call, keyOf, type Message } from './model.ts'
import { badRequest, Problem } from './problem.ts'
import { objectParam } from './request.ts'
import { chatFor, checkedCaption, checkedKeyboard, checkedText, isSend, takeSend } from './sends.ts'

/** Answers a call as the Bot API's documentation says; throws a `Problem`. */
export async function answerCall(state: BotState, call: Call, gone: AbortSignal): Promise<unknown> {
  if (isSend(call.method)) return takeSend(state, call)
  const method = METHODS[call.method]
  if (!method) throw new Problem(404, 'Not Found')
  return method(state, call.params, gone)
}

type Method = (state: BotState, params: Record<string, unknown>, gone: AbortSignal) => unknown

const DOWNLOAD_BYTES = 20 * 1024 * 1024

const METHODS: Record<string, Method> = {
  getMe: (state) => ({ ...state.me, can_join_groups: true, can_read_all_group_messages: false }),
  getUpdates: (state, params, gone) => state.updates.get(params, gone),
  setWebhook(state, params) {
    state.updates.setWebhook(params)
    return true
  },
  deleteWebhook(state, params) {
    state.updates.deleteWebhook(params)
    return true
  },
  getWebhookInfo: (state) => state.updates.webhookInfo(),
  getChat: (state, params) => chatFor(state, params.chat_id),
  getFile(state, params) {
    const file = state.files.get(String(params.file_id))
    if (!file) throw badRequest('wrong file_id or the file is temporarily unavailable')
    if (file.size > DOWNLOAD_BYTES) throw badRequest('file is too big')
    return { file_id: file.id, file_unique_id: `u-${file.id}`, file_size: file.size, file_path: file.path }
  },
  sendChatAction(state, params) {
    chatFor(state, params.chat_id)
    return true
  },
  answerCallbackQuery(_, params) {
    if (!params.callback_query_id)
      throw badRequest('query is too old and response timeout expired or query ID is invalid')
    return true
  },
  editMessageText(state, params) {
    const message = ownMessage(state, params, 'edit')
    const text = checkedText(params.text, 4096, 'MESSAGE_TOO_LONG')
    if (message.text === undefined) throw badRequest('there is no text in the message to edit')
    return changed(state, message, { text, reply_markup: checkedKeyboard(params.reply_markup) })
  },
  editMessageCaption(state, params) {
    const message = ownMessage(state, params, 'edit')
    if (message.text !== undefined) throw badRequest('there is no caption in the message to edit')
    const { caption } = checkedCaption(params.caption)
    return changed(state, message, { caption, reply_markup: checkedKeyboard(params.reply_markup) })
  },
  editMessageReplyMarkup(state, params) {
    const message = ownMessage(state, params, 'edit')
    const markup = checkedKeyboard(params.reply_markup)
    const rows = (markup?.inline_keyboard ?? []) as unknown[]
    return changed(state, message, { reply_markup: rows.length > 0 ? markup : undefined })
  },
  deleteMessage(state, params) {
    const key = messageKey(state, params)
    const message = state.messages.get(key)
    if (!message) throw badRequest('message to delete not found')
    if (state.now() - message.date > 48 * 3600) throw badRequest("message can't be deleted for everyone")
    state.messages.delete(key)
    return true
  },
  setMessageReaction(state, params) {
    const key = messageKey(state, params)
    const message = state.messages.get(key)
    if (!message) throw badRequest('message to react not found')
    const reaction = Object.values(objectParam(params.reaction) ?? {}) as { emoji?: string }[]
    // The mark behind a colour emoji is the mistake that is easiest to make.
    if (reaction.some(({ emoji }) => !emoji || emoji.includes('\ufe0f'))) throw badRequest('REACTION_INVALID')
    state.messages.set(key, { ...message, reactions: reaction.map(({ emoji }) => emoji) })
    return true
  },
}

const messageKey = (state: BotState, params: Record<string, unknown>): string =>
  keyOf(chatFor(state, params.chat_id).id, Number(params.message_id))

function ownMessage(state: BotState, params: Record<string, unknown>, verb: string): Message {
  const message = state.messages.get(messageKey(state, params))
  if (!message) throw badRequest(`message to ${verb} not found`)
  if (message.from?.id !== state.me.id) throw badRequest(`message can't be edited`)
  return message
}

function changed(state: BotState, message: Message, change: Record<string, unknown>): Message {
  const same = Object.entries(change).every(([key, value]) => JSON.stringify(message[key]) === JSON.stringify(value))
  if (same) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    )
  }
  const next: Message = { ...message, ...change, edit_date: state.now() }
  state.messages.set(keyOf(message.chat.id, message.message_id), next)
  return next
}
