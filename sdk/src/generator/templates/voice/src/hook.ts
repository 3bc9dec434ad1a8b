import type { HookReply, HookRequest, VoiceContext } from '@recado/sdk'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { isSigned } from './signature.ts'

const Hook = Type.Object({
  call: Type.String({ minLength: 1, maxLength: 255 }),
  event: Type.Enum(['offer', 'accept', 'reject', 'terminate']),
  direction: Type.Enum(['in', 'out']),
  phone: Type.String({ pattern: '^[0-9]{8,15}$' }),
  at: Type.Integer({ minimum: 0 }),
})

export async function receiveHook(ctx: VoiceContext, request: HookRequest): Promise<HookReply> {
  const secret = await ctx.secrets.get('hookSecret')
  if (!secret || !isSigned(request.body, request.headers['x-signature'], secret)) return { status: 401 }
  const hook = parse(request.body)
  if (Value.Check(Hook, hook)) {
    const { call, event, direction, phone, at } = hook
    await ctx.calls.push([{ callId: call, status: event, direction, phone, at }])
  }
  return { status: 200 }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
