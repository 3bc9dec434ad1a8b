import { text } from '@recado/loose-json'
import type { MediaKind } from '@recado/sdk'

const MB = 1024 * 1024

/** What one of the networks behind the hub takes. */
export interface KindRules {
  /** Longest text, and what it is counted in. */
  text: { max: number; unit: 'characters' | 'bytes' }
  /** Largest file by kind, in bytes. */
  media: Partial<Record<MediaKind, number>>
  buttons: 'interactive' | 'template' | null
  list: boolean
  location: boolean
  contacts: boolean
  templates: boolean
  quotes: boolean
  reactions: boolean
}

const NOTHING = {
  buttons: null,
  list: false,
  location: false,
  contacts: false,
  templates: false,
  quotes: false,
  reactions: false,
}

const MESSENGER_FILES = { image: 8 * MB, video: 25 * MB, audio: 25 * MB, voice: 25 * MB }

const RULES: Record<string, KindRules> = {
  whatsapp: {
    text: { max: 4096, unit: 'characters' },
    media: { image: 5 * MB, video: 16 * MB, audio: 16 * MB, voice: 16 * MB, document: 100 * MB, sticker: 500 * 1024 },
    buttons: 'interactive',
    list: true,
    location: true,
    contacts: true,
    templates: true,
    quotes: true,
    reactions: true,
  },
  instagram: {
    ...NOTHING,
    text: { max: 1000, unit: 'bytes' },
    media: MESSENGER_FILES,
    buttons: 'template',
    quotes: true,
    reactions: true,
  },
  facebook: {
    ...NOTHING,
    text: { max: 2000, unit: 'characters' },
    media: { ...MESSENGER_FILES, image: 25 * MB, document: 25 * MB },
    buttons: 'template',
    quotes: true,
  },
  telegram: {
    ...NOTHING,
    text: { max: 4096, unit: 'characters' },
    media: { image: 10 * MB, video: 50 * MB, audio: 50 * MB, voice: 50 * MB, document: 50 * MB, sticker: 500 * 1024 },
    location: true,
    quotes: true,
  },
}

/** Webchat, marketplaces and whatever the hub adds: texts and files are what all of them have. */
const OTHERS: KindRules = {
  ...NOTHING,
  text: { max: 4096, unit: 'characters' },
  media: { image: 10 * MB, video: 25 * MB, audio: 25 * MB, voice: 25 * MB, document: 25 * MB },
}

export const rulesOf = (kind: string): KindRules => RULES[kind] ?? OTHERS

/** The hub's name of a network as its paths spell it; it writes `WhatsApp Business` and the like in lists. */
export function kindOf(value: unknown): string | undefined {
  const told = text(value)?.toLowerCase()
  if (!told) return undefined
  if (told.includes('whatsapp')) return 'whatsapp'
  if (told.includes('instagram')) return 'instagram'
  if (told.includes('facebook') || told.includes('messenger')) return 'facebook'
  if (told.includes('telegram')) return 'telegram'
  if (told.includes('webchat') || told.includes('web chat')) return 'webchat'
  return told.replace(/[^a-z0-9_-]/g, '') || undefined
}
