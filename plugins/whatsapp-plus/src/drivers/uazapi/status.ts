import { record } from '@recado/loose-json'
import { flagOf, inner, nameText, textOf } from '../../receive/fields.ts'
import type { Status } from '../driver.ts'

/** `{instance: {status, qrcode, paircode, owner, profileName, …}, status: {connected, loggedIn, jid}}`. */
export function statusOf(answer: unknown): Status {
  const body = record(answer)
  const instance = inner(body, 'instance')
  const session = inner(body, 'status')
  const told = textOf(instance, 'status')
  const isUp =
    told === undefined
      ? flagOf(session, 'connected') && flagOf(session, 'loggedIn')
      : told.toLowerCase() === 'connected'
  const reason = textOf(instance, 'lastDisconnectReason')
  if (isUp) return { state: 'connected', ...accountOf(body) }
  const qr = textOf(instance, 'qrcode')
  const code = textOf(instance, 'paircode')
  if (qr || code || told === 'connecting') {
    return { state: 'connecting', ...(qr ? { qr } : {}), ...(code ? { code } : {}) }
  }
  return {
    state: 'disconnected',
    ...(reason ? { reason, isLoggedOut: /^\s*401|logged ?out/i.test(reason) } : {}),
  }
}

function accountOf(body: Record<string, unknown>): Pick<Status, 'account'> {
  const instance = inner(body, 'instance')
  const jid = inner(body, 'status').jid
  const user = typeof jid === 'string' ? jid.split(/[:@]/, 1)[0] : textOf(record(jid), 'user')
  const number = user ?? textOf(instance, 'owner')?.split(/[:@]/, 1)[0]
  const id = number ?? textOf(instance, 'id', 'name')
  if (!id) return {}
  const name = nameText(textOf(instance, 'profileName'))
  return { account: { id, ...(name ? { name } : {}), ...(number ? { number: `+${number}` } : {}) } }
}
