import { describe, expect, it } from 'vitest'
import { closedAddress, startSilentServer, watchNetwork } from './context/network.ts'
import { createRecorder } from './context/recorder.ts'
import { startStandIn } from './context/stand-in.ts'
import { createTestContext } from './context/test-context.ts'
import { inRange } from './semver.ts'
import { registerChecks } from './test-api.ts'

describe('registering checks', () => {
  it('makes one test per check, and one with problems fails', async () => {
    const bodies = new Map<string, () => Promise<void>>()
    const api = {
      describe: (_: string, body: () => void) => body(),
      it: (name: string, body: () => Promise<void>) => bodies.set(name, body),
      expect,
    }
    registerChecks(api, 'a suite', [
      { name: 'good', run: () => [] },
      { name: 'bad', run: () => ['this is wrong'] },
    ])
    await bodies.get('good')?.()
    await expect(bodies.get('bad')?.()).rejects.toThrow()
  })
})

describe('ranges', () => {
  it.each([
    ['1.2.3', '^1.2.3', true],
    ['1.9.0', '^1.2.3', true],
    ['1.2.2', '^1.2.3', false],
    ['2.0.0', '^1.2.3', false],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
    ['1.2.3', '>=1.0.0', null],
    ['0.2.0', '^0.1.0', null],
    ['1.2.3', '*', null],
  ])('%s in %s: %s', (version, range, fits) => {
    expect(inRange(version, range)).toBe(fits)
  })
})

describe('a recorder', () => {
  it('finds what was, waits for what comes and tells what it had when nothing comes', async () => {
    const numbers = createRecorder<number>('a number')
    numbers.add(1)
    expect(await numbers.waitFor((n) => n === 1)).toBe(1)
    const coming = numbers.waitFor((n) => n === 2)
    numbers.add(2)
    expect(await coming).toBe(2)
    await expect(numbers.waitFor((n) => n === 3, 1)).rejects.toThrow('waited 1 ms for a number; there are [ 1, 2 ]')
  })
})

