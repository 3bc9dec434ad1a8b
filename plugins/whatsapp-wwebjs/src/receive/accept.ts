import type { Loose } from '@recado/loose-json'
import { type ChannelContext, createEchoes, type InboundEvent } from '@recado/sdk'
import type { Access } from '../session-access.ts'
import { createFiles, type Files } from './files.ts'
import { createLookups } from './lookups.ts'
import type { Mapped } from './map-event.ts'
import { mapMessage } from './map-message.ts'
import type { Mapping, MessageEvent } from './mapping.ts'
import { createPlaceholders } from './placeholders.ts'

/** The one way in for hooks, for what was missed and for imports. */
export interface Acceptor {
  readonly files: Files
  mapping(): Mapping
  mapMessages(messages: readonly Loose[]): MessageEvent[]
  /** Resolves when all of it is durable, rejects when nothing was accepted. */
  accept(events: InboundEvent[]): Promise<void>
  acceptMapped(mapped: Mapped): Promise<void>
  idle(): Promise<void>
}

const AT_ONCE = 500

export function createAcceptor(ctx: ChannelContext, access: Access, ignoreGroups: boolean): Acceptor {
  const files = createFiles(ctx, access)
  const lookups = createLookups(ctx, access)
  const placeholders = createPlaceholders(ctx)
  const echoes = createEchoes(ctx)
  const mapping = (): Mapping => ({ ignoreGroups, now: ctx.clock.now(), t: ctx.t })

  const accept = async (events: InboundEvent[]) => {
    const resolved = await Promise.all(
      events.map(async (event) => (event.kind === 'message' ? placeholders.resolve(event) : [event])),
    )
    const all = await echoes.settle(await lookups.completed(resolved.flat()))
    for (let from = 0; from < all.length; from += AT_ONCE) await ctx.inbound.push(all.slice(from, from + AT_ONCE))
    lookups.after(all)
  }

  return {
    files,
    mapping,
    mapMessages: (messages) => messages.flatMap((message) => mapMessage(message, mapping()) ?? []),
    accept,
    async acceptMapped({ events, file, isPlaceholder }) {
      if (isPlaceholder) {
        for (const event of events) if (event.kind === 'message') await placeholders.add(event.externalId)
        return ctx.inbound.push(events)
      }
      if (!file) return accept(events)
      const { message, data, mimeType, fileName } = file
      const about = { data, ...(mimeType ? { mimeType } : {}), ...(fileName ? { fileName } : {}) }
      await accept([await files.attach(message, about)])
    },
    idle: lookups.idle,
  }
}
