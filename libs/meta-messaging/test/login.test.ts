import { createChannelContext, createTestBus, hookRequest, TEST_NOW, testApp } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { metaActions } from '../src/actions.ts'
import { routeMessaging } from '../src/login/shared.ts'
import { FACEBOOK } from '../src/platform.ts'
import { locales, openChannel, words } from './channel.ts'

describe('logging in with Facebook', () => {
  const SHARED = { access: 'login', accountId: undefined }
  const OWN = { ...SHARED, appId: '900900' }
  const NONE = { appSecret: '' }

  async function login(type: 'facebook' | 'instagram' = 'facebook', app?: 'shared') {
    const bus = createTestBus()
    const settings = app ? SHARED : OWN
    const test = await openChannel(type, { settings, bus, secrets: { accessToken: '', ...(app ? NONE : {}) } })
    const operator = app ? { settings: { appId: '900900' }, secrets: { appSecret: test.meta.app.secret } } : {}
    // Actions run in a context of their own, on the same store.
    const { ctx: screen } = createChannelContext({
      locales,
      bus,
      store: test.store,
      endpoints: test.ctx.endpoints,
      secrets: app ? {} : { appSecret: test.meta.app.secret },
      app: operator,
    })
    const run = (input: { step?: string; values?: Record<string, unknown> } = {}) =>
      metaActions(test.platform).login?.run(screen, { settings: { ...settings }, ...input }, screen.signal)
    /** Follows the link as a browser does, and answers where it leads back to. */
    const authorise = async () => {
      const step = await run()
      const link = step?.type === 'show' ? step.show.value : ''
      const answer = await fetch(link, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? '')
    }
    /** From the address of all companies to that of the channel. */
    const leadOn = async (url: URL) => {
      const query = Object.fromEntries(url.searchParams)
      const route = await routeMessaging(hookRequest({ method: 'GET', path: '/oauth', query }), testApp(operator))
      const reply = 'reply' in route ? route.reply : {}
      return new URL(reply.headers?.location ?? '', url)
    }
    const comeBack = (url: URL) =>
      test.channel.receiveHook?.(
        hookRequest({ method: 'GET', path: '/oauth', query: Object.fromEntries(url.searchParams) }),
      )
    return { ...test, run, authorise, leadOn, comeBack }
  }

  it('brings the pages, the chosen one connects', async () => {
    const { run, authorise, comeBack, channel, ctx, reports, meta, store, send } = await login()
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED' })
    expect(await run()).toMatchObject({ type: 'show', step: 'way-back' })
    expect(await run({ step: 'way-back' })).toEqual({ type: 'wait' })
    const back = await authorise()
    expect(back.pathname).toBe('/hooks/instance-1/oauth')
    expect(await comeBack(back)).toMatchObject({ status: 200, body: expect.stringContaining('Authorised') })
    const question = await run({ step: 'way-back' })
    expect(question).toMatchObject({ type: 'form', step: 'page' })
    expect(JSON.stringify(question)).toContain('Padaria Sol')
    expect(JSON.stringify(question)).not.toContain(meta.token)
    expect(await run({ step: 'page', values: { page: 'another' } })).toMatchObject({ type: 'error' })
    expect(await run({ step: 'page', values: { page: '700100' } })).toMatchObject({ type: 'done' })
    await reports.waitFor(({ state }) => state === 'connected')
    await send(words('oi'))
    expect(meta.sent.items).toHaveLength(1)
    const open = [...store.entries].filter(([, { json, sealed }]) => !sealed && /EAA|stand-in/.test(json))
    expect(open).toEqual([])
  })

  it('with the operator’s app comes back to one address for all, which leads on to the channel', async () => {
    const { run, authorise, leadOn, comeBack } = await login('facebook', 'shared')
    const back = await authorise()
    expect(back.pathname).toBe('/hooks/app/plugin/oauth')
    const on = await leadOn(back)
    expect([on.origin, on.pathname]).toEqual([back.origin, '/hooks/instance-1/oauth'])
    expect(on.search).toContain('code=')
    expect(await comeBack(on)).toMatchObject({ status: 200, body: expect.stringContaining('Authorised') })
    expect(await run()).toMatchObject({ type: 'form', step: 'page' })
    expect(await comeBack(on)).toMatchObject({ status: 403 })
  })

  it('leads nowhere else', async () => {
    const ask = (state: string, method = 'GET') =>
      routeMessaging(hookRequest({ method, path: '/oauth', query: { state, code: 'a' } }), testApp())
    const word = 'w'.repeat(43)
    for (const state of [
      '',
      word,
      `..%2f.${word}`,
      `../../x.${word}`,
      `https://evil.example.${word}`,
      `key-of-nobody.`,
    ])
      expect(await ask(state)).toEqual({ reply: { status: 404 } })
    expect(await ask(`key-of-somebody.${word}`, 'POST')).toEqual({ reply: { status: 404 } })
    expect(await ask(`key-of-somebody.${word}`)).toMatchObject({ reply: { status: 302 } })
  })

  it('goes on with the app with which it was begun, saved or not', async () => {
    const { ctx, meta, channel, store } = await openChannel('facebook', { settings: SHARED, secrets: NONE })
    const { ctx: screen } = createChannelContext({
      locales,
      store,
      endpoints: ctx.endpoints,
      secrets: { appSecret: meta.app.secret },
    })
    const step = await metaActions(FACEBOOK).login?.run(screen, { settings: OWN }, screen.signal)
    const answer = await fetch(step?.type === 'show' ? step.show.value : '', { redirect: 'manual' })
    const query = Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)
    const page = await channel.receiveHook?.(hookRequest({ method: 'GET', path: '/oauth', query }))
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Authorised') })
  })

  it('brings professional accounts for Instagram', async () => {
    const { run, authorise, comeBack, channel, ctx, reports } = await login('instagram')
    await channel.connect(ctx.signal).catch(() => undefined)
    await comeBack(await authorise())
    expect(JSON.stringify(await run())).toContain('@padaria.sol (Padaria Sol)')
    await run({ step: 'page', values: { page: '700100' } })
    const { account } = await reports.waitFor(({ state }) => state === 'connected')
    expect(account).toMatchObject({ id: '17840000000000001', also: ['700100'] })
  })

  it('takes each way back once, and none that it did not open', async () => {
    const { authorise, comeBack, clock, meta, run } = await login()
    const back = await authorise()
    const forged = new URL(back)
    forged.searchParams.set('state', 'x'.repeat(43))
    expect(await comeBack(forged)).toMatchObject({ status: 403 })
    forged.searchParams.delete('state')
    expect(await comeBack(forged)).toMatchObject({ status: 403 })
    const [first, second] = await Promise.all([comeBack(back), comeBack(back)])
    expect([first?.status, second?.status].sort()).toEqual([200, 403])
    expect(await run()).toMatchObject({ type: 'form' })

    const late = await login()
    const link = await late.authorise()
    late.clock.advance(16 * 60_000)
    expect(await late.comeBack(link)).toMatchObject({ status: 403 })
    expect(meta.requests.items.filter(({ path }) => path.endsWith('/access_token'))).toHaveLength(2)
    expect(clock.now()).toBe(TEST_NOW)
  })

  it('says when it was cancelled or failed, and nothing of what Meta said', async () => {
    const cancelled = await login()
    const back = await cancelled.authorise()
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    expect(await cancelled.comeBack(back)).toMatchObject({ status: 200, body: expect.stringContaining('cancelled') })
    const failed = await login()
    const used = await failed.authorise()
    used.searchParams.set('code', '<script>')
    const page = await failed.comeBack(used)
    expect(page).toMatchObject({ status: 502 })
    expect(String(page?.body)).not.toContain('<script>')
  })

  it('needs an app, and the right kind of access', async () => {
    const { ctx } = await openChannel('facebook', { settings: OWN })
    const run = (draft: Record<string, unknown>) =>
      metaActions(FACEBOOK).login?.run(ctx, { settings: draft }, ctx.signal)
    expect(await run({ access: 'login' })).toMatchObject({ type: 'error', field: 'appId' })
    expect(await run({ access: 'token' })).toMatchObject({ type: 'error', field: 'access' })
  })
})
