import { type Loose, record } from '@recado/loose-json'
import { type ContentOf, type MediaRef, PluginError } from '@recado/sdk'
import type { DriverSetup, Outgoing } from '../driver.ts'
import { mediaId } from '../media-id.ts'
import { recipientOf } from '../recipient.ts'
import { unsupported } from '../unsupported.ts'
import { menuId } from './choice-ids.ts'
import { messageId } from './read-message.ts'
import { TRACK_SOURCE } from './tracking.ts'

interface Plan {
  path: string
  body: Record<string, unknown>
  isFile?: boolean
}

/** Sends by the call that fits; answers `messageid`. */
export async function send(setup: DriverSetup, message: Outgoing, signal: AbortSignal): Promise<string> {
  const { path, body, isFile = false } = await plan(setup, message)
  const { gateway, timing, t } = setup
  const answer: Loose = record(
    await gateway.call(path, {
      json: { number: recipientOf(message.to), ...common(message), ...body },
      signal,
      creates: true,
      timeoutMs: isFile ? timing.fileMs : timing.callMs,
    }),
  )
  const id = messageId(answer) ?? messageId(record(answer.message))
  // Taken, and nobody can say under which id: its echo will.
  if (!id) throw new PluginError('AMBIGUOUS', { detail: t('error.noId') })
  return id
}

const common = ({ trackId, replyTo, forwarded, mentions }: Outgoing) => ({
  ...(trackId ? { track_source: TRACK_SOURCE, track_id: trackId } : {}),
  ...(replyTo ? { replyid: replyTo.externalId } : {}),
  ...(forwarded ? { forward: true } : {}),
  ...(mentions.length > 0 ? { mentions: mentions.map((id) => id.replace(/@s\.whatsapp\.net$/, '')).join(',') } : {}),
})

async function plan(setup: DriverSetup, { content }: Outgoing): Promise<Plan> {
  switch (content.type) {
    case 'text':
      return { path: '/send/text', body: { text: content.text } }
    case 'media':
      return { path: '/send/media', body: await mediaBody(setup, content), isFile: true }
    case 'location': {
      const { latitude, longitude, name, address } = content
      return { path: '/send/location', body: { latitude, longitude, ...present({ name, address }) } }
    }
    case 'location-request':
      return { path: '/send/location-button', body: { text: content.text } }
    case 'contact': {
      const { name = '', phones = [], emails = [] } = content.contacts[0] ?? {}
      const phoneNumber = phones.map((phone) => phone.replace(/[^\d+]/g, '')).join(',')
      if (!phoneNumber) throw unsupported(setup, 'error.contactWithoutPhone')
      return { path: '/send/contact', body: { fullName: name, phoneNumber, ...present({ email: emails[0] }) } }
    }
    case 'buttons':
      return buttons(setup, content)
    case 'list':
      return list(setup, content)
    case 'carousel':
      return carousel(setup, content)
    default:
      throw unsupported(setup, 'error.unsupported', { type: content.type })
  }
}

const TYPES = { image: 'image', video: 'video', audio: 'audio', voice: 'ptt', document: 'document', sticker: 'sticker' }

async function mediaBody({ media }: DriverSetup, { kind, media: ref, text }: ContentOf<'media'>) {
  const info = await media.info(mediaId(ref))
  return {
    type: TYPES[kind],
    file: await media.url(info.id),
    mimetype: info.mimeType,
    ...(kind === 'document' ? { docName: ref.fileName ?? info.fileName ?? 'file' } : {}),
    ...(text ? { text } : {}),
  }
}

/** Labels of a menu: its separators cannot be escaped. */
const label = (text: string) =>
  text
    .replace(/[|\r\n]+/g, ' ')
    .replace(/^\s*\[/, '(')
    .replace(/\]\s*$/, ')')
    .trim()

async function buttons(setup: DriverSetup, content: ContentOf<'buttons'>): Promise<Plan> {
  const choices = await Promise.all(
    content.buttons.map(async (one) => `${label(one.label)}|${one.url ?? (await menuId(one.id, setup.store))}`),
  )
  const image = content.header ? { imageButton: await imageUrl(setup, content.header) } : {}
  const body = { type: 'button', text: content.text, choices, ...present({ footerText: content.footer }), ...image }
  return { path: '/send/menu', body, isFile: content.header !== undefined }
}

async function list({ store }: DriverSetup, { text, open, sections }: ContentOf<'list'>): Promise<Plan> {
  const choices: string[] = []
  for (const { title, rows } of sections) {
    if (title) choices.push(`[${label(title).replace(/[[\]]/g, '')}]`)
    for (const row of rows) {
      const parts = [
        label(row.label),
        await menuId(row.id, store),
        ...(row.description ? [label(row.description)] : []),
      ]
      choices.push(parts.join('|'))
    }
  }
  return { path: '/send/menu', body: { type: 'list', text, choices, listButton: open } }
}

async function carousel(setup: DriverSetup, content: ContentOf<'carousel'>): Promise<Plan> {
  const cards = await Promise.all(
    content.cards.map(async ({ title, text, media, buttons: taps }) => ({
      text: [title, text].filter(Boolean).join('\n'),
      ...(media ? await cardMedia(setup, media) : {}),
      buttons: taps.map(({ id, label: words, url }) => ({ id: url ?? id, text: words, type: url ? 'URL' : 'REPLY' })),
    })),
  )
  // The gateway wants words above the cards.
  const text = content.text || content.cards[0]?.title || ''
  return { path: '/send/carousel', body: { text, carousel: cards }, isFile: true }
}

async function cardMedia({ media }: DriverSetup, ref: MediaRef) {
  const info = await media.info(mediaId(ref))
  const url = await media.url(info.id)
  if (info.mimeType.startsWith('image/')) return { image: url }
  if (info.mimeType.startsWith('video/')) return { video: url }
  return { document: url, filename: ref.fileName ?? info.fileName ?? 'file' }
}

async function imageUrl(setup: DriverSetup, header: MediaRef): Promise<string> {
  const info = await setup.media.info(mediaId(header))
  if (!info.mimeType.startsWith('image/')) throw unsupported(setup, 'error.headerImage')
  return setup.media.url(info.id)
}

const present = (values: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
