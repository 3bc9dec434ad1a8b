import { createHmac } from 'node:crypto'
import { record } from '@recado/loose-json'
import { type ChannelContext, PluginError } from '@recado/sdk'
import { createGateway, type Gateway } from '../gateway/client.ts'
import { textOf } from '../receive/fields.ts'
import type { Timing } from '../timing.ts'
import type { Driver, DriverSetup, Vendor } from './driver.ts'
import { createEvolutionInstance } from './evolution/create.ts'
import { createEvolution } from './evolution/driver.ts'
import { createUazapiInstance } from './uazapi/create.ts'
import { createUazapi } from './uazapi/driver.ts'
import { createWuzapiUser } from './wuzapi/create.ts'
import { createWuzapi } from './wuzapi/driver.ts'

export interface Access {
  gateway: Vendor
  serverUrl: string
  /** Only Evolution names its instances in the address. */
  instanceName: string
  token: string | null
  adminToken: string | null
}

const CREATED = 'created'
/** How long a link to a file is good: the gateway fetches it at once. */
const LINK_SECONDS = 3600

const DRIVERS: Record<Vendor, (setup: DriverSetup) => Driver> = {
  uazapi: createUazapi,
  wuzapi: createWuzapi,
  evolution: createEvolution,
}

const headersOf = (vendor: Vendor, key: string, isAdmin = false): Record<string, string> => {
  if (vendor === 'evolution') return { apikey: key }
  if (vendor === 'uazapi') return isAdmin ? { admintoken: key } : { token: key }
  return isAdmin ? { authorization: key } : { token: key }
}

/**
 * The driver for an access. With `mayCreate` an instance is made where only the administrator's token is given; its own
 * token is kept, sealed. Throws `MISCONFIGURED` when there is no way in.
 */
export async function openDriver(
  ctx: ChannelContext,
  access: Access,
  setup: Pick<DriverSetup, 'settings' | 'timing'>,
  create?: { signal: AbortSignal },
): Promise<Driver> {
  const token =
    access.token ??
    (await keptToken(ctx, access)) ??
    (create ? await made(ctx, access, setup.timing, create.signal) : null)
  if (!token) throw new PluginError('MISCONFIGURED', { field: 'token', detail: ctx.t('error.noToken') })
  return DRIVERS[access.gateway]({
    ...setup,
    token,
    gateway: gatewayOf(ctx, access, token),
    instanceName: access.instanceName,
    store: ctx.store,
    media: mediaOf(ctx),
    now: () => ctx.clock.now(),
    t: (key, params) => ctx.t(key, params),
  })
}

const gatewayOf = (ctx: ChannelContext, access: Access, key: string, isAdmin = false): Gateway =>
  createGateway({
    http: ctx.http,
    serverUrl: access.serverUrl,
    headers: headersOf(access.gateway, key, isAdmin),
    secrets: [key, access.token, access.adminToken].filter((secret): secret is string => Boolean(secret)),
    t: (text) => ctx.t(text),
  })

function mediaOf({ media, t }: ChannelContext): DriverSetup['media'] {
  return {
    url: (id) => media.url(id, LINK_SECONDS),
    open: async (id, signal) => (await media.open(id, signal)) as ReadableStream<Uint8Array>,
    async info(id) {
      const info = await media.info(id)
      if (!info) throw new PluginError('MEDIA_REJECTED', { detail: t('error.fileGone') })
      return info
    },
  }
}

/** What was made belongs to one server; after a change of the settings it counts no more. */
const placeOf = ({ gateway, serverUrl, instanceName }: Access) => `${gateway} ${serverUrl} ${instanceName}`

async function keptToken(ctx: ChannelContext, access: Access): Promise<string | null> {
  const kept = record((await ctx.store.get(CREATED))?.value)
  return kept.place === placeOf(access) ? (textOf(kept, 'token') ?? null) : null
}

async function made(ctx: ChannelContext, access: Access, timing: Timing, signal: AbortSignal): Promise<string | null> {
  const { adminToken } = access
  if (!adminToken) return null
  const gateway = gatewayOf(ctx, access, adminToken, true)
  const name =
    access.gateway === 'evolution' ? access.instanceName : `recado-${(await derived(ctx, 'name')).slice(0, 12)}`
  const creation = { name, token: await derived(ctx, 'token'), signal, timeoutMs: timing.callMs }
  const { token } = await {
    uazapi: () => createUazapiInstance(gateway, creation),
    wuzapi: () => createWuzapiUser(gateway, creation),
    evolution: () => createEvolutionInstance(gateway, creation, adminToken),
  }[access.gateway]()
  if (!token) throw new PluginError('REJECTED', { detail: ctx.t('error.notCreated') })
  await ctx.store.set(CREATED, { place: placeOf(access), token }, { sealed: true })
  return token
}

/** Nobody can guess it, and it outlives the store: an instance is paid for, and is not to be made twice. */
async function derived({ secrets, t }: ChannelContext, what: string): Promise<string> {
  const secret = await secrets.get('webhookSecret')
  if (!secret) throw new PluginError('MISCONFIGURED', { field: 'webhookSecret', detail: t('error.noWebhookSecret') })
  return createHmac('sha256', secret).update(`instance ${what}`).digest('hex')
}
