import { createTestStore } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { countLogins, LOGINS } from '../src/connect/policy.ts'
import { openChannel } from './channel.ts'
import { until } from './server/service.ts'
import { startWhatsApp } from './stand-in.ts'

const keysIn = (store: { entries: ReadonlyMap<string, { json: string }> }) =>
  [...store.entries].filter(([key, { json }]) => key.startsWith('auth:') && json !== 'null').map(([key]) => key)

describe('a session', () => {
  it('begins with a QR code, survives the restart that pairing brings, and takes texts in and out', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson({ name: 'Bia' })
    await it.pair()
    expect(it.reports.items.map(({ state }) => state)).toEqual(['connecting', 'waiting-qr', 'connecting', 'connected'])
    expect(it.reports.items.at(-1)?.account).toMatchObject({ id: it.whatsapp.owner.phone, name: 'Loja' })
    expect(it.whatsapp.logins.items).toEqual(['registration', 'login'])

    await it.whatsapp.says(bia, 'Oi!')
    expect(await it.event('message')).toMatchObject({
      direction: 'in',
      content: { type: 'text', text: 'Oi!' },
      chat: {
        name: 'Bia',
        addresses: [
          { kind: 'phone', value: bia.phone },
          { kind: 'lid', value: bia.lid },
        ],
      },
    })

    const { externalId } = await it.send(bia, 'Olá, Bia')
    const sent = await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)
    expect(externalId).toBe(`out:${sent.id}`)
    expect(sent.content.extendedTextMessage?.text).toBe('Olá, Bia')
  })

  it('goes on after a restart without a new code', async () => {
    const first = await openChannel()
    await first.pair()
    await first.stop()
    const second = await first.reopen()
    await second.channel.connect(second.ctx.signal)
    await second.reports.waitFor(({ state }) => state === 'connected')
    expect(second.reports.items.map(({ state }) => state)).toEqual(['connecting', 'connected'])
  })

  it('keeps its secrets sealed', async () => {
    const it = await openChannel()
    await it.pair()
    const open = [...it.store.entries].filter(([key, { sealed }]) => key.startsWith('auth:') && !sealed)
    expect(open).toEqual([])
    expect(keysIn(it.store).filter((key) => key.includes('pre-key')).length).toBeGreaterThanOrEqual(812)
  })

  it('shows a pairing code when that was chosen', async () => {
    const it = await openChannel({ settings: { pairing: 'code', pairingPhone: '+55 11 3000-0000' } })
    await it.channel.connect(it.ctx.signal)
    const { show } = await it.reports.waitFor(({ state }) => state === 'waiting-qr')
    expect(show).toMatchObject({ as: 'code', value: expect.stringMatching(/^\w{4}-\w{4}$/) })
    await it.whatsapp.enterCode(show?.value.replace('-', '') ?? '')
    await it.reports.waitFor(({ state }) => state === 'connected')
  })

  it('stops when nobody scans, and shows a fresh code when asked again', async () => {
    const it = await openChannel({ timing: { pairingMs: 60 } })
    await it.channel.connect(it.ctx.signal)
    const over = await it.reports.waitFor(({ state }) => state === 'disconnected')
    expect(over).toMatchObject({ userAction: 'scan' })
    expect(keysIn(it.store)).toEqual([])
    it.reports.clear()
    await it.channel.connect(it.ctx.signal)
    await it.reports.waitFor(({ state }) => state === 'waiting-qr')
  })

  it('stops when WhatsApp has no more codes', async () => {
    const it = await openChannel({ whatsapp: await startWhatsApp({ refs: 2 }), timing: { qrMs: 20 } })
    await it.channel.connect(it.ctx.signal)
    await it.reports.waitFor(({ state }) => state === 'disconnected')
    expect(it.reports.items.filter(({ state }) => state === 'waiting-qr')).toHaveLength(2)
    await it.whatsapp.close()
  })

  it('forgets the number of a pairing code that nobody typed', async () => {
    const it = await openChannel({ settings: { pairing: 'code', pairingPhone: '+55 11 3000-0000' } })
    await it.channel.connect(it.ctx.signal)
    await it.reports.waitFor(({ show }) => show?.as === 'code')
    await it.channel.disconnect()
    await it.channel.connect(it.ctx.signal)
    await until(() => it.whatsapp.logins.items.length === 2)
    expect(it.whatsapp.logins.items).toEqual(['registration', 'registration'])
  })

  it('leaves the session to whoever took it over', async () => {
    const it = await openChannel()
    await it.pair()
    it.whatsapp.replaceSession()
    const report = await it.reports.waitFor(({ state }) => state === 'disconnected')
    expect(report).toMatchObject({ userAction: 'check-settings' })
    expect(it.whatsapp.logins.items).toHaveLength(2)
    expect(keysIn(it.store).length).toBeGreaterThan(0)
    await expect(it.send(it.whatsapp.addPerson(), 'x')).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  it('does not fight when two processes have the same session', async () => {
    const first = await openChannel()
    await first.pair()
    const second = await first.reopen()
    await second.channel.connect(second.ctx.signal)
    await second.reports.waitFor(({ state }) => state === 'connected')
    await first.reports.waitFor(({ state }) => state === 'disconnected')
    expect(first.whatsapp.logins.items).toEqual(['registration', 'login', 'login'])
    expect(second.reports.items.at(-1)?.state).toBe('connected')
  })

  it('throws its keys away when the phone took the device off', async () => {
    const it = await openChannel()
    await it.pair()
    it.whatsapp.removeDevice()
    expect(await it.reports.waitFor(({ state }) => state === 'disconnected')).toMatchObject({ userAction: 'scan' })
    expect(keysIn(it.store)).toEqual([])
    it.reports.clear()
    await it.channel.connect(it.ctx.signal)
    await it.reports.waitFor(({ state }) => state === 'waiting-qr')
  })

  it.each([403, 402])('stops on %i, keys kept', async (reason) => {
    const it = await openChannel()
    await it.pair()
    it.whatsapp.refuseLogin(reason)
    it.whatsapp.dropConnections()
    expect(await it.reports.waitFor(({ state }) => state === 'disconnected')).toMatchObject({
      userAction: 'open-phone',
    })
    expect(it.whatsapp.logins.items).toHaveLength(3)
    expect(keysIn(it.store).length).toBeGreaterThan(0)
  })

  it('reads the new version after 405 and comes back without pairing', async () => {
    const it = await openChannel()
    await it.pair()
    it.reports.clear()
    it.whatsapp.refuseLogin(405)
    it.whatsapp.dropConnections()
    await it.reports.waitFor(({ reason }) => reason?.includes('version') ?? false)
    await it.reports.waitFor(({ state }) => state === 'connected')
    expect((await it.store.get('wa-version'))?.value).toBe('2.3000.1099000000')
    expect(keysIn(it.store).length).toBeGreaterThan(0)
  })

  it.each([503, 500])('comes back after %i, counting its tries', async (reason) => {
    const it = await openChannel()
    await it.pair()
    it.reports.clear()
    it.whatsapp.refuseLogin(reason, 2)
    it.whatsapp.dropConnections()
    await it.reports.waitFor(({ state }) => state === 'connected')
    const lost = it.reports.items.filter(({ state }) => state === 'lost')
    expect(lost.map(({ retries }) => retries)).toEqual([1, 2, 3])
  })

  it('is left alone for a while when it comes and goes', async () => {
    const it = await openChannel({ timing: { loginWindowMs: 3_600_000, steadyMs: 0 } })
    await it.pair()
    for (let login = 1; login < LOGINS; login += 1) {
      it.reports.clear()
      it.whatsapp.dropConnections()
      await it.reports.waitFor(({ state }) => state === 'connected')
      expect(it.reports.items.map(({ reason }) => reason).join()).not.toContain('too often')
    }
    it.reports.clear()
    it.whatsapp.dropConnections()
    await it.reports.waitFor(({ state, reason }) => state === 'lost' && (reason?.includes('too often') ?? false))
  })

  it('may make five connections in ten minutes', () => {
    let now = 0
    const logins = countLogins(600_000, () => now)
    for (now = 0; now < 500_000; now += 100_000) {
      expect(logins.waitMs()).toBe(0)
      logins.made(now)
    }
    expect(logins.waitMs()).toBe(100_000)
    now = 600_000
    expect(logins.waitMs()).toBe(0)
    logins.made(now)
    expect(logins.waitMs()).toBe(100_000)
  })

  it('asks for a new pairing when WhatsApp keeps calling the session bad', async () => {
    const it = await openChannel()
    await it.pair()
    it.whatsapp.refuseLogin(500, 10)
    it.whatsapp.dropConnections()
    const report = await it.reports.waitFor(({ state }) => state === 'disconnected')
    expect(report).toMatchObject({ userAction: 'reauthorise' })
  })

  it('closes when its keys cannot be stored, and comes back when they can', async () => {
    const store = createTestStore()
    let isFull = false
    const it = await openChannel({
      store: {
        ...store,
        async setMany(entries, options) {
          if (isFull && Object.keys(entries).some((key) => key.startsWith('auth:'))) throw new Error('disk full')
          return store.setMany(entries, options)
        },
      },
    })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    isFull = true
    it.reports.clear()
    await it.whatsapp.says(bia, 'Ouviu?')
    const lost = await it.reports.waitFor(({ state }) => state === 'lost')
    expect(lost.reason).toContain('keys')
    isFull = false
    await it.reports.waitFor(({ state }) => state === 'connected')
    await it.event('message', ({ content }) => content.type === 'text' && content.text === 'Ouviu?')
    await it.whatsapp.says(bia, 'E agora?')
    await it.event('message', ({ content }) => content.type === 'text' && content.text === 'E agora?')
  })

  it('ends at once when it is closed while connecting', async () => {
    const it = await openChannel()
    const connecting = it.channel.connect(it.ctx.signal)
    await it.channel.disconnect()
    await connecting.catch(() => undefined)
    expect(it.reports.items.at(-1)?.state).toBe('disconnected')
  })
})
