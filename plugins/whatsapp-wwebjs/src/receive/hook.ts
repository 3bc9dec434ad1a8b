import { createHash, timingSafeEqual } from 'node:crypto'
import { parse, record, text } from '@recado/loose-json'
import type { AppRoute, CatchUp, ChannelContext, HookReply, HookRequest } from '@recado/sdk'
import type { Hint, Session } from '../connect/session.ts'
import type { Access } from '../session-access.ts'
import type { Acceptor } from './accept.ts'
import { type Mapped, mapEvent } from './map-event.ts'

const KEY_HEADER = 'x-api-key'

export interface Receiver {
  access: Access
  acceptor: Acceptor
  session: Session
  catchUp: Pick<CatchUp, 'before'>
}

/**
 * One event of the gateway. The channel's address is its secret; the gateway's key, where it is sent along, has to be
 * right too. The gateway sends each event once, so a refused one is fetched by the next look instead.
 */
export async function receiveHook(
  ctx: ChannelContext,
  { access, acceptor, session, catchUp }: Receiver,
  request: HookRequest,
): Promise<HookReply> {
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'POST' } }
  const given = request.headers[KEY_HEADER]
  if (given !== undefined && !same(given, await ctx.secrets.get('apiKey'))) return { status: 401 }
  const body = parse(request.body)
  if (body === undefined) return { status: 400 }
  const { dataType, data, sessionId } = record(body)
  if (!text(sessionId) || text(sessionId) !== access.sessionId()) return { status: 200 }
  const mapped = mapEvent(text(dataType) ?? '', record(data), acceptor.mapping())
  try {
    await catchUp.before(messagesIn(mapped))
    await acceptor.acceptMapped(mapped)
  } catch (error) {
    pass(ctx, session, 'missed')
    throw error
  }
  if (mapped.hint) pass(ctx, session, mapped.hint)
  return { status: 200 }
}

const messagesIn = ({ events, file }: Mapped) => (file ? [...events, file.message] : events)

/** The session is watched by one node, and hooks come to any. */
function pass(ctx: ChannelContext, session: Session, hint: Hint): void {
  session.hint(hint)
  ctx.bus.publish('hint', hint)
}

/** For a gateway that sends the events of all its sessions to one address; there the key is the only proof. */
export function routeAppHook(request: HookRequest): AppRoute {
  if (request.method !== 'POST') return { reply: { status: 405, headers: { allow: 'POST' } } }
  if (!request.headers[KEY_HEADER]) return { reply: { status: 401 } }
  const sessionId = text(record(parse(request.body)).sessionId)
  return { accounts: sessionId ? [sessionId] : [] }
}

/** Digests are of one length, so that the comparison takes the same time whatever was sent. */
function same(given: string, secret: string | null): boolean {
  if (!secret) return false
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
