import { createTestBus } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { aText, codeOf, connected, TO } from './harness.ts'

const at = 1_768_478_400_000
const receipt = (status: string, id: string) => ({ kind: 'receipt', status, externalIds: [id], at })

describe('the control of the fake channel', () => {
  it('fails the next sends with the code, then recovers', async () => {
    const { control, instance, signal, sent } = await connected()
    await control({ failNext: { code: 'RATE_LIMITED', count: 2, retryAfterMs: 70 } })
    await expect(instance.send(aText(), signal)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 70 })
    expect(await codeOf(instance.send(aText(), signal))).toBe('RATE_LIMITED')
    expect(await codeOf(instance.send(aText(), signal))).toBeNull()
    expect(await sent()).toHaveLength(1)
  })

  it('fails always until reset', async () => {
    const { control, instance, signal } = await connected()
    await control({ failAlways: 'WINDOW_CLOSED' })
    expect(await codeOf(instance.send(aText(), signal))).toBe('WINDOW_CLOSED')
    expect(await codeOf(instance.send(aText(), signal))).toBe('WINDOW_CLOSED')
    await control({ reset: true })
    expect(await codeOf(instance.send(aText(), signal))).toBeNull()
  })

  it('throws what is no PluginError', async () => {
    const { control, instance, signal } = await connected()
    await control({ throwNext: true })
    expect(await codeOf(instance.send(aText(), signal))).toBe('TypeError')
    expect(await codeOf(instance.send(aText(), signal))).toBeNull()
  })

  it('hangs one send whatever its signal says, and only that one', async () => {
    const { control, instance, sent } = await connected()
    await control({ hangNext: true })
    let settled = false
    const hanging = instance.send(aText('hangs'), AbortSignal.abort())
    void hanging.finally(() => {
      settled = true
    })
    await instance.send(aText('passes'), new AbortController().signal)
    expect(settled).toBe(false)
    expect((await sent()).map(({ content }) => content)).toEqual([{ type: 'text', text: 'passes' }])
  })

  it('a slow send can be aborted', async () => {
    const { control, instance, sent } = await connected()
    await control({ slowMs: 600_000 })
    const abort = new AbortController()
    const slow = codeOf(instance.send(aText(), abort.signal))
    abort.abort()
    expect(await slow).toBe('AbortError')
    expect(await sent()).toEqual([])
  })

  it('loses its connection and finds it again', async () => {
    const { control, instance, signal, reports } = await connected()
    await control({ disconnect: true })
    expect(await codeOf(instance.send(aText(), signal))).toBe('NOT_CONNECTED')
    await control({ disconnect: false })
    expect(await codeOf(instance.send(aText(), signal))).toBeNull()
    expect(reports.items.map(({ state }) => state)).toEqual(['connected', 'lost', 'connected'])
  })

  it('hands inbound events over twice or backwards', async () => {
    const { control, call, inbound } = await connected()
    const events = [receipt('delivered', 'a'), receipt('read', 'a')]
    await control({ duplicate: true, reorder: true })
    await call('POST', '/', { events })
    expect(inbound.items.map((event) => event.kind === 'receipt' && event.status)).toEqual([
      'read',
      'delivered',
      'read',
      'delivered',
    ])
  })

  it('reports receipts as far as it is told', async () => {
    const { control, instance, signal, inbound } = await connected({
      settings: { provider: false, receipts: 'delivered' },
    })
    const first = await instance.send(aText(), signal)
    await inbound.waitForCount(1)
    await control({ receipts: 'read' })
    const second = await instance.send(aText(), signal)
    await inbound.waitForCount(3)
    expect(inbound.items).toMatchObject([
      { status: 'delivered', externalIds: [first.externalId] },
      { status: 'delivered', externalIds: [second.externalId] },
      { status: 'read', externalIds: [second.externalId] },
    ])
  })

  it('leaves a rejected promise behind', async () => {
    const { control, instance, signal } = await connected()
    await control({ leakPromises: true })
    const others = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[]
    process.removeAllListeners('unhandledRejection')
    const left = new Promise((resolve) => process.once('unhandledRejection', resolve))
    await instance.send(aText(), signal)
    const reason = await left
    for (const listener of others) process.on('unhandledRejection', listener)
    expect(reason).toMatchObject({ message: 'left behind by the fake channel' })
  })

  it('reaches the other instances of the channel over the bus', async () => {
    const bus = createTestBus()
    const [one, other] = [await connected({ bus }), await connected({ bus })]
    await one.control({ failAlways: 'AUTH_EXPIRED' })
    expect(await codeOf(other.instance.send(aText(), other.signal))).toBe('AUTH_EXPIRED')
  })

  it('refuses what it does not know', async () => {
    const { control, call } = await connected()
    expect(await control({ explode: true })).toMatchObject({ status: 400 })
    expect(await control({ failAlways: 'NO_SUCH_CODE' })).toMatchObject({ status: 400 })
    expect(await call('GET', '/control')).toMatchObject({ json: { failAlways: null } })
  })
})

describe('what was sent through the fake channel', () => {
  it('is listed from a number on, verbs included', async () => {
    const { instance, signal, sent } = await connected()
    const message = aText()
    const { externalId } = await instance.send(message, signal)
    const target = { id: message.id, externalId, chat: TO, fromMe: true }
    await instance.edit?.(target, { type: 'text', text: 'Oi' }, signal)
    await instance.react?.(target, '👍', signal)
    await instance.remove?.(target, signal)
    expect((await sent()).map(({ n, verb }) => [n, verb])).toEqual([
      [1, 'send'],
      [2, 'edit'],
      [3, 'react'],
      [4, 'remove'],
    ])
    expect((await sent(2)).map(({ verb }) => verb)).toEqual(['react', 'remove'])
    expect((await sent(1, 1)).map(({ verb }) => verb)).toEqual(['edit'])
  })

  it('keeps the last 20 000 entries', async () => {
    const { instance, signal, sent } = await connected()
    for (let count = 0; count < 20_005; count += 1) await instance.typing?.(TO, true, signal)
    expect((await sent(0, 1)).map(({ n }) => n)).toEqual([6])
    expect((await sent(20_004)).map(({ n }) => n)).toEqual([20_005])
  })
})

describe('events to the fake channel', () => {
  it('are refused whole when one of them is wrong', async () => {
    const { call, inbound } = await connected()
    const events = [receipt('read', 'a'), { kind: 'receipt', status: 'nonsense', at }]
    expect(await call('POST', '/', { events })).toMatchObject({ status: 400, json: { index: 1 } })
    expect(inbound.items).toEqual([])
  })

  it('are not acknowledged when they were not accepted', async () => {
    const { call, acceptWith } = await connected()
    acceptWith(() => Promise.reject(new Error('the database is away')))
    await expect(call('POST', '/', { events: [receipt('read', 'a')] })).rejects.toThrow('the database is away')
  })
})
