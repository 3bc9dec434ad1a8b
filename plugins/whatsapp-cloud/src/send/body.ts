import { plainType } from '@recado/meta-graph'
import type { ChannelContext } from '@recado/sdk'
import { type ContentOf, type MediaInfo, type MediaKind, PluginError } from '@recado/sdk'
import type { Cloud } from '../api/cloud.ts'

/** What every part of sending works with. */
export interface Sending {
  ctx: ChannelContext
  cloud: Cloud
}

/** The part of a message that depends on its type: `{ type: 'text', text: { … } }`. */
export type Body = { type: string } & Record<string, unknown>

/** One message at Meta. Files are uploaded when its turn has come. */
export interface Part {
  build(signal: AbortSignal): Promise<Body>
  /** Meta may have lost an upload that was used again: this builds with a new one. */
  rebuild?(signal: AbortSignal): Promise<Body>
}

export const ready = (body: Body): Part => ({ build: async () => body })

/** Meta turns the first address of a text into a card. */
export const textBody = (text: string): Body => ({
  type: 'text',
  text: { body: text, preview_url: /https?:\/\/\S/i.test(text) },
})

const NAMES: Readonly<Record<MediaKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'document',
  sticker: 'sticker',
}

export const hasCaption = (kind: MediaKind): boolean => kind === 'image' || kind === 'video' || kind === 'document'

export function mediaBody(kind: MediaKind, id: string, info: MediaInfo, caption: string): Body {
  const type = NAMES[kind]
  const voice = kind === 'voice' && plainType(info.mimeType) === 'audio/ogg' ? { voice: true } : {}
  const filename = kind === 'document' && info.fileName ? { filename: info.fileName } : {}
  return { type, [type]: { id, ...(caption ? { caption } : {}), ...filename, ...voice } }
}

export function locationBody({ latitude, longitude, name, address }: ContentOf<'location'>): Body {
  const named = { ...(name ? { name } : {}), ...(address ? { address } : {}) }
  return { type: 'location', location: { latitude, longitude, ...named } }
}

export function contactsBody({ contacts }: ContentOf<'contact'>): Body {
  return {
    type: 'contacts',
    contacts: contacts.map(({ name, phones, emails = [] }) => {
      const shown = name.trim() || phones[0] || emails[0] || '–'
      return {
        name: { formatted_name: shown, first_name: shown },
        phones: phones.map((phone) => ({ phone, type: 'CELL', ...waIdOf(phone) })),
        ...(emails.length > 0 ? { emails: emails.map((email) => ({ email, type: 'WORK' })) } : {}),
      }
    }),
  }
}

/** With it the card offers to write to that person. Only complete numbers name one. */
function waIdOf(phone: string): { wa_id?: string } {
  const digits = phone.replace(/\D/g, '')
  return phone.trim().startsWith('+') && digits.length >= 8 ? { wa_id: digits } : {}
}

export function kindOfHeader({ mimeType }: MediaInfo): 'image' | 'video' | 'document' {
  const [type] = plainType(mimeType).split('/')
  return type === 'image' || type === 'video' ? type : 'document'
}

export const refused = (ctx: Pick<ChannelContext, 't'>, key: string, words: Record<string, string | number> = {}) =>
  new PluginError('REJECTED', { detail: ctx.t(key, words) })
