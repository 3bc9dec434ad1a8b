import { type ChannelContext, type Content, type ContentOf, PluginError } from '@recado/sdk'
import type { InlineKeyboardMarkup } from 'telegraf/types'
import type { Api } from '../api/client.ts'
import { CAPTION_LENGTH, TEXT_LENGTH } from '../limits.ts'
import type { Timing } from '../timing.ts'
import { interactive } from './keyboard.ts'
import { mediaPart } from './media-part.ts'
import { splitText } from './split-text.ts'
import { mediaInfo } from './upload.ts'
import { uploadMethod } from './upload-method.ts'
import { vcardOf } from './vcard.ts'

export interface Sending {
  ctx: ChannelContext
  api: Api
  timing: Timing
}

export interface Target {
  chat_id: string
  reply_parameters?: { message_id: number; allow_sending_without_reply: true }
}

/** One message at Telegram; answers its number. */
export type Part = (target: Target, signal: AbortSignal) => Promise<number>

/** The messages that one of ours becomes. Throws `UNSUPPORTED` for contents that Telegram has nothing for. */
export async function planParts(sending: Sending, content: Content): Promise<Part[]> {
  switch (content.type) {
    case 'text':
      return textParts(sending, content.text)
    case 'media':
      return mediaParts(sending, content)
    case 'location':
      return [locationPart(sending, content)]
    case 'contact':
      return content.contacts.flatMap((person) => contactParts(sending, person))
    case 'buttons':
    case 'list': {
      const { text, keyboard } = await interactive(content, sending.ctx.store)
      return textParts(sending, text, keyboard)
    }
    default:
      throw new PluginError('UNSUPPORTED', { detail: sending.ctx.t('error.unsupported', { type: content.type }) })
  }
}

/** A keyboard hangs on the last piece, where the reader ends. */
function textParts({ ctx, api, timing }: Sending, text: string, keyboard?: InlineKeyboardMarkup): Part[] {
  const pieces = splitText(text, TEXT_LENGTH)
  if (pieces.length === 0) throw new PluginError('REJECTED', { detail: ctx.t('error.empty') })
  return pieces.map((piece, index) => async (target, signal) => {
    const markup = keyboard && index === pieces.length - 1 ? { reply_markup: keyboard } : {}
    const options = { signal, timeoutMs: timing.callMs, creates: true }
    return (await api.call('sendMessage', { ...target, text: piece, ...markup }, options)).message_id
  })
}

/** A caption that is too long, or that a sticker cannot have, follows as a text of its own. */
async function mediaParts(sending: Sending, content: ContentOf<'media'>): Promise<Part[]> {
  const info = await mediaInfo(sending.ctx, content.media)
  const method = uploadMethod(content.kind, info)
  const text = content.text?.trim() ?? ''
  const fits = text.length <= CAPTION_LENGTH && method !== 'sendSticker'
  const file = mediaPart(sending, info, method, fits ? text : '')
  return fits || !text ? [file] : [file, ...textParts(sending, text)]
}

function locationPart({ api, timing }: Sending, place: ContentOf<'location'>): Part {
  const { latitude, longitude, name, address } = place
  return async (target, signal) => {
    const options = { signal, timeoutMs: timing.callMs, creates: true }
    const point = { ...target, latitude, longitude }
    if (!name && !address) return (await api.call('sendLocation', point, options)).message_id
    const venue = { title: name || address || '', address: address || name || '' }
    return (await api.call('sendVenue', { ...point, ...venue }, options)).message_id
  }
}

/** Telegram knows contacts by a number; one without is written out. */
function contactParts(sending: Sending, person: ContentOf<'contact'>['contacts'][number]): Part[] {
  const [phone] = person.phones
  if (!phone) return textParts(sending, [person.name, ...(person.emails ?? [])].join('\n'))
  const vcard = vcardOf(person)
  const contact = { phone_number: phone, first_name: person.name || phone, ...(vcard ? { vcard } : {}) }
  const part: Part = async (target, signal) => {
    const options = { signal, timeoutMs: sending.timing.callMs, creates: true }
    return (await sending.api.call('sendContact', { ...target, ...contact }, options)).message_id
  }
  return [part]
}
