import { createHmac } from 'node:crypto'
import type { ChannelContext } from '../context.ts'
import type { ChannelDefinition, ChannelInstance } from '../contributions/index.ts'
import plugin from '../generator/templates/channel/src/index.ts'
import { startProvider, TOKEN } from '../generator/templates/channel/test/stand-in.ts'
import type { Plugin } from '../plugin.ts'
import { withContribution, withInstance } from './broken.fixture.ts'
import { bytesOf } from './context/hooks.ts'
import { channelChecks } from './suites/channel.ts'

export const provider = await startProvider()

const hookSecret = 'sample-hook-secret'
const body = { type: 'message', id: 'in-1', from: '5511999990000', text: 'Olá', at: 1 }
const signature = createHmac('sha256', hookSecret).update(bytesOf(body)).digest('hex')
const hook = { name: 'a message', body, headers: { 'x-signature': `sha256=${signature}` } }

export const checks = (changed: Plugin) =>
  channelChecks({
    manifest: new URL('../generator/templates/channel/package.json', import.meta.url),
    plugin: changed,
    type: 'sample-channel',
    secrets: { token: TOKEN, hookSecret },
    endpoints: { api: provider.url },
    address: '5511999990000',
    samples: { hooks: [hook], forged: [{ name: 'a forgery', body }] },
  })

export type Instance = Partial<{ [K in keyof ChannelInstance]: ChannelInstance[K] | undefined }>
export const instance = (change: (good: ChannelInstance, ctx: ChannelContext) => Instance) =>
  withInstance<ChannelContext, ChannelInstance>(plugin, (good, ctx) => change(good, ctx))
export const definition = (change: (good: ChannelDefinition) => Partial<ChannelDefinition>) =>
  withContribution<ChannelDefinition>(plugin, change)
export const features = (more: Partial<ChannelDefinition['features']>) =>
  definition((good) => ({ features: { ...good.features, ...more } }))
export const push = (ctx: ChannelContext, externalId: string, more: object = {}) =>
  ctx.inbound.push([
    {
      kind: 'message',
      externalId,
      direction: 'in',
      chat: { addresses: [{ kind: 'phone', value: '5511999990000' }] },
      content: { type: 'text', text: 'Olá' },
      at: 1,
      ...more,
    },
  ])

export const nothing = async () => undefined
export const taken = () => ({})
export const after = <T>(_effect: unknown, value: T): T => value
export { plugin, TOKEN }
