import type { ChannelFeatures } from '../contributions/channel.ts'
import type { Address, Content, MediaKind, OutboundMessage } from '../messages/index.ts'
import type { TestMedia } from './context/media.ts'

const MIME_TYPES: Record<MediaKind, string> = {
  image: 'image/png',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  voice: 'audio/ogg',
  document: 'application/pdf',
  sticker: 'image/webp',
}

/** A one-pixel PNG; for the other types only their first bytes are right. */
const BYTES: Record<MediaKind, Uint8Array> = {
  image: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  video: Buffer.from('000000186674797069736f6d', 'hex'),
  audio: Buffer.from('494433040000000000', 'hex'),
  voice: Buffer.from('4f67675300020000', 'hex'),
  document: Buffer.from('%PDF-1.4\n%%EOF\n'),
  sticker: Buffer.from('524946460400000057454250', 'hex'),
}

let counter = 0

/** A message on its way out, with a new id each time. */
export function outboundMessage(to: Address, content: Content, more: Partial<OutboundMessage> = {}): OutboundMessage {
  counter += 1
  const id = `00000000-0000-7000-8000-${counter.toString(16).padStart(12, '0')}`
  return { id, seq: counter, to, isGroup: false, content, attempt: 1, sender: { name: 'Ana' }, ...more }
}

/** A stored file of each kind, as the first type that the channel takes. */
export async function saveSample(media: TestMedia, kind: MediaKind, mimeTypes?: readonly string[]) {
  const mimeType = mimeTypes?.[0] ?? MIME_TYPES[kind]
  return media.save(BYTES[kind], { fileName: `sample.${mimeType.split('/')[1]}`, mimeType })
}

/** One content of every kind that the features declare. */
export async function declaredContents(features: ChannelFeatures, media: TestMedia): Promise<Content[]> {
  const contents: Content[] = [{ type: 'text', text: 'Olá, tudo bem? 👋' }]
  for (const [kind, rule] of Object.entries(features.media) as [
    MediaKind,
    { mimeTypes?: string[]; caption?: boolean },
  ][]) {
    const { id, mimeType, fileName, size } = await saveSample(media, kind, rule.mimeTypes)
    const caption = rule.caption ? { text: 'caption' } : {}
    contents.push({ type: 'media', kind, media: { id, mimeType, fileName: fileName ?? kind, size }, ...caption })
  }
  const { buttons, list, carousel, location, contact } = features
  const button = { id: 'yes', label: 'Yes' }
  if (buttons) contents.push({ type: 'buttons', text: 'Shall we?', buttons: [button] })
  if (list) {
    contents.push({ type: 'list', text: 'Which?', open: 'Open', sections: [{ rows: [{ id: 'a', label: 'A' }] }] })
  }
  if (carousel) contents.push({ type: 'carousel', cards: [{ title: 'One', buttons: [button] }] })
  if (location) contents.push({ type: 'location', latitude: -23.55, longitude: -46.63, name: 'São Paulo' })
  if (contact) contents.push({ type: 'contact', contacts: [{ name: 'Bia', phones: ['+5511999990000'] }] })
  return contents
}

/** One content of every kind that the features do not declare; the host never sends them, an old queue might. */
export function undeclaredContents(features: ChannelFeatures): Content[] {
  const contents: Content[] = [{ type: 'unsupported', what: 'nothing' }]
  const button = { id: 'yes', label: 'Yes' }
  if (!features.buttons) contents.push({ type: 'buttons', text: 'Shall we?', buttons: [button] })
  if (!features.carousel) contents.push({ type: 'carousel', cards: [{ title: 'One', buttons: [button] }] })
  if (!features.location) contents.push({ type: 'location', latitude: 0, longitude: 0 })
  if (!features.template) contents.push({ type: 'template', name: 'hello', language: 'pt_BR', variables: {} })
  return contents
}
