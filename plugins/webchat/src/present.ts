import { type Content, type ConversationMessage, type ConversationPage, contentText, type MediaKind } from '@recado/sdk'
import type { Links } from './links.ts'
import type { FileKind, WireContent, WireConversation, WireMessage, WireStatus } from './wire.ts'

const FILE_KIND: Record<MediaKind, FileKind> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'document',
}

const STATUS: Record<ConversationMessage['status'], WireStatus> = {
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  unknown: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

/** What the widget draws for a content; kinds it has no form for become their text. */
export async function presentContent(content: Content, address: string, links: Links): Promise<WireContent> {
  switch (content.type) {
    case 'media': {
      const { id, fileName, mimeType, size } = content.media
      if (!id) return { type: 'unsupported', text: contentText(content) }
      const link = await links.sign(id, address)
      const file = { kind: FILE_KIND[content.kind], name: fileName ?? '', mimeType: mimeType ?? '', size: size ?? 0 }
      return { type: 'file', file: { ...file, ...link }, text: content.text ?? '' }
    }
    case 'buttons':
      return {
        type: 'choices',
        text: content.text,
        footer: content.footer ?? '',
        open: '',
        groups: [{ title: '', choices: content.buttons }],
      }
    case 'list': {
      const groups = content.sections.map((section) => ({ title: section.title ?? '', choices: section.rows }))
      return { type: 'choices', text: content.text, footer: '', open: content.open, groups }
    }
    case 'location': {
      const { latitude, longitude } = content
      return { type: 'location', text: contentText(content), latitude, longitude }
    }
    case 'contact': {
      const lines = content.contacts.map((contact) =>
        [contact.name, ...contact.phones, ...(contact.emails ?? [])].join('\n'),
      )
      return { type: 'text', text: lines.join('\n\n') }
    }
    case 'poll':
      return { type: 'text', text: [content.question, ...content.options.map((option) => `• ${option}`)].join('\n') }
    case 'carousel': {
      const cards = content.cards.map((card) => [card.title, card.text].filter(Boolean).join('\n'))
      return { type: 'text', text: [content.text, ...cards].filter(Boolean).join('\n\n') }
    }
    case 'text':
    case 'choice':
      return { type: 'text', text: content.text }
    default:
      return { type: 'unsupported', text: contentText(content) }
  }
}

/** The widget shows the writer beside the message, so the signature above the text that other channels need goes. */
function unsigned(content: Content, sender: string | undefined): Content {
  if (!sender || (content.type !== 'text' && content.type !== 'media')) return content
  const signature = `*${sender}*:\n`
  return content.text?.startsWith(signature) ? { ...content, text: content.text.slice(signature.length) } : content
}

export async function presentMessage(
  message: ConversationMessage,
  address: string,
  links: Links,
): Promise<WireMessage> {
  const mine = !message.fromMe
  const content = unsigned(message.content, message.sender?.name)
  return {
    id: message.id,
    seq: message.seq,
    mine,
    content: message.removed ? { type: 'text', text: '' } : await presentContent(content, address, links),
    at: message.at,
    status: STATUS[message.status],
    sender: mine ? null : (message.sender?.name ?? null),
    replyTo: message.replyTo,
    edited: message.edited,
    removed: message.removed,
  }
}

export const presentConversation = (ticket: ConversationPage['ticket']): WireConversation =>
  ticket ? { status: ticket.status, agent: ticket.agent?.name ?? null } : { status: 'none', agent: null }
