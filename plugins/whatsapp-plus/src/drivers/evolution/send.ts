import { record } from '@recado/loose-json'
import { type ContentOf, PluginError } from '@recado/sdk'
import { idText, inner, textOf } from '../../receive/fields.ts'
import type { DriverSetup, Outgoing } from '../driver.ts'
import { mediaId } from '../media-id.ts'
import { chatIdOf, recipientOf } from '../recipient.ts'
import { unsupported } from '../unsupported.ts'

interface Plan {
  call: string
  body: Record<string, unknown>
  isFile?: boolean
}

/** Sends by the call that fits; answers `key.id`. */
export async function send(setup: DriverSetup, message: Outgoing, signal: AbortSignal): Promise<string> {
  const { call, body, isFile = false } = await plan(setup, message)
  const { gateway, timing, instanceName, t } = setup
  const answer = record(
    await gateway.call(`/message/${call}/${encodeURIComponent(instanceName)}`, {
      json: { number: recipientOf(message.to), ...common(message), ...body },
      signal,
      creates: true,
      timeoutMs: isFile ? timing.fileMs : timing.callMs,
    }),
  )
  const id = idText(textOf(inner(answer, 'key'), 'id'))
  if (!id) throw new PluginError('AMBIGUOUS', { detail: t('error.noId') })
  return id
}

/** It looks the answered message up by its id; the words are for when it does not have it. */
const common = ({ replyTo, mentions, to }: Outgoing) => ({
  ...(replyTo
    ? {
        quoted: {
          key: { id: replyTo.externalId, remoteJid: chatIdOf(to) },
          message: { conversation: replyTo.text.slice(0, 1000) },
        },
      }
    : {}),
  ...(mentions.length > 0 ? { mentioned: mentions } : {}),
})

async function plan(setup: DriverSetup, { content }: Outgoing): Promise<Plan> {
  switch (content.type) {
    case 'text':
      return { call: 'sendText', body: { text: content.text } }
    case 'media':
      return filePlan(setup, content)
    case 'location': {
      const { latitude, longitude } = content
      // Both are required, and may not be empty.
      const place = content.name || content.address || `${latitude}, ${longitude}`
      const body = { latitude, longitude, name: place, address: content.address || place }
      return { call: 'sendLocation', body }
    }
    case 'contact':
      return { call: 'sendContact', body: { contact: [personOf(setup, content)] } }
    case 'buttons':
      return buttonsPlan(setup, content)
    case 'list':
      return listPlan(content)
    case 'carousel':
      throw unsupported(setup, 'error.noCarousel', { gateway: 'Evolution API' })
    case 'location-request':
      throw unsupported(setup, 'error.noLocationRequest', { gateway: 'Evolution API' })
    default:
      throw unsupported(setup, 'error.unsupported', { type: content.type })
  }
}

function personOf(setup: DriverSetup, { contacts }: ContentOf<'contact'>) {
  const { name = '', phones = [], emails = [] } = contacts[0] ?? {}
  const [phone] = phones
  if (!phone) throw unsupported(setup, 'error.contactWithoutPhone')
  return {
    fullName: name,
    phoneNumber: phone,
    wuid: phone.replace(/\D/g, ''),
    ...(emails[0] ? { email: emails[0] } : {}),
  }
}

async function filePlan({ media }: DriverSetup, { kind, media: ref, text }: ContentOf<'media'>): Promise<Plan> {
  const info = await media.info(mediaId(ref))
  const url = await media.url(info.id)
  if (kind === 'voice') return { call: 'sendWhatsAppAudio', body: { audio: url, encoding: true }, isFile: true }
  if (kind === 'sticker') return { call: 'sendSticker', body: { sticker: url }, isFile: true }
  const body = {
    mediatype: kind,
    mimetype: info.mimeType,
    media: url,
    fileName: ref.fileName ?? info.fileName ?? 'file',
    ...(text ? { caption: text } : {}),
  }
  return { call: 'sendMedia', body, isFile: true }
}

/** The title stands there in bold; what is more than a line follows below it. */
function titled(text: string): { title: string; description?: string } {
  const [title = '', ...rest] = text.split('\n')
  const description = rest.join('\n').trim()
  return { title, ...(description ? { description } : {}) }
}

/** Buttons that answer and buttons that open an address cannot stand together. */
async function buttonsPlan(setup: DriverSetup, { text, footer, buttons, header }: ContentOf<'buttons'>): Promise<Plan> {
  const links = buttons.filter(({ url }) => url).length
  if (links > 0 && links < buttons.length) throw unsupported(setup, 'error.mixedButtons', { gateway: 'Evolution API' })
  const thumbnail = header ? { thumbnailUrl: await imageUrl(setup, header) } : {}
  return {
    call: 'sendButtons',
    body: {
      ...titled(text),
      ...(footer ? { footer } : {}),
      ...thumbnail,
      buttons: buttons.map(({ id, label, url }) =>
        url ? { type: 'url', displayText: label, url } : { type: 'reply', displayText: label, id },
      ),
    },
  }
}

async function imageUrl(setup: DriverSetup, header: NonNullable<ContentOf<'buttons'>['header']>): Promise<string> {
  const info = await setup.media.info(mediaId(header))
  if (!info.mimeType.startsWith('image/')) throw unsupported(setup, 'error.headerImage')
  return setup.media.url(info.id)
}

function listPlan({ text, open, sections }: ContentOf<'list'>): Plan {
  const body = {
    ...titled(text),
    footerText: '',
    buttonText: open,
    sections: sections.map(({ title, rows }) => ({
      title: title || open,
      rows: rows.map((row) => ({
        rowId: row.id,
        title: row.label,
        ...(row.description ? { description: row.description } : {}),
      })),
    })),
  }
  return { call: 'sendList', body }
}
