import type { ChannelContext, HookReply, HookRequest, InboundEvent } from '@recado/sdk'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { isSigned } from './signature.ts'

const id = Type.String({ minLength: 1, maxLength: 255 })
const Message = Type.Object({
  type: Type.Literal('message'),
  id,
  from: Type.String({ pattern: '^[0-9]{8,15}$' }),
  name: Type.Optional(Type.String({ maxLength: 255 })),
  text: Type.String({ maxLength: 4096 }),
  at: Type.Integer({ minimum: 0 }),
})
const Receipt = Type.Object({
  type: Type.Literal('receipt'),
  id,
  status: Type.Enum(['delivered', 'read', 'failed']),
  at: Type.Integer({ minimum: 0 }),
})
const Hook = Type.Union([Message, Receipt])

/** Verifies, hands over and only then acknowledges; what is signed and not understood is acknowledged and dropped. */
export async function receiveHook(ctx: ChannelContext, request: HookRequest): Promise<HookReply> {
  const secret = await ctx.secrets.get('hookSecret')
  if (!secret || !isSigned(request.body, request.headers['x-signature'], secret)) return { status: 401 }
  const event = toEvent(parse(request.body))
  if (event) await ctx.inbound.push([event])
  else ctx.log.info('a hook of an unknown kind was ignored')
  return { status: 200 }
}

function toEvent(hook: unknown): InboundEvent | null {
  if (!Value.Check(Hook, hook)) return null
  if (hook.type === 'receipt') return { kind: 'receipt', status: hook.status, externalIds: [hook.id], at: hook.at }
  return {
    kind: 'message',
    externalId: hook.id,
    direction: 'in',
    chat: { addresses: [{ kind: 'phone', value: hook.from }], ...(hook.name ? { name: hook.name } : {}) },
    content: { type: 'text', text: hook.text },
    at: hook.at,
  }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
