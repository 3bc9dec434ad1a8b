import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, startApp, type TestApp, type TestChannel, until } from '../app.ts'

let app: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  channel = await company.channel()
})
afterAll(() => app.close())

const png = (pixel: string) => `data:image/png;base64,${pixel}`
const RED = png('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==')
const BLUE = png('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')

const says = async (name: string, avatarRef?: string) => {
  const event = {
    kind: 'message',
    externalId: randomUUID(),
    direction: 'in',
    chat: { addresses: [{ kind: 'fake', value: name }], name, ...(avatarRef ? { avatarRef } : {}) },
    content: { type: 'text', text: 'Oi' },
    at: Date.now(),
  }
  const answer = await fetch(channel.hookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [event] }),
  })
  expect(answer.status).toBe(200)
}
interface Shown {
  id: number
  name: string
  profilePicUrl: string | null
}
const find = async (name: string): Promise<Shown | undefined> => {
  const { body } = await company.admin.api.get<{ contacts: Shown[] }>(`/contacts?searchParam=${name}`)
  return body.contacts[0]
}
const pictures = () =>
  app.db.owner<{ state: string; attempts: number }>(
    'select state, attempts from media where tenant_id = $1 and is_picture order by created_at',
    [company.tenantId],
  )

describe('a picture that a channel names', () => {
  it('comes by itself, is told to the screens, and is fetched again only when it changes', async () => {
    const socket = await app.socket(company.admin.token)
    await says('Ana', RED)
    const first = await until(async () => ((await find('Ana'))?.profilePicUrl ? find('Ana') : null))
    expect((await fetch(`${app.url}${first.profilePicUrl}`)).headers.get('content-type')).toBe('image/png')
    await until(() =>
      socket.received.some(
        ({ event, payload }) =>
          event.endsWith(':contactList') && (payload as { payload: Shown }).payload.profilePicUrl !== null,
      ),
    )
    await until(() =>
      socket.received.some(
        ({ event, payload }) => event.endsWith(':ticketList') && /"profilePicUrl":"/.test(JSON.stringify(payload)),
      ),
    )
    await says('Ana', RED)
    await says('Ana')
    expect(await pictures()).toEqual([{ state: 'ready', attempts: 1 }])

    await says('Ana', BLUE)
    await until(async () => {
      const url = (await find('Ana'))?.profilePicUrl
      const shown = url ? Buffer.from(await (await fetch(`${app.url}${url}`)).arrayBuffer()).toString('base64') : ''
      return BLUE.endsWith(shown)
    })
    // the one before is gone with its bytes
    await until(async () => (await pictures()).length === 1)
    expect((await fetch(`${app.url}${first.profilePicUrl}`)).status).toBe(404)
  })

  it('that cannot be had leaves the one before, and is not tried again', async () => {
    await says('Rui', 'bytes:3000')
    await until(async () => (await find('Rui')) && (await pictures()).every(({ state }) => state === 'ready'))
    expect((await find('Rui'))?.profilePicUrl).toBeNull()
    await says('Rui', 'bytes:3000')
    await says('Rui', RED)
    await until(async () => (await find('Rui'))?.profilePicUrl)
    await says('Rui', 'nowhere')
    await until(async () => (await pictures()).every(({ state }) => state === 'ready'))
    expect((await find('Rui'))?.profilePicUrl).not.toBeNull()
  })
})
