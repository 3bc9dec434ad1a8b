import { type ChannelInstance, PluginError } from '@recado/sdk'
import { type ChannelContextOptions, createChannelContext, hookRequest, outboundMessage } from '@recado/sdk/testing'
import plugin from '../src/index.ts'
import type { SentEntry } from '../src/sent.ts'

export const TO = { kind: 'phone', value: '5511999990000' }
export const aText = (text = 'Olá') => outboundMessage(TO, { type: 'text', text })

/** A connected instance of the fake channel and short ways to use it. */
export async function connected(options: ChannelContextOptions & { type?: string } = {}) {
  const { type = 'fake', ...contextOptions } = options
  const definition = plugin.contributions.find((contribution) => contribution.type === type)
  if (definition?.kind !== 'channel') throw new Error(`no channel ${type}`)
  const test = createChannelContext({ settings: { provider: false, receipts: 'none' }, ...contextOptions })
  const instance = definition.open(test.ctx)
  await instance.connect(test.ctx.signal)
  return { ...test, instance, signal: test.ctx.signal, ...shortcuts(instance) }
}

function shortcuts(instance: ChannelInstance) {
  const call = async (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
    (await instance.receiveHook?.(hookRequest({ method, path, body, query }))) ?? { status: 404 }
  return {
    call,
    control: (change: object) => call('POST', '/control', change),
    async sent(after = 0, limit = 1000): Promise<SentEntry[]> {
      const { json } = await call('GET', '/sent', undefined, { after: String(after), limit: String(limit) })
      return (json as { sent: SentEntry[] }).sent
    },
  }
}

/** The code with which a call fails; its error's name when it is none of ours, null when it succeeds. */
export async function codeOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call
    return null
  } catch (error) {
    return error instanceof PluginError ? error.code : (error as Error).name
  }
}
