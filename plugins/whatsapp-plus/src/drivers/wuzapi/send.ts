import { record } from '@recado/loose-json'
import { type ContentOf, PluginError } from '@recado/sdk'
import { withDataUrl } from '../../gateway/json-stream.ts'
import { idText, inner, textOf } from '../../receive/fields.ts'
import { vcardOf } from '../../send/vcard.ts'
import type { DriverSetup, Outgoing } from '../driver.ts'
import { mediaId } from '../media-id.ts'
import { chatIdOf, isGroup, recipientOf } from '../recipient.ts'
import { unsupported } from '../unsupported.ts'
import { isOurs, wireId } from './ids.ts'

interface Plan {
  path: string
  body: Record<string, unknown>
  file?: { name: string; mimeType: string; id: string }
}

/** Sends with an id of our choice, which is the answer too: whatever happens on the way, a repeat does no harm. */
export async function send(
  setup: DriverSetup,
  message: Outgoing,
  ownId: string | null,
  signal: AbortSignal,
): Promise<string> {
  const { path, body, file } = await plan(setup, message)
  const id = wireId(message.id)
  const fields = { Phone: recipientOf(message.to), Id: id, ...body, ...contextOf(message, ownId) }
  const common = { method: 'POST', signal, creates: true, absorbed: true } as const
  const answer = file
    ? await setup.gateway.call(path, {
        ...common,
        timeoutMs: setup.timing.fileMs,
        headers: { 'content-type': 'application/json' },
        body: withDataUrl(fields, file.name, file.mimeType, await setup.media.open(file.id, signal)),
      })
    : await setup.gateway.call(path, { ...common, timeoutMs: setup.timing.callMs, json: fields })
  return idText(textOf(inner(record(answer), 'data'), 'Id')) ?? id
}

/** In a group nobody remembers who wrote what is answered; WhatsApp then shows the words without a name. */
function contextOf({ replyTo, mentions, to }: Outgoing, ownId: string | null) {
  const author = isGroup(to) ? '' : chatIdOf(to)
  const quote = replyTo
    ? { StanzaId: replyTo.externalId, Participant: isOurs(replyTo.externalId) ? (ownId ?? author) : author }
    : {}
  const named = mentions.length > 0 ? { MentionedJID: mentions } : {}
  if (!replyTo && mentions.length === 0) return {}
  return { ContextInfo: { ...quote, ...named }, ...(replyTo ? { QuotedText: replyTo.text.slice(0, 1000) } : {}) }
}

async function plan(setup: DriverSetup, { content }: Outgoing): Promise<Plan> {
  switch (content.type) {
    case 'text':
      return { path: '/chat/send/text', body: { Body: content.text } }
    case 'media':
      return filePlan(setup, content)
    case 'location': {
      const Name = [content.name, content.address].filter(Boolean).join(', ')
      const { latitude: Latitude, longitude: Longitude } = content
      // 0 counts as missing there, and nobody stands that exactly on the equator.
      return {
        path: '/chat/send/location',
        body: { ...(Name ? { Name } : {}), Latitude: Latitude || 1e-7, Longitude: Longitude || 1e-7 },
      }
    }
    case 'contact': {
      const person = content.contacts[0] ?? { name: '', phones: [] }
      return { path: '/chat/send/contact', body: { Name: person.name, Vcard: vcardOf(person) } }
    }
    case 'buttons':
      return buttonsPlan(setup, content)
    case 'list':
      return listPlan(content)
    case 'carousel':
      throw unsupported(setup, 'error.noCarousel', { gateway: 'WuzAPI' })
    case 'location-request':
      throw unsupported(setup, 'error.noLocationRequest', { gateway: 'WuzAPI' })
    default:
      throw unsupported(setup, 'error.unsupported', { type: content.type })
  }
}

function buttonsPlan(setup: DriverSetup, { text, footer, buttons, header }: ContentOf<'buttons'>): Plan {
  if (header) throw unsupported(setup, 'error.noHeader', { gateway: 'WuzAPI' })
  if (buttons.some(({ url }) => url)) throw unsupported(setup, 'error.noUrlButtons', { gateway: 'WuzAPI' })
  const Buttons = buttons.map(({ id, label }) => ({ ButtonId: id, ButtonText: label }))
  return { path: '/chat/send/buttons', body: { Title: [text, footer].filter(Boolean).join('\n\n'), Buttons } }
}

/** Older and newer versions name the same fields differently. */
function listPlan({ text, open, sections }: ContentOf<'list'>): Plan {
  const [first = '', ...rest] = text.split('\n')
  const description = rest.join('\n').trim() || first
  const Sections = sections.map(({ title, rows }) => ({
    Title: title ?? open,
    Rows: rows.map((row) => {
      const more = row.description ? { Description: row.description, Desc: row.description } : {}
      return { RowId: row.id, Title: row.label, ...more }
    }),
  }))
  return {
    path: '/chat/send/list',
    body: { ButtonText: open, Title: first, TopText: first, Description: description, Desc: description, Sections },
  }
}

/** Audio must be Ogg there; another one still arrives as a file. */
async function filePlan(setup: DriverSetup, { kind, media, text }: ContentOf<'media'>): Promise<Plan> {
  const { id, mimeType, fileName } = await setup.media.info(mediaId(media))
  const bare = mimeType.split(';')[0] ?? ''
  const isOgg = bare === 'audio/ogg'
  const caption = text ? { Caption: text } : {}
  const document = (): Plan => ({
    path: '/chat/send/document',
    body: { ...caption, FileName: media.fileName ?? fileName ?? 'file' },
    file: { name: 'Document', mimeType: 'application/octet-stream', id },
  })
  switch (kind) {
    case 'image':
      return { path: '/chat/send/image', body: caption, file: { name: 'Image', mimeType: bare, id } }
    case 'video':
      return { path: '/chat/send/video', body: caption, file: { name: 'Video', mimeType: bare, id } }
    case 'sticker':
      return { path: '/chat/send/sticker', body: {}, file: { name: 'Sticker', mimeType: bare, id } }
    case 'voice':
      if (!isOgg) throw new PluginError('MEDIA_REJECTED', { detail: setup.t('error.onlyOgg') })
      return { path: '/chat/send/audio', body: {}, file: { name: 'Audio', mimeType: 'audio/ogg', id } }
    case 'audio':
      return isOgg
        ? { path: '/chat/send/audio', body: {}, file: { name: 'Audio', mimeType: 'audio/ogg', id } }
        : document()
    case 'document':
      return document()
  }
}
