import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, record, text } from '@recado/loose-json'
import type { HookReply, HookRequest } from '@recado/sdk'
import { CHECK } from '../connect/connection.ts'
import type { Line } from '../line.ts'
import { digest } from '../read.ts'
import { signingSecrets } from '../receive/signature.ts'
import { page } from './page.ts'

/** Somebody took the app's permission away: the token is looked at soon. */
export async function leaveApp(line: Line, request: HookRequest): Promise<HookReply> {
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'POST' } }
  if (!(await signedRequest(line, request))) return { status: 401 }
  await line.ctx.schedule.at(CHECK, line.ctx.clock.now())
  return { status: 200, json: {} }
}

/**
 * Somebody who logged in asks Facebook to have their data deleted. What is kept of them is the page's token, which the
 * company removes by choosing another; Meta is told where that stands, and under which number.
 */
export async function forgetPerson(line: Line, request: HookRequest): Promise<HookReply> {
  const { ctx } = line
  if (request.method === 'GET') return page(200, ctx.t('deletion.title'), ctx.t('deletion.text'))
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } }
  const told = await signedRequest(line, request)
  if (!told) return { status: 401 }
  await ctx.schedule.at(CHECK, ctx.clock.now())
  const code = digest(`${ctx.instance.id}:${text(told.user_id) ?? ''}`).slice(0, 16)
  return { status: 200, json: { url: await ctx.hookUrl(`/data-deletion?code=${code}`), confirmation_code: code } }
}

/** `signed_request=<signature>.<payload>`, both base64url, HMAC-SHA256 with the app's secret (Facebook Login). */
async function signedRequest(line: Line, { body }: HookRequest): Promise<Record<string, unknown> | null> {
  if (body.byteLength > 16_384) return null
  const [signature, payload] = (new URLSearchParams(Buffer.from(body).toString()).get('signed_request') ?? '').split(
    '.',
  )
  if (!signature || !payload) return null
  const given = Buffer.from(signature, 'base64url')
  const secrets = await signingSecrets(line)
  const isGenuine = secrets.some((secret) => {
    const right = createHmac('sha256', secret).update(payload).digest()
    return given.byteLength === right.byteLength && timingSafeEqual(given, right)
  })
  return isGenuine ? { ...record(parse(Buffer.from(payload, 'base64url'))) } : null
}
