import type { ChannelContext, HookReply, HookRequest, InboundEvent } from '@recado/sdk'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { HttpChannelSettings } from './settings.ts'
import { isSigned } from './signature.ts'

const id = Type.String({ minLength: 1, maxLength: 255 })
const at = Type.Integer({ minimum: 0 })

const Message = Type.Object({
  type: Type.Literal('message'),
  id,
  from: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 255 }),
    name: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  text: Type.Optional(Type.String({ maxLength: 65_536 })),
  file: Type.Optional(
    Type.Object({
      kind: Type.Enum(['image', 'video', 'audio', 'document']),
      url: Type.String({ pattern: '^https?://', maxLength: 2048 }),
      name: Type.Optional(Type.String({ maxLength: 255 })),
    }),
  ),
  replyTo: Type.Optional(id),
  at,
})
const Receipt = Type.Object({
  type: Type.Literal('receipt'),
  ids: Type.Array(id, { minItems: 1, maxItems: 500 }),
  status: Type.Enum(['delivered', 'read', 'failed']),
  at,
})
const Documents = Type.Union([Message, Receipt])

/**
 * Verify, hand over, acknowledge: in this order. `push` resolves when the event is durable and rejects when it is not;
 * the rejection goes through, the host answers 5xx and the sender tries again.
 */
export async function receiveHook(ctx: ChannelContext<HttpChannelSettings>, request: HookRequest): Promise<HookReply> {
  if (request.method !== 'POST' || request.path !== '/') return { status: 404 }
  const secret = await ctx.secrets.get('secret')
  if (!secret || !isSigned(request, secret, ctx.clock.now())) return { status: 401, json: { error: 'signature' } }
  const event = toEvent(parse(request.body))
  if (!event) return { status: 422, json: { error: 'document' } }
  await ctx.inbound.push([event])
  return { status: 202 }
}

function toEvent(document: unknown): InboundEvent | null {
  if (!Value.Check(Documents, document)) return null
  if (document.type === 'receipt') {
    return { kind: 'receipt', status: document.status, externalIds: document.ids, at: document.at }
  }
  const { from, text, file, replyTo } = document
  if (text === undefined && !file) return null
  return {
    kind: 'message',
    externalId: document.id,
    direction: 'in',
    chat: { addresses: [{ kind: 'http', value: from.id }], ...(from.name ? { name: from.name } : {}) },
    content: file
      ? {
          type: 'media',
          kind: file.kind,
          media: { ref: file.url, ...(file.name ? { fileName: file.name } : {}) },
          ...(text ? { text } : {}),
        }
      : { type: 'text', text: text ?? '' },
    ...(replyTo ? { replyTo } : {}),
    at: document.at,
  }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
