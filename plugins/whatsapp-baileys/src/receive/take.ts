import type { ChannelContext, InboundEvent } from '@recado/sdk'
import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  proto,
  unpadRandomMax16,
  type WAMessage,
} from '@whiskeysockets/baileys'
import { createCache } from '../library/cache.ts'
import { orAborted } from '../library/wait.ts'
import type { Intake } from './intake.ts'
import { type Mapping, mapMessage } from './map-message.ts'
import type { Placeholders } from './placeholders.ts'

const REMEMBERED = 5000
const REMEMBERED_MS = 60 * 60_000

export interface Me {
  id: string
  lid: string
}

/** Takes in messages, from the earliest moment on which they can be read. */
export interface Taker {
  /** Decrypted, and not confirmed to WhatsApp yet: resolves when it is durable, rejects when the socket ends first. */
  decrypted(stanza: BinaryNode, padded: Uint8Array, signal: AbortSignal): Promise<void>
  /** What the library hands out: mostly known by then, but also placeholders and what came without encryption. */
  handedOut(messages: WAMessage[]): Promise<void>
}

export function createTaker(options: {
  ctx: ChannelContext
  mapping: Mapping
  intake: Intake
  placeholders: Placeholders
  me(): Me | null
}): Taker {
  const { ctx, mapping, intake, placeholders, me } = options
  const taken = createCache(REMEMBERED, REMEMBERED_MS, ctx.clock.now)

  /** A message that cannot be mapped is a defect of ours; it must not stop those behind it. */
  const eventsOf = async (message: WAMessage): Promise<InboundEvent[]> => {
    try {
      return await mapMessage(mapping, message)
    } catch (error) {
      if (ctx.signal.aborted) throw error
      ctx.log.error('a message could not be read', { name: error instanceof Error ? error.name : 'unknown' })
      return []
    }
  }

  const take = async (message: WAMessage): Promise<void> => {
    const events = await placeholders.resolve(message, await eventsOf(message))
    await intake.push(events)
    await placeholders.settle(message, events)
    taken.set(keyOf(message), true)
  }

  return {
    async decrypted(stanza, padded, signal) {
      const who = me()
      if (!who || stanza.attrs.category === 'peer') return
      const message = readStanza(stanza, padded, who)
      if (message) await orAborted(take(message), signal)
    },
    async handedOut(messages) {
      for (const message of messages) if (!taken.get(keyOf(message))) await take(message)
    },
  }
}

const keyOf = ({ key, messageStubType }: WAMessage): string =>
  [key.remoteJid, key.participant, key.fromMe ? 1 : 0, key.id, messageStubType ?? 0].join('|')

/** The message as the library will hand it out; null for what it will not understand either. */
function readStanza(stanza: BinaryNode, padded: Uint8Array, me: Me): WAMessage | null {
  try {
    const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid)
    const content = proto.Message.decode(unpadRandomMax16(padded))
    const message: WAMessage = { ...fullMessage, message: content.deviceSentMessage?.message ?? content }
    cleanMessage(message, me.id, me.lid)
    return message
  } catch {
    return null
  }
}
