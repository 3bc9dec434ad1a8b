import { expect } from 'vitest'
import type { Line } from './story.ts'

interface Provider {
  app: { id: string }
  token: string
  account: { pageId: string }
}

/** From the channel's panel to Facebook and back, until the account that is chosen is connected. `shown`: its name. */
export async function logInWithFacebook(line: Line, provider: Provider, shown: string): Promise<void> {
  await line.change({ access: 'login', appId: provider.app.id })
  expect(await line.is('disconnected')).toMatchObject({ userAction: expect.any(String) })
  const begun = await line.step('login')
  const link = begun.type === 'show' ? begun.show.value : ''
  const dialog = await fetch(link, { redirect: 'manual' })
  const back = new URL(dialog.headers.get('location') ?? '')
  expect(back.href.startsWith(`${line.hookUrl}/oauth?`)).toBe(true)
  expect((await fetch(back)).status).toBe(200)
  // nobody comes back twice
  expect((await fetch(back)).status).toBe(403)
  const question = await line.step('login')
  expect(question).toMatchObject({ type: 'form', step: 'page' })
  expect(JSON.stringify(question)).toContain(shown)
  expect(JSON.stringify(question)).not.toContain(provider.token)
  const chosen = { step: 'page', values: { page: provider.account.pageId } }
  expect(await line.step('login', chosen)).toMatchObject({ type: 'done' })
  await line.is('connected')
}