describe('ctx.http of a test', () => {
  it('reaches declared endpoints and listed origins, and nothing else', async () => {
    const standIn = await startStandIn(({ path, query }) => ({ json: { path, query } }))
    const { ctx, requests } = createTestContext({ endpoints: { api: `${standIn.url}/base/` }, egress: [standIn.url] })
    const answer = await ctx.http.request('api:/me', { query: { a: 1, b: undefined } })
    expect(await answer.json()).toEqual({ path: '/base/me', query: { a: '1' } })
    expect((await ctx.http.request(`${standIn.url}/typed`)).status).toBe(200)
    await expect(ctx.http.request('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'MISCONFIGURED' })
    await expect(ctx.http.request('other:/me')).rejects.toMatchObject({ code: 'MISCONFIGURED' })
    expect(requests.items).toHaveLength(2)
    await standIn.close()
  })

  it('reaches every host below an endpoint that names them all', async () => {
    const { ctx } = createTestContext({ endpoints: { files: 'https://*.files.invalid' } })
    const code = (address: string) => ctx.http.request(address).catch((error: { code: string }) => error.code)
    expect(await code('https://a.b.files.invalid/1')).toBe('TEMPORARY')
    for (const elsewhere of ['http://a.files.invalid/', 'https://files.invalid/', 'https://a.files.invalid.example/'])
      expect(await code(elsewhere)).toBe('MISCONFIGURED')
  })

  it('follows redirects only to where it may go', async () => {
    const standIn = await startStandIn(({ path }) =>
      path === '/away'
        ? { status: 302, headers: { location: 'http://203.0.113.1/' } }
        : { status: path === '/home' ? 302 : 200, headers: path === '/home' ? { location: '/there' } : {}, json: path },
    )
    const { ctx } = createTestContext({ endpoints: { api: standIn.url } })
    expect(await (await ctx.http.request('api:/home')).json()).toBe('/there')
    await expect(ctx.http.request('api:/away')).rejects.toMatchObject({ code: 'MISCONFIGURED' })
    await standIn.close()
  })

  it('meets failures as often as the stand-in is told', async () => {
    let served = 0
    const standIn = await startStandIn(() => ({ json: { served: ++served } }))
    const ask = async () => (await fetch(`${standIn.url}/x`)).status
    standIn.fail(({ path }) => path === '/x', { status: 503 }, 2)
    expect([await ask(), await ask(), await ask()]).toEqual([503, 503, 200])
    standIn.fail(() => true, 'drop')
    await expect(ask()).rejects.toThrow()
    expect(served).toBe(1)
    standIn.fail(() => true, 'lose')
    await expect(ask()).rejects.toThrow()
    expect(served).toBe(2)
    await standIn.close()
  })

  it('names failures as the contract does', async () => {
    const standIn = await startStandIn(() => 'drop')
    const { ctx } = createTestContext({ endpoints: { api: standIn.url, down: await closedAddress() } })
    await expect(ctx.http.request('down:/', { method: 'POST' })).rejects.toMatchObject({ code: 'TEMPORARY' })
    await expect(ctx.http.request('api:/', { method: 'POST' })).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    await expect(ctx.http.request('api:/')).rejects.toMatchObject({ code: 'TEMPORARY' })
    await standIn.close()
  })

  it('reads no more than it should', async () => {
    const standIn = await startStandIn(() => ({ body: 'x'.repeat(2000) }))
    const { ctx } = createTestContext({ endpoints: { api: standIn.url } })
    const answer = await ctx.http.request('api:/', { maxBytes: 1000 })
    await expect(answer.text()).rejects.toMatchObject({ code: 'REJECTED' })
    await standIn.close()
  })

  it('ends when the instance is closed', async () => {
    const silent = await startSilentServer()
    const { ctx, close } = createTestContext({ endpoints: { api: silent.url } })
    const asking = expect(ctx.http.request('api:/')).rejects.toMatchObject({ code: 'TEMPORARY' })
    await silent.connections.waitForCount(1)
    close()
    await asking
    await silent.close()
  })
})

describe('the context of a test', () => {
  it('keeps versions in the store and refuses the second writer', async () => {
    const { ctx } = createTestContext()
    expect(await ctx.store.set('a', { x: 1 }, { ifVersion: 0 })).toBe(1)
    expect(await ctx.store.set('a', { x: 2 }, { ifVersion: 0 })).toBeNull()
    expect(await ctx.store.set('a', { x: 2 }, { ifVersion: 1 })).toBe(2)
    expect(await ctx.store.get('a')).toEqual({ value: { x: 2 }, version: 2 })
    await ctx.store.setMany({ 'b/1': 1, 'b/2': 2 })
    expect((await ctx.store.list('b/')).map(({ key }) => key)).toEqual(['b/1', 'b/2'])
    await expect(ctx.store.set('big', 'x'.repeat(300_000))).rejects.toThrow('256 KB')
  })

  it('makes appointments due when the clock is moved', async () => {
    const { ctx, clock, schedule } = createTestContext()
    await ctx.schedule.at('later', ctx.clock.now() + 1000, { n: 1 })
    expect(schedule.takeDue()).toEqual([])
    clock.advance(1000)
    expect(schedule.takeDue()).toMatchObject([{ name: 'later', payload: { n: 1 } }])
    expect(schedule.pending()).toEqual([])
  })

  it('fills placeholders and remembers missing texts', () => {
    const locales = { pt: { hi: 'Olá, {name}!' }, en: { hi: 'Hi, {name}!' }, es: { hi: '¡Hola, {name}!' } }
    const { ctx, missingTexts } = createTestContext({ locales, locale: 'pt' })
    expect(ctx.t('hi', { name: 'Bia' })).toBe('Olá, Bia!')
    expect(ctx.t('bye')).toBe('bye')
    expect([...missingTexts]).toEqual(['bye'])
  })
})

describe('watching the network', () => {
  it('sees fetch and refuses what is not allowed before it leaves', async () => {
    const standIn = await startStandIn(() => ({ json: {} }))
    const watch = watchNetwork((target) => target === new URL(standIn.url).host)
    await (await fetch(standIn.url)).text()
    await expect(fetch('http://198.51.100.1/')).rejects.toThrow()
    watch.stop()
    expect(watch.opened).toEqual([new URL(standIn.url).host])
    expect(watch.refused).toEqual(['198.51.100.1:80'])
    await standIn.close()
  })
})
