import { PluginError } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { AppError } from '../platform/errors/app-error.ts'
import { createBreaker } from './breaker.ts'
import { CLASS_RULES } from './call-class.ts'
import { CallError, toAppError } from './call-error.ts'
import type { Defect } from './defects.ts'
import { type Callee, createInvoker, type InvokerLimits } from './invoker.ts'
import { createHostMetrics } from './metrics.ts'
import { currentPlugin } from './plugin-scope.ts'
import type { CallClass } from './types.ts'

const SHORT = { limitMs: 40, waitMs: 200 }
const rules = Object.fromEntries(
  Object.entries(CLASS_RULES).map(([name, rule]) => [name, { ...rule, ...SHORT }]),
) as typeof CLASS_RULES

function setup(limits?: InvokerLimits) {
  const defects: Defect[] = []
  let now = 1_000_000
  const clock = { now: () => now }
  const invoker = createInvoker({
    defects: { record: (defect) => void defects.push(defect), count: () => defects.length },
    metrics: createHostMetrics(),
    rules,
    ...(limits ? { limits } : {}),
  })
  const closing = new AbortController()
  const callee = (tenantId = 1, instance = 'channel:1'): Callee => ({
    pluginId: 'sample',
    tenantId,
    instance,
    breaker: createBreaker(clock),
    signal: closing.signal,
  })
  const advance = (ms: number) => {
    now += ms
  }
  return { invoker, defects, callee, closing, advance }
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ value }),
    (error: CallError) => ({ code: error.code, why: error.why }),
  )
const never = () => new Promise<never>(() => undefined)

describe('a call', () => {
  it('answers, inside the plugin’s scope', async () => {
    const { invoker, callee } = setup()
    const seen = await invoker.call(callee(), { name: 'x', callClass: 'lookup', run: () => currentPlugin() })
    expect(seen).toEqual({ pluginId: 'sample', instance: 'channel:1' })
  })

  it.each<[CallClass, string]>([
    ['send', 'AMBIGUOUS'],
    ['lookup', 'TEMPORARY'],
  ])('of class %s that throws nonsense is a defect', async (callClass, code) => {
    const { invoker, callee, defects } = setup()
    const run = () => {
      throw new TypeError('oops')
    }
    expect(await outcome(invoker.call(callee(), { name: 'm', callClass, run }))).toEqual({ code, why: 'defect' })
    expect(defects).toMatchObject([{ pluginId: 'sample', instance: 'channel:1', where: 'm' }])
  })

  it('that hangs is given up, its signal fires, and it counts as a defect', async () => {
    const { invoker, callee, defects } = setup()
    let signal: AbortSignal | undefined
    const run = (given: AbortSignal) => {
      signal = given
      return never()
    }
    expect(await outcome(invoker.call(callee(), { name: 'send', callClass: 'send', run }))).toEqual({
      code: 'AMBIGUOUS',
      why: 'late',
    })
    expect(signal?.aborted).toBe(true)
    expect(defects).toHaveLength(1)
  })

  it('ends its signal with its answer, unless a stream is still to be read', async () => {
    const { invoker, callee, closing } = setup()
    const given = new Map<CallClass, AbortSignal>()
    for (const callClass of ['lookup', 'media'] as const)
      await invoker.call(callee(), { name: 'x', callClass, run: (signal) => void given.set(callClass, signal) })
    expect([given.get('lookup')?.aborted, given.get('media')?.aborted]).toEqual([true, false])
    closing.abort()
    expect(given.get('media')?.aborted).toBe(true)
  })

  it('that the plugin refuses keeps code, detail and field, and is no defect', async () => {
    const { invoker, callee, defects } = setup()
    const run = () => Promise.reject(new PluginError('MISCONFIGURED', { field: 'token', detail: 'bad token' }))
    const error = await invoker.call(callee(), { name: 'm', callClass: 'send', run }).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'MISCONFIGURED', field: 'token', detail: 'bad token', why: 'told' })
    expect(toAppError(error)).toMatchObject({ code: 'ERR_CHANNEL_SETTINGS_INVALID', params: { field: 'token' } })
    expect(defects).toEqual([])
  })

  it('ends when the instance is closed, and none begins after that', async () => {
    const { invoker, callee, closing, defects } = setup()
    const running = outcome(invoker.call(callee(), { name: 'm', callClass: 'lookup', run: never }))
    closing.abort()
    expect(await running).toEqual({ code: 'TEMPORARY', why: 'closed' })
    expect(await outcome(invoker.call(callee(), { name: 'm', callClass: 'lookup', run: () => 1 }))).toEqual({
      code: 'NOT_CONNECTED',
      why: 'closed',
    })
    expect(await outcome(invoker.call(callee(), { name: 'close', callClass: 'close', run: () => 1 }))).toEqual({
      value: 1,
    })
    expect(defects).toEqual([])
  })
})

