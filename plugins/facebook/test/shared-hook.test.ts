import { createChannelContext, hookRequest, testApp } from '@recado/sdk/testing'
import { expect, it, onTestFinished } from 'vitest'
import { facebook } from '../src/channel.ts'
import plugin from '../src/index.ts'
import { startMessenger } from './stand-in.ts'

it('what the operator’s app is told reaches the account that it is about, and no other', async () => {
  const provider = await startMessenger()
  onTestFinished(() => provider.close())
  const app = { settings: { appId: provider.app.id }, secrets: { appSecret: provider.app.secret } }
  const open = (accountId: string) => {
    const test = createChannelContext({
      locales: plugin.locales,
      endpoints: { graph: provider.url, dialog: provider.url },
      settings: { access: 'token', accountId, verifyToken: 'a', comments: true, humanAgent: false },
      secrets: { accessToken: provider.token },
      app,
    })
    return { ...test, channel: facebook.open(test.ctx) }
  }
  const ours = open(provider.account.id)
  const other = open('123456')
  await ours.channel.connect(ours.ctx.signal)
  const { account } = await ours.reports.waitFor(({ state }) => state === 'connected')
  expect(account).toMatchObject({ id: provider.account.id, also: [] })

  const body = provider.messaging({
    sender: { id: '9001' },
    recipient: { id: provider.account.id },
    message: { mid: 'm_1', text: 'oi' },
  })
  const request = hookRequest(provider.signed(body))
  const route = await facebook.routeAppHook?.(request, testApp(app))
  expect(route).toMatchObject({ accounts: expect.arrayContaining([account?.id]) })
  expect(await ours.channel.receiveHook?.(request)).toEqual({ status: 200 })
  expect(await other.channel.receiveHook?.(request)).toEqual({ status: 200 })
  expect(ours.inbound.items).toMatchObject([
    { externalId: 'm_1', chat: { addresses: [{ kind: 'psid', value: '9001' }] } },
  ])
  expect(other.inbound.items).toEqual([])

  const forged = hookRequest({ ...provider.signed(body), body: { ...body, more: 1 } })
  expect(await facebook.routeAppHook?.(forged, testApp(app))).toEqual({ reply: { status: 403 } })
})
