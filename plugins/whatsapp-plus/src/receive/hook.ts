import type { CatchUp, ChannelContext, HookReply, HookRequest } from '@recado/sdk'
import type { Driver } from '../drivers/driver.ts'
import { same } from '../gateway/same.ts'
import type { PlusSettings } from '../settings.ts'
import { accept } from './accept.ts'
import { answerCalls } from './answer-calls.ts'

export interface Receiver {
  driver(): Promise<Driver | null>
  settings: Readonly<PlusSettings>
  catchUp: Pick<CatchUp, 'before' | 'behind'>
  /** The session with WhatsApp changed. */
  onConnection(): void
}

const PREFIX = '/in/'

/** What stands behind the hook's key: a secret of our own, which only the gateway was told. */
export async function hookPath({ secrets }: Pick<ChannelContext, 'secrets'>): Promise<string | null> {
  const secret = await secrets.get('webhookSecret')
  return secret ? `${PREFIX}${encodeURIComponent(secret)}` : null
}

/** Verify, hand over, answer. What a gateway tells and nobody needs is acknowledged too. */
export async function receiveHook(
  ctx: ChannelContext,
  { driver, settings, catchUp, onConnection }: Receiver,
  request: HookRequest,
): Promise<HookReply> {
  const expected = await hookPath(ctx)
  if (!expected || !same(request.path.replace(/\/+$/, ''), expected)) return { status: 401 }
  if (request.method !== 'POST') return { status: 405 }
  const open = await driver()
  if (!open) return { status: 401 }
  const report = await open.parse(request)
  if (report === 'forged') return { status: 401 }
  const { events, typing, ringing, isConnection } = report
  try {
    await catchUp.before(events)
    await accept(ctx, open, events)
  } catch (error) {
    // Not every gateway comes again with it.
    catchUp.behind()
    onConnection()
    throw error
  }
  for (const { chat, on } of typing) ctx.inbound.typing(chat, on)
  if (isConnection) onConnection()
  if (settings.rejectCalls && ringing.length > 0) await answerCalls(ctx, open, settings, ringing)
  return { status: 200 }
}
