import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InboundEvent } from '@recado/sdk'
import { closedAddress } from '@recado/sdk/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aText, codeOf, connected } from './harness.ts'
import { type FakeProvider, startFakeProvider } from './stand-in.ts'

let provider: FakeProvider
beforeEach(async () => {
  provider = await startFakeProvider()
})
afterEach(() => provider.close())

const withProvider = () => connected({ settings: { provider: true }, endpoints: { provider: provider.url } })

describe('the fake channel with its provider', () => {
  it('sends in order, with our ids, and registers its hook', async () => {
    const { instance, signal } = await withProvider()
    const [first, second] = [aText('1'), aText('2')]
    expect(await instance.send(first, signal)).toEqual({ externalId: 'ext-1' })
    expect(await instance.send(second, signal)).toEqual({ externalId: 'ext-2' })
    expect(provider.taken.items.map(({ n, id }) => [n, id])).toEqual([
      [1, first.id],
      [2, second.id],
    ])
    expect(provider.hooks.items).toEqual(['https://recado.invalid/hooks/instance-1'])
  })

  it('a dropped reply is ambiguous, and the provider has the message', async () => {
    const { instance, signal } = await withProvider()
    provider.set({ mode: 'drop-reply' })
    const message = aText()
    expect(await codeOf(instance.send(message, signal))).toBe('AMBIGUOUS')
    provider.set({ mode: 'up' })
    expect(await instance.send({ ...message, attempt: 2 }, signal)).toEqual({ externalId: 'ext-1' })
    expect(provider.taken.items.map(({ repeated }) => repeated)).toEqual([false, true])
  })

  it('makes a second message of a repeat when it does not absorb repeats', async () => {
    const { instance, signal } = await withProvider()
    provider.absorbRepeats(false)
    const message = aText()
    await instance.send(message, signal)
    expect(await instance.send(message, signal)).toEqual({ externalId: 'ext-2' })
  })

  it.each([
    [503, 'TEMPORARY'],
    [429, 'RATE_LIMITED'],
    [404, 'RECIPIENT_INVALID'],
    [401, 'AUTH_EXPIRED'],
    [400, 'REJECTED'],
  ])('a refusal with %i is %s', async (status, code) => {
    const { instance, signal } = await withProvider()
    provider.set({ mode: 'refuse', status })
    expect(await codeOf(instance.send(aText(), signal))).toBe(code)
    expect(provider.taken.items).toEqual([])
  })

  it('a provider that is down is a temporary failure', async () => {
    const { instance, signal } = await withProvider()
    provider.set({ mode: 'down' })
    expect(await codeOf(instance.send(aText(), signal))).toBe('TEMPORARY')
  })

  it('a provider that cannot be reached is a temporary failure', async () => {
    const endpoints = { provider: await closedAddress() }
    expect(await codeOf(connected({ settings: { provider: true }, endpoints }))).toBe('TEMPORARY')
  })
})

describe('redelivery', () => {
  it('repeats until the hook is acknowledged', async () => {
    const bodies: string[] = []
    const receiver = createServer(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString())
      response.writeHead(bodies.length < 3 ? 503 : 200).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/key`
    const event: InboundEvent = { kind: 'receipt', status: 'read', externalIds: ['a'], at: 1 }
    expect(await provider.deliver(url, [event], { pauseMs: 1 })).toBe(3)
    expect(new Set(bodies)).toEqual(new Set([JSON.stringify({ events: [event] })]))
    await new Promise((resolve) => receiver.close(resolve))
  })

  it('ends when the provider is closed', async () => {
    const nowhere = 'http://127.0.0.1:1/hooks/key'
    const running = codeOf(provider.deliver(nowhere, [], { pauseMs: 1 }))
    await provider.close()
    expect(await running).toBe('AbortError')
  })
})
