import { contracts } from '../src/contracts.ts'
import type { RouteSpec } from '../src/platform/http/contract.ts'
import type { RichIds } from './rich-company.ts'

export interface Route {
  /** `tickets.update`. */
  name: string
  spec: RouteSpec
}

/** Every route of the product. */
export const routes: Route[] = contracts.flatMap((contract) =>
  Object.entries(contract.routes as Record<string, RouteSpec>).map(([name, spec]) => ({
    name: `${contract.name}.${name}`,
    spec,
  })),
)

/** What the parameters in a path stand for. */
const PATHS: [RegExp, keyof RichIds][] = [
  [/^\/auth\/sessions\/\{/, 'session'],
  [/^\/(admin\/)?users\/\{/, 'user'],
  [/^\/admin\/(empresa|(status\/)?tenant|tenantsMonth|plans)\/\{/, 'tenant'],
  [/^\/tickets\/tasks\/\{/, 'ticketTask'],
  [/^\/ticket-views\/\{/, 'ticketView'],
  [/^\/messages\/pdf\/\{/, 'ticket'],
  [/^\/(tickets\/\{|messages\/((window|members)\/)?\{ticketId)/, 'ticket'],
  [/^\/drafts\/\{/, 'ticket'],
  [/^\/messages\/sync\/\{/, 'commentTicket'],
  [/^\/hub-message\/comentary\/\{/, 'comment'],
  [/^\/messages\/.*\{messageId\}/, 'message'],
  [/^\/media\/\{/, 'media'],
  [/^\/chat-interno\/groups\/\{/, 'chatGroup'],
  [/^\/chat-interno\/messages\/\{/, 'chatMessage'],
  [/^\/contacts\/merges\/\{/, 'merge'],
  [/^\/contacts\/(tasks|imports)\/\{/, 'contactTask'],
  [/^\/(contacts|contact-tags|contact-wallet)\/\{/, 'contact'],
  [/^\/whatsapp\/\{id\}\/templates/, 'officialChannel'],
  [/^\/(whatsapp|whatsappsession)\/\{/, 'channel'],
  [/^\/queue\/\{/, 'queue'],
  [/^\/tags\/\{/, 'tag'],
  [/^\/tasks\/\{/, 'task'],
  [/^\/notifications\/\{/, 'notification'],
  [/^\/hours\/channels\/\{/, 'channel'],
  [/^\/hours\/queues\/\{/, 'queue'],
  [/^\/holidays\/\{/, 'holiday'],
  [/^\/closing-reasons\/\{/, 'reason'],
  [/^\/teams\/\{/, 'team'],
  [/^\/notes\/\{/, 'note'],
  [/^\/fastreply\/\{/, 'quickMessage'],
  [/^\/farewell\/\{/, 'farewell'],
  [/^\/schedule\/\{/, 'schedule'],
]
/** Parameters that belong to no company. */
const FIXED: Record<string, string> = {
  '/settings/{key}': '/settings/userCreation',
  '/channel-actions/{type}/{action}': '/channel-actions/fake/testConnection',
  '/plugins/{id}': '/plugins/fake',
  '/admin/plugins/{id}/app': '/admin/plugins/whatsapp-cloud/app',
  '/channel-types/{type}/guide': '/channel-types/whatsapp-cloud/guide',
  '/files/{token}': '/files/none',
}

/** The kind of object that a route is about; null when it is about none in particular. */
export function kindOf({ path }: RouteSpec): keyof RichIds | null {
  if (!path.includes('{') || path in FIXED) return null
  const known = PATHS.find(([pattern]) => pattern.test(path))
  if (!known) throw new Error(`say in core/test/routes.ts what the parameter of ${path} is`)
  return known[1]
}

/** The path with an object of these ids in it. */
export function pathFor(spec: RouteSpec, ids: RichIds): string {
  const kind = kindOf(spec)
  if (kind === null) return FIXED[spec.path] ?? spec.path
  return spec.path
    .replace(/\{\w+\}/, String(ids[kind]))
    .replace('{deliveryId}', ids.webhookDelivery)
    .replace('{templateId}', String(ids.template))
    .replace('{part}', '1')
}

export interface Asked {
  status: number
  text: string
  /** Of a JSON answer. */
  body: { error?: string; message?: string } & Record<string, unknown>
  headers: Headers
}

/** Without any help in between: what goes out is what is told. */
export async function ask(
  url: string,
  method: string,
  path: string,
  options: { token?: string; json?: unknown; body?: string | FormData; headers?: Record<string, string> } = {},
): Promise<Asked> {
  const { token, json, headers = {} } = options
  const body = json === undefined ? options.body : JSON.stringify(json)
  const answer = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined || method === 'GET' ? {} : { body }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: answer.status, text, body: isJson && text ? JSON.parse(text) : {}, headers: answer.headers }
}
