import type { ChannelContext, HookReply, HookRequest } from '@recado/sdk'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Actions } from './actions.ts'
import type { Conversation } from './conversation.ts'
import type { Files } from './files.ts'
import { framePage } from './frame-page.ts'
import type { Gate } from './gate.ts'
import type { Limits } from './limits.ts'
import type { Links } from './links.ts'
import { publicConfig } from './look.ts'
import { prechatFields } from './prechat.ts'
import { presentMessage } from './present.ts'
import { Refusal, refusalOf } from './refusal.ts'
import { LinksBody, OfflineBody, PrechatBody, ReadBody, SendBody, SessionBody, TypingBody } from './schemas.ts'
import type { Session } from './sessions.ts'
import type { WebchatSettings } from './settings.ts'
import type { SessionAnswer } from './wire.ts'

interface Deps {
  ctx: ChannelContext<WebchatSettings>
  gate: Gate
  actions: Actions
  files: Files
  links: Links
  conversation: Conversation
  limits: Limits
  startSession: {
    start(body: Static<typeof SessionBody>): Promise<SessionAnswer>
    end(session: Session): Promise<void>
  }
  poll(session: Session, request: HookRequest): Promise<HookReply>
  offlineNow(): Promise<{ now: boolean; message: string | null }>
}

type Handler = (request: HookRequest) => Promise<HookReply>

const DONE: HookReply = { status: 204 }

function bodyOf<T extends TSchema>(schema: T, request: HookRequest): Static<T> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(request.body).toString('utf8'))
  } catch {
    throw new Refusal('ERR_VALIDATION')
  }
  if (!Value.Check(schema, value)) throw new Refusal('ERR_VALIDATION')
  return value
}

/** Everything below the hook that is not a socket. The table in README.md says who may call what. */
export function createRoutes(deps: Deps): (request: HookRequest) => Promise<HookReply> {
  const { ctx, gate, actions, files, conversation } = deps
  const config = async () => publicConfig(ctx.settings, deps.limits, await deps.offlineNow())
  const visitor =
    (handle: (session: Session, request: HookRequest) => Promise<HookReply>): Handler =>
    async (request) =>
      handle(await gate.bearer(request), request)

  const routes: Record<string, Handler> = {
    'GET /frame': async () => framePage(await config(), new URL(await ctx.hookUrl())),
    'GET /config': async (request) => {
      await gate.origin(request.headers)
      return { json: await config() }
    },
    'POST /session': async (request) => {
      gate.rate(request.ip, 'sessionsPerIp')
      await gate.origin(request.headers)
      return { json: await deps.startSession.start(bodyOf(SessionBody, request)) }
    },
    'POST /reset': visitor(async (session) => {
      await deps.startSession.end(session)
      return DONE
    }),
    'POST /messages': visitor(async (session, request) => ({
      json: await actions.send(session, bodyOf(SendBody, request), request.headers['x-client-id'] ?? 'http'),
    })),
    'GET /history': visitor(async ({ address }, request) => {
      const page = await conversation.older(address, request.query.before ?? '')
      const messages = await Promise.all(page.messages.map((message) => presentMessage(message, address, deps.links)))
      return { json: { messages, older: page.hasMore } }
    }),
    'GET /poll': visitor(deps.poll),
    'POST /typing': visitor(async (session, request) => {
      actions.typing(session, bodyOf(TypingBody, request).on)
      return DONE
    }),
    'POST /read': visitor(async (session, request) => {
      await actions.read(session, bodyOf(ReadBody, request).upto)
      return DONE
    }),
    'POST /prechat': visitor(async (session, request) => {
      const after = await actions.prechat(session, bodyOf(PrechatBody, request).values)
      return { json: { prechat: prechatFields(ctx.settings, after), profile: after.profile } }
    }),
    'POST /offline': visitor(async (session, request) => ({
      json: await actions.offline(session, bodyOf(OfflineBody, request)),
    })),
    'POST /files': visitor(files.upload),
    'POST /links': visitor((session, request) => files.renew(session, bodyOf(LinksBody, request).urls)),
  }

  async function answer(request: HookRequest): Promise<HookReply> {
    gate.rate(request.ip, 'requestsPerIp')
    const path = request.path.length > 1 ? request.path.replace(/\/$/, '') : request.path
    const [, mediaId] = /^\/files\/([A-Za-z0-9_-]{1,64})$/.exec(path) ?? []
    if (mediaId && request.method === 'GET') return files.download(mediaId, request.query)
    const route = routes[`${request.method} ${path}`]
    if (!route) throw new Refusal('ERR_NOT_FOUND')
    return route(request)
  }

  /** Clients on an allowed site may talk to us directly, too; no cookies are involved, so none are allowed. */
  async function crossOrigin(request: HookRequest): Promise<Record<string, string>> {
    const origin = await gate.origin(request.headers).catch(() => null)
    if (origin === null) return {}
    return {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, x-file-name, x-client-id',
      'access-control-max-age': '600',
      vary: 'origin',
    }
  }

  return async function receiveHook(request) {
    const shared = { 'cache-control': 'no-store', ...(await crossOrigin(request)) }
    if (request.method === 'OPTIONS') return { status: 204, headers: shared }
    try {
      const reply = await answer(request)
      return { ...reply, headers: { ...shared, ...reply.headers } }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal !== error) {
        ctx.log.error('webchat: a request failed', { path: request.path.split('/')[1] ?? '', error: String(error) })
      }
      const reply = refusal.reply()
      return { ...reply, headers: shared }
    }
  }
}
