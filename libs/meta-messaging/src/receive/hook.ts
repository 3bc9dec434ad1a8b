import { parse } from '@recado/loose-json'
import { isSigned, verification } from '@recado/meta-graph'
import type { HookReply, HookRequest } from '@recado/sdk'
import type { Line } from '../line.ts'
import { finishLogin } from '../login/callback.ts'
import { forgetPerson, leaveApp } from '../login/duties.ts'
import { accept } from './accept.ts'
import type { Profiles } from './profiles.ts'
import { signingSecrets } from './signature.ts'

/**
 * Requests to the channel's address: Meta's verification, events, the way back from logging in, and what Meta tells of
 * people who leave the app. Works on every node, connected or not. Events that are not durable are answered by the
 * host with 5xx, so that Meta comes again.
 */
export async function receiveHook(line: Line, profiles: Profiles, request: HookRequest): Promise<HookReply> {
  switch (request.path) {
    case '/':
      return events(line, profiles, request)
    case '/oauth':
      return finishLogin(line, request)
    case '/deauthorise':
      return leaveApp(line, request)
    case '/data-deletion':
      return forgetPerson(line, request)
    default:
      return { status: 404 }
  }
}

async function events(line: Line, profiles: Profiles, request: HookRequest): Promise<HookReply> {
  const { ctx, settings } = line
  const verified = verification(request, settings.verifyToken ?? null)
  if (verified) return verified
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } }
  const secrets = await signingSecrets(line)
  if (!secrets.some((secret) => isSigned(request, secret))) return { status: 401 }
  const body = parse(request.body)
  if (body === undefined) return { status: 400 }
  const own = await ownIds(line)
  if (own.size === 0) {
    ctx.log.warn('a webhook came before the channel knew its account')
    return { status: 503 }
  }
  await accept(line, profiles, own, body)
  return { status: 200 }
}

/** What the token proved to be ours; before that, what the settings name. */
async function ownIds(line: Line): Promise<ReadonlySet<string>> {
  const account = await line.account()
  const proven = new Set(account ? [account.id, ...account.also] : [])
  const { accountId } = line.settings
  return accountId === undefined || proven.has(accountId) ? proven : new Set([accountId])
}
