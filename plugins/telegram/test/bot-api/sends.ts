import { addFile, type BotState, type Call, keyOf, type Message, type Sent } from './model.ts'
import { badRequest, Problem } from './problem.ts'
import { objectParam } from './request.ts'

const MB = 1024 * 1024

/** The methods that send a file: its field, and what Telegram makes of it. */
const FILES: Record<string, { field: string; maxBytes: number }> = {
  sendPhoto: { field: 'photo', maxBytes: 10 * MB },
  sendVideo: { field: 'video', maxBytes: 50 * MB },
  sendAnimation: { field: 'animation', maxBytes: 50 * MB },
  sendAudio: { field: 'audio', maxBytes: 50 * MB },
  sendVoice: { field: 'voice', maxBytes: 50 * MB },
  sendDocument: { field: 'document', maxBytes: 50 * MB },
  sendSticker: { field: 'sticker', maxBytes: MB / 2 },
}

const OTHERS: Record<string, (params: Record<string, unknown>) => Record<string, unknown>> = {
  sendMessage: (params) => ({ text: checkedText(params.text, 4096, 'message is too long') }),
  sendLocation: (params) => ({ location: pointOf(params) }),
  sendVenue: (params) => {
    if (!params.title || !params.address) throw badRequest('venue title and address must be non-empty')
    return {
      venue: { location: pointOf(params), title: params.title, address: params.address },
      location: pointOf(params),
    }
  },
  sendContact: (params) => {
    if (!params.phone_number || !params.first_name) throw badRequest('phone number and first name must be non-empty')
    const { phone_number, first_name, last_name, vcard } = params
    return { contact: { phone_number, first_name, last_name, vcard } }
  },
}

export const isSend = (method: string): boolean => method in FILES || method in OTHERS

/** Takes one of the `send…` calls; answers the message. */
export function takeSend(state: BotState, call: Call): Message {
  const chat = chatFor(state, call.params.chat_id)
  const content = FILES[call.method] ? fileContent(state, call) : (OTHERS[call.method]?.(call.params) ?? {})
  const markup = checkedKeyboard(call.params.reply_markup)
  const message: Message = {
    message_id: state.nextMessageId(),
    date: state.now(),
    chat,
    from: state.me,
    ...content,
    ...(markup ? { reply_markup: markup } : {}),
    ...answered(state, chat.id, call.params.reply_parameters),
  }
  state.messages.set(keyOf(chat.id, message.message_id), message)
  const text = String(message.text ?? message.caption ?? '')
  const sent: Sent = { ...call, chatId: chat.id, messageId: message.message_id, text, message }
  state.sent.add(sent)
  return message
}

/** The chat that the bot may write to. */
export function chatFor(state: BotState, chatId: unknown) {
  const id = Number(chatId)
  const movedTo = state.moved.get(id)
  if (movedTo) {
    throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: movedTo })
  }
  const chat = state.chats.get(id)
  if (!chat) throw badRequest('chat not found')
  if (state.blockedBy.has(id)) throw new Problem(403, 'Forbidden: bot was blocked by the user')
  return chat
}

export function checkedText(text: unknown, max: number, tooLong: string): string {
  if (typeof text !== 'string' || text.trim() === '') throw badRequest('message text is empty')
  if (text.length > max) throw badRequest(tooLong)
  return text
}

export function checkedCaption(caption: unknown): { caption?: string } {
  if (typeof caption !== 'string' || caption === '') return {}
  if (caption.length > 1024) throw badRequest('message caption is too long')
  return { caption }
}

export function checkedKeyboard(markup: unknown): Record<string, unknown> | undefined {
  const keyboard = objectParam(markup)
  const rows = (keyboard?.inline_keyboard ?? []) as { text?: string; callback_data?: string; url?: string }[][]
  for (const button of rows.flat()) {
    if (!button.text) throw badRequest('inline keyboard button text must be non-empty')
    const bytes = Buffer.byteLength(button.callback_data ?? '')
    if (!button.url && (bytes < 1 || bytes > 64)) throw badRequest('BUTTON_DATA_INVALID')
  }
  return keyboard
}

function fileContent(state: BotState, call: Call): Record<string, unknown> {
  const { field, maxBytes } = FILES[call.method] ?? { field: '', maxBytes: 0 }
  const file = call.files[field]
  if (!file) throw badRequest('wrong file identifier/HTTP URL specified')
  if (file.bytes.byteLength === 0) throw badRequest('file must be non-empty')
  if (file.bytes.byteLength > maxBytes) throw badRequest(`file is too big`)
  const { id } = addFile(state, file)
  const described = { file_id: id, file_unique_id: `u-${id}`, file_size: file.bytes.byteLength }
  const content =
    field === 'photo' ? [{ ...described, width: 100, height: 100 }] : { ...described, file_name: file.fileName }
  return { [field]: content, ...checkedCaption(call.params.caption) }
}

function pointOf(params: Record<string, unknown>) {
  const [latitude, longitude] = [Number(params.latitude), Number(params.longitude)]
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) throw badRequest('longitude or latitude is empty')
  return { latitude, longitude }
}

function answered(state: BotState, chatId: number, parameters: unknown): Record<string, unknown> {
  const reply = objectParam(parameters)
  if (!reply) return {}
  const original = state.messages.get(keyOf(chatId, Number(reply.message_id)))
  if (original) return { reply_to_message: original }
  if (reply.allow_sending_without_reply) return {}
  throw badRequest('message to be replied not found')
}
