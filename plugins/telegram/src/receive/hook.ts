import { createHash, timingSafeEqual } from 'node:crypto'
import type { ChannelContext, HookReply, HookRequest } from '@recado/sdk'
import type { Acceptor } from './accept.ts'

const SECRET_HEADER = 'x-telegram-bot-api-secret-token'

/**
 * One delivery of the webhook. Answers 200 only for what is durable, so that Telegram delivers the rest again:
 * a rejected push rejects this too. Works on every node, connected or not.
 */
export async function receiveHook(ctx: ChannelContext, acceptor: Acceptor, request: HookRequest): Promise<HookReply> {
  if (!same(request.headers[SECRET_HEADER], await ctx.secrets.get('webhookSecret'))) return { status: 401 }
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'POST' } }
  const update = parse(request.body)
  if (update === undefined) return { status: 400 }
  await acceptor.accept([update])
  return { status: 200 }
}

/** Digests are of one length, so that the comparison takes the same time whatever was sent. */
function same(given: string | undefined, secret: string | null): boolean {
  if (!secret) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given ?? ''), digest(secret))
}

/** JSON can hold no `undefined`, so that stands for bytes that are no JSON. */
function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
