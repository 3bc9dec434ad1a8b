import type { ChannelFeatures } from '@recado/sdk'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { isWithin } from '../composer/limits.ts'

interface Person {
  userId: number
  profile: string
}

export interface MessageRights {
  reply: boolean
  react: boolean
  edit: boolean
  remove: boolean
  /** Copies may go to others, also out of a conversation in which nothing can be written. */
  forward: boolean
}

/** What makes sense out of its conversation. */
const FORWARDED = new Set(['text', 'media', 'location', 'contact'])

const NONE: MessageRights = { reply: false, react: false, edit: false, remove: false, forward: false }

/** What may be done with a message: what the channel can, within its time, by whom it may be. */
export function messageRights(
  message: Pick<
    LiveMessage,
    'local' | 'isDeleted' | 'isWithheld' | 'fromMe' | 'userId' | 'timestamp' | 'content' | 'state' | 'messageId'
  >,
  features: ChannelFeatures | null | undefined,
  person: Person,
  canWrite: boolean,
  now: number,
): MessageRights {
  if (message.local || message.isDeleted || message.isWithheld) return NONE
  const forward = FORWARDED.has(message.content.type)
  if (!canWrite) return { ...NONE, forward }
  const isOut = message.fromMe && ['sent', 'delivered', 'read', 'played'].includes(message.state)
  const isMine = message.fromMe && message.userId === person.userId
  const leads = person.profile === 'admin' || person.profile === 'supervisor'
  const hasText = message.content.type === 'text' || (message.content.type === 'media' && Boolean(message.content.text))
  return {
    reply: Boolean(features?.reply) && message.messageId !== null,
    react: Boolean(features?.react) && message.messageId !== null,
    edit: isOut && isMine && hasText && isWithin(features?.edit, message.timestamp, now),
    forward,
    remove: isOut && (isMine || leads) && isWithin(features?.remove, message.timestamp, now),
  }
}

const COMMON = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** Signs offered for a reaction: the common ones that the channel takes, or the channel's own. */
export function reactionChoices(features: ChannelFeatures | null | undefined): readonly string[] {
  if (!Array.isArray(features?.react)) return COMMON
  const taken = features.react
  const common = COMMON.filter((emoji) => taken.includes(emoji))
  return common.length > 0 ? common : taken.slice(0, 6)
}