describe('caps', () => {
  it('one company waits for itself and takes no room from another', async () => {
    const { invoker, callee } = setup({ perPlugin: { inside: 3, waiting: 10 }, perTenant: { inside: 2, waiting: 1 } })
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = gates.map(({ promise }) =>
      invoker.call(callee(1), { name: 'm', callClass: 'sync', run: () => promise }).catch(() => undefined),
    )
    const waiting = invoker.call(callee(1), { name: 'm', callClass: 'lookup', run: () => 'third' })
    const refused = await outcome(invoker.call(callee(1), { name: 'm', callClass: 'lookup', run: () => 'fourth' }))
    expect(refused).toEqual({ code: 'TEMPORARY', why: 'busy' })
    expect(await invoker.call(callee(2), { name: 'm', callClass: 'lookup', run: () => 'other' })).toBe('other')
    for (const { resolve } of gates) resolve()
    expect(await waiting).toBe('third')
    await Promise.all(slow)
  })
})

describe('the breaker', () => {
  it('opens after five failures in a row, lets one probe through, and closes on success', async () => {
    const { invoker, callee, advance } = setup()
    const target = callee()
    const down = () => Promise.reject(new PluginError('TEMPORARY'))
    const call = (run: () => unknown) => outcome(invoker.call(target, { name: 'send', callClass: 'send', run }))
    for (let i = 0; i < 5; i += 1) expect(await call(down)).toEqual({ code: 'TEMPORARY', why: 'told' })
    expect(target.breaker.state).toBe('open')
    expect(await call(() => 1)).toEqual({ code: 'TEMPORARY', why: 'paused' })
    advance(30_000)
    expect(target.breaker.state).toBe('half-open')
    const probe = Promise.withResolvers<number>()
    const probing = call(() => probe.promise)
    expect(await call(() => 1)).toEqual({ code: 'TEMPORARY', why: 'paused' })
    probe.resolve(7)
    expect(await probing).toEqual({ value: 7 })
    expect(target.breaker.state).toBe('closed')
  })

  it('opens again when the probe fails, and refusals of a message do not count', async () => {
    const { invoker, callee, advance } = setup()
    const target = callee()
    const call = (code: 'TEMPORARY' | 'RECIPIENT_INVALID') =>
      outcome(
        invoker.call(target, { name: 'send', callClass: 'send', run: () => Promise.reject(new PluginError(code)) }),
      )
    for (let i = 0; i < 20; i += 1) await call('RECIPIENT_INVALID')
    expect(target.breaker.state).toBe('closed')
    for (let i = 0; i < 5; i += 1) await call('TEMPORARY')
    advance(30_000)
    await call('TEMPORARY')
    expect(target.breaker.state).toBe('open')
  })

  it('leaves hooks alone: strangers cannot stop what we send', async () => {
    const { invoker, callee } = setup()
    const target = callee()
    for (let i = 0; i < 10; i += 1)
      await outcome(
        invoker.call(target, { name: 'hook', callClass: 'hook', run: () => Promise.reject(new Error('x')) }),
      )
    expect(target.breaker.state).toBe('closed')
  })
})

it('what is no refusal of a plugin is no plugin’s fault', () => {
  const other = new AppError('ERR_NO_TICKET_FOUND')
  expect(toAppError(other)).toBe(other)
  expect(toAppError(new CallError('AMBIGUOUS', 'defect'))).toMatchObject({ code: 'ERR_PLUGIN_FAILED' })
})
