import type { Address, InboundEvent, Party } from '@recado/sdk'
import { addressesOf } from '@recado/whatsapp-ids'
import { nameText } from './fields.ts'
import type { Told } from './proto.ts'

/** One message of a gateway, as all gateways can tell it. */
export interface Envelope {
  id: string
  isFromMe: boolean
  isGroup: boolean
  /** Ids of WhatsApp of the conversation, in any number of spellings. */
  chat: (string | undefined)[]
  chatName?: string | undefined
  /** Who wrote it, in the same way. */
  sender: (string | undefined)[]
  senderName?: string | undefined
  at: number
  told: Told
  /** Our message's id, when it is the echo of what we sent through the gateway. */
  trackId?: string | undefined
  isHistory?: boolean
}

/** What comes of a message. Nothing for what is no conversation: status, newsletters, broadcasts. */
export function toEvents(envelope: Envelope): InboundEvent[] {
  const { id, at, isFromMe, told, trackId, isHistory } = envelope
  const chat = chatOf(envelope)
  if (!chat) return []
  const { reading, context } = told
  switch (reading.kind) {
    case 'nothing':
      return []
    case 'removal':
      return [{ kind: 'removal', externalId: reading.target, at }]
    case 'edit':
      return [{ kind: 'edit', externalId: reading.target, content: reading.content, at }]
    case 'reaction': {
      const from = whoOf(envelope)?.addresses[0]
      return from ? [{ kind: 'reaction', externalId: reading.target, from, emoji: reading.emoji, at }] : []
    }
    case 'content': {
      const sender = envelope.isGroup && !isFromMe ? whoOf(envelope) : undefined
      const message: InboundEvent = {
        kind: 'message',
        externalId: id,
        direction: isFromMe ? 'out' : 'in',
        chat,
        ...(envelope.isGroup ? { isGroup: true } : {}),
        ...(sender ? { sender } : {}),
        content: reading.content,
        at,
        ...context,
        ...(isFromMe && trackId ? { clientId: trackId } : {}),
        ...(isHistory ? { history: true } : {}),
      }
      // Whoever waits to learn whether a send arrived learns it by our own id: the provider's is not known yet.
      if (!isFromMe || !trackId || isHistory) return [message]
      return [message, { kind: 'receipt', status: 'sent', externalIds: [trackId], at }]
    }
  }
}

function chatOf({ chat, chatName, isGroup, isFromMe, sender, senderName }: Envelope): Party | null {
  const others = isGroup || isFromMe ? [] : sender
  const [first] = addressesOf(...chat)
  if (!first) return null
  return partyOf([...chat, ...others], isGroup || isFromMe ? chatName : (senderName ?? chatName))
}

const whoOf = ({ sender, senderName, isFromMe, isGroup, chat }: Envelope): Party | null =>
  partyOf(isGroup || isFromMe ? sender : [...sender, ...chat], senderName)

/** A person or a group by its ids; null when none of them is an address. */
export function partyOf(ids: (string | undefined)[], name: string | undefined): Party | null {
  const addresses = addressesOf(...ids).slice(0, 8)
  const [first] = addresses
  if (!first) return null
  const known = nameText(name)
  return { addresses, ...(known ? { name: known } : {}), avatarRef: pictureRef(first) }
}

const PICTURE = 'picture:'
export const pictureRef = ({ kind, value }: Address): string => `${PICTURE}${kind}:${value}`

/** The address behind a picture's handle; null for handles of other files. */
export function pictureOf(ref: string): Address | null {
  if (!ref.startsWith(PICTURE)) return null
  const [kind = '', value = ''] = ref.slice(PICTURE.length).split(':', 2)
  return kind && value ? { kind, value } : null
}
