import type { HookReply, HookRequest, InstanceContext } from '@recado/sdk'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { isSigned } from './signature.ts'

const Hook = Type.Object({ charge: Type.String({ minLength: 1, maxLength: 255 }) })

/** Names the charge that changed; what became of it the host reads from the gateway itself. */
export async function receiveHook(
  ctx: InstanceContext,
  request: HookRequest,
): Promise<HookReply & { charges: string[] }> {
  const secret = await ctx.secrets.get('hookSecret')
  if (!secret || !isSigned(request.body, request.headers['x-signature'], secret)) return { status: 401, charges: [] }
  const hook = parse(request.body)
  return { status: 200, charges: Value.Check(Hook, hook) ? [hook.charge] : [] }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
