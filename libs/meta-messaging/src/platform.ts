import type { ChannelFeatures } from '@recado/sdk'

const MB = 1024 * 1024

/** What tells Messenger and Instagram apart; all else they share (Messenger Platform, Instagram Messaging). */
export interface Platform {
  readonly type: 'facebook' | 'instagram'
  /** `object` of its webhooks. */
  readonly object: 'page' | 'instagram'
  /** People are known by ids that hold for one page or account alone. */
  readonly addressKind: 'psid' | 'igsid'
  readonly text: { max: number; unit: 'bytes' | 'characters' }
  readonly media: ChannelFeatures['media']
  /** Buttons are a template of their own; without it they go as quick replies. */
  readonly hasButtonTemplate: boolean
  /** Sends name their kind: RESPONSE within the window. */
  readonly namesResponses: boolean
  /** Echoes give back what a send said of itself (`metadata`): ours are known although the answer was lost. */
  readonly echoesMetadata: boolean
  /** Takes files as uploads too, for installations that Meta cannot reach. */
  readonly takesUploads: boolean
  readonly fields: string
  /** Edge of a comment below which public answers go. */
  readonly answers: 'comments' | 'replies'
  readonly profileFields: string
  /** What "login with Facebook" asks for. */
  readonly scopes: readonly string[]
  /** The provider's word for an emoji; undefined when it takes no such reaction. */
  reaction(emoji: string): string | undefined
}

const attachment = { maxBytes: 25 * MB, caption: true }
const pictures = ['image/jpeg', 'image/png', 'image/gif']

export const FACEBOOK: Platform = {
  type: 'facebook',
  object: 'page',
  addressKind: 'psid',
  text: { max: 2000, unit: 'characters' },
  media: {
    image: { maxBytes: 8 * MB, mimeTypes: pictures, caption: true },
    video: attachment,
    audio: attachment,
    voice: attachment,
    document: attachment,
  },
  hasButtonTemplate: true,
  namesResponses: true,
  echoesMetadata: true,
  takesUploads: true,
  fields:
    'messages,messaging_postbacks,message_deliveries,message_reads,message_reactions,message_echoes,message_edits,messaging_referrals,feed',
  answers: 'comments',
  profileFields: 'first_name,last_name,profile_pic',
  scopes: [
    'pages_show_list',
    'pages_messaging',
    'pages_manage_metadata',
    'pages_read_engagement',
    'pages_read_user_content',
    'pages_manage_engagement',
  ],
  reaction: (emoji) => emoji,
}

export const INSTAGRAM: Platform = {
  type: 'instagram',
  object: 'instagram',
  addressKind: 'igsid',
  text: { max: 1000, unit: 'bytes' },
  media: { image: { maxBytes: 8 * MB, mimeTypes: pictures, caption: true } },
  hasButtonTemplate: false,
  namesResponses: false,
  echoesMetadata: false,
  takesUploads: false,
  fields: 'messages,messaging_postbacks,messaging_seen,message_reactions,messaging_referral,comments,live_comments',
  answers: 'replies',
  profileFields: 'name,username,profile_pic',
  scopes: [
    'pages_show_list',
    'pages_manage_metadata',
    'pages_read_engagement',
    'instagram_basic',
    'instagram_manage_messages',
    'instagram_manage_comments',
  ],
  reaction: (emoji) => (emoji.replace(/\ufe0f/g, '') === '❤' ? 'love' : undefined),
}

/** Limits of the Send API (Messenger Platform, templates and quick replies). */
export const LIMITS = {
  buttons: 3,
  buttonLabel: 20,
  buttonText: 640,
  quickReplies: 13,
  quickReplyLabel: 20,
  cards: 10,
  cardTitle: 80,
  cardText: 80,
}

export const HOUR_MS = 3_600_000
/** Free answers, answers of a person, private answers to a comment: hours after the customer wrote. */
export const WINDOW_HOURS = 24
export const HUMAN_WINDOW_HOURS = 168
export const PRIVATE_REPLY_HOURS = 168

/** Ids of people are digits, too many for a number. @throws Error for anything else */
export function normaliseId(raw: string): string {
  const id = raw.trim()
  if (!/^[0-9]{1,40}$/.test(id)) throw new Error('not an id')
  return id
}
