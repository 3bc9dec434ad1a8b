import { clip, type Loose, number, record, records, text } from '@recado/loose-json'
import type { Content, MediaKind, MessageOrigin } from '@recado/sdk'
import { defined, idOf, label, webAddress } from '../read.ts'

export interface Mapped {
  content: Content
  origin?: MessageOrigin
}

/** What the mapping needs of the channel. */
export interface Mapping {
  now: number
  t(key: string, params?: Record<string, string | number>): string
  /** Is it a file of Meta's that can be fetched? */
  isFile(address: string): boolean
}

/** Messenger's thumbs up, in three sizes. */
const THUMBS_UP = new Set(['369239263222822', '369239343222814', '369239383222810'])

/** One attachment in the contract's words. Whatever it is, the agent learns that it came. */
export function mapAttachment(attachment: Loose, mapping: Mapping): Mapped {
  const type = text(attachment.type)?.toLowerCase() ?? ''
  const payload = record(attachment.payload)
  const url = text(payload.url) ?? text(attachment.url)
  const title = label(payload.title) ?? label(attachment.title)
  const file = (kind: MediaKind, caption?: string) => fileOr(mapping, kind, url, type, caption)
  switch (type) {
    case 'image': {
      const sticker = text(payload.sticker_id)
      if (sticker && THUMBS_UP.has(sticker)) return words('👍')
      return file(sticker ? 'sticker' : 'image')
    }
    case 'video':
    case 'audio':
      return file(type)
    case 'file':
      return file('document')
    case 'location':
      return location(record(payload.coordinates), { name: title }, mapping)
    case 'fallback':
      return title || webAddress(url)
        ? words([title, webAddress(url)].filter(Boolean).join('\n'))
        : unsupported(mapping, type)
    case 'share':
    case 'ig_post':
      return {
        ...file(kindOf(url)),
        origin: { type: 'post', ...defined({ id: postId(payload), url: webAddress(url), title }) },
      }
    case 'ig_reel':
    case 'reel': {
      const id = idOf(payload.reel_video_id)
      return { ...file('video', title), origin: { type: 'post', ...defined({ id, url: webAddress(url), title }) } }
    }
    case 'story_mention':
      return { ...file(kindOf(url)), origin: { type: 'story-mention', ...defined({ url: webAddress(url) }) } }
    case 'ephemeral':
      return url ? file('image') : unsupported(mapping, type)
    case 'like_heart':
      return words('❤️')
    case 'template':
      return template(payload, mapping)
    case 'product':
      return product(payload, mapping)
    default:
      return url && mapping.isFile(url) ? file('document') : unsupported(mapping, type)
  }
}

const words = (said: string): Mapped => ({ content: { type: 'text', text: clip(said, 65_536) } })

/** Those with a text of their own; others are named as Meta names them. */
const NAMED = new Set([
  ...['message', 'comment', 'image', 'video', 'audio', 'file', 'share', 'story_mention', 'ig_reel', 'reel'],
  ...['ephemeral', 'location', 'template', 'product', 'fallback'],
])

export function unsupported({ t }: Mapping, type: string): Mapped {
  const kind = clip(type || '?', 64)
  const what = NAMED.has(type) ? t(`unsupported.${type}`) : t('unsupported.other', { kind })
  return { content: { type: 'unsupported', what: clip(what, 255) } }
}

/** A file to fetch; an address elsewhere is shown as it is, and what is no address at all as something that came. */
function fileOr(mapping: Mapping, kind: MediaKind, url: string | undefined, type: string, caption?: string): Mapped {
  if (url && mapping.isFile(url)) {
    const media = { ref: url, ...defined({ fileName: kind === 'document' ? fileName(url) : undefined }) }
    return { content: { type: 'media', kind, media, ...defined({ text: caption }) } }
  }
  const address = webAddress(url)
  return address ? words([caption, address].filter(Boolean).join('\n')) : unsupported(mapping, type)
}

const kindOf = (url: string | undefined): MediaKind =>
  url && URL.canParse(url) && /\.(mp4|mov|webm)$/i.test(new URL(url).pathname) ? 'video' : 'image'

/** Documents carry their name in the address alone. */
function fileName(url: string): string | undefined {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    const name = decodeURIComponent(last)
    return /\.[a-z0-9]{1,8}$/i.test(name) ? name.slice(-255) : undefined
  } catch {
    // A stray % in a name that nobody escaped.
    return undefined
  }
}

const postId = (payload: Loose): string | undefined => idOf(payload.ig_post_media_id) ?? idOf(payload.id)

function location(coordinates: Loose, about: { name: string | undefined }, mapping: Mapping): Mapped {
  const latitude = number(coordinates.lat)
  const longitude = number(coordinates.long) ?? number(coordinates.lng)
  const isPlace =
    latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPlace
    ? { content: { type: 'location', latitude, longitude, ...defined(about) } }
    : unsupported(mapping, 'location')
}

/** Templates come back in echoes of what other tools sent. */
function template(payload: Loose, mapping: Mapping): Mapped {
  const generic = record(payload.generic)
  const elements = [...records(payload.elements), ...records(generic.elements)]
  const lines = [
    text(payload.text) ?? text(record(payload.button).text),
    ...elements.flatMap((one) => [text(one.title), text(one.subtitle), webAddress(record(one.default_action).url)]),
    ...[...records(payload.buttons), ...elements.flatMap((one) => records(one.buttons))].map(buttonLine),
  ].filter((line) => line !== undefined)
  return lines.length > 0 ? words(lines.join('\n')) : unsupported(mapping, 'template')
}

function buttonLine(button: Loose): string | undefined {
  const title = label(button.title)
  const url = webAddress(button.url)
  return title ? `• ${title}${url ? `: ${url}` : ''}` : undefined
}

function product(payload: Loose, mapping: Mapping): Mapped {
  const [first, ...more] = records(record(payload.product).elements)
  if (!first) return unsupported(mapping, 'product')
  const said = [first, ...more].flatMap((one) => [label(one.title), label(one.subtitle)]).filter(Boolean)
  const about = { id: idOf(first.id), title: label(first.title), url: webAddress(first.image_url) }
  const origin: MessageOrigin = { type: 'product', ...defined(about) }
  return said.length > 0 ? { ...words(said.join('\n')), origin } : { ...unsupported(mapping, 'product'), origin }
}
