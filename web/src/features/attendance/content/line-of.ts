import type { Message } from '@recado/core/modules/messages/contract'
import { i18n } from '../../../lib/i18n/i18n.ts'
import { unsigned } from '../composer/signature.ts'
import { plainText } from './rich-text.ts'

type Line = Pick<Message, 'body' | 'edited' | 'content' | 'isDeleted' | 'isWithheld' | 'fromMe'>

/** The one line that stands for a message: in quotes, notifications and for screen readers. */
export function lineOf({ body, edited, content, isDeleted, isWithheld, fromMe }: Line): string {
  if (isDeleted) return i18n.t('attendance:message.removed')
  if (isWithheld) return i18n.t('attendance:message.withheld')
  if (content.type === 'media') {
    const kind = i18n.t(`attendance:kinds.${content.kind}`)
    const text = content.text ?? (content.kind === 'document' ? content.media.fileName : undefined)
    return text ? `${kind}: ${text}` : kind
  }
  if (content.type === 'location' || content.type === 'contact' || content.type === 'poll') {
    return `${i18n.t(`attendance:kinds.${content.type}`)}: ${body}`
  }
  if (content.type === 'unsupported') return i18n.t('attendance:content.unsupported')
  const text = edited ?? body
  return plainText(fromMe ? unsigned(text) : text)
}

/** All that was written, as it would be copied. */
export function textOf({ body, edited, content, fromMe }: Line): string {
  const text = edited ?? (content.type === 'media' ? (content.text ?? '') : body)
  return fromMe ? unsigned(text) : text
}
