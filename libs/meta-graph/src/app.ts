import { list, parse, record, records, text } from '@recado/loose-json'
import { type AppCredentials, type AppRoute, type HookRequest, secretField, textField } from '@recado/sdk'
import { Type } from 'typebox'
import { isSigned, verification } from './hook.ts'

/**
 * The operator's own app at Meta, for tenants who bring none. Plugins that use it carry the texts `app.id`,
 * `app.id.help`, `app.secret`, `app.secret.help`, `app.verifyToken` and `app.verifyToken.help`.
 */
export const META_APP = {
  settings: Type.Object({
    appId: Type.Optional(textField({ label: 'app.id', help: 'app.id.help', maxLength: 64 })),
    appSecret: Type.Optional(secretField({ label: 'app.secret', help: 'app.secret.help' })),
    verifyToken: Type.Optional(secretField({ label: 'app.verifyToken', help: 'app.verifyToken.help' })),
  }),
  settingsVersion: 1,
}

/**
 * Routes a request of the app that all tenants share: answers Meta's verification, refuses what the app's secret has
 * not signed, and names every account that the entries speak of.
 */
export async function routeMetaApp(request: HookRequest, app: AppCredentials): Promise<AppRoute> {
  const verified = verification(request, await app.secrets.get('verifyToken'))
  if (verified) return { reply: verified }
  const secret = await app.secrets.get('appSecret')
  if (!secret || !isSigned(request, secret)) return { reply: { status: 403 } }
  return { accounts: accountsIn(parse(request.body)) }
}

/** Pages, professional accounts, business accounts and phone numbers that a webhook's entries name. */
export function accountsIn(body: unknown): string[] {
  const found = records(record(body).entry).flatMap((entry) => [
    text(entry.id),
    ...records(entry.changes).map(({ value }) => text(record(record(value).metadata).phone_number_id)),
    ...list(entry.messaging).flatMap((item) => [
      text(record(record(item).recipient).id),
      text(record(record(item).sender).id),
    ]),
  ])
  return [...new Set(found.filter((id): id is string => id !== undefined))]
}

/** The app whose secret signs a channel's own hook: the channel's where it has one, else the operator's. */
export async function appSecretOf(
  channel: { get(field: string): Promise<string | null> },
  app: AppCredentials,
): Promise<string | null> {
  return (await channel.get('appSecret')) ?? (await app.secrets.get('appSecret'))
}
