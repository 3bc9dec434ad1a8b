import { describe, expect, it } from 'vitest'
import { diagnose } from './diagnosis.ts'

const NOW = Date.UTC(2026, 0, 1)
const healthy: Parameters<typeof diagnose>[0] = {
  state: 'connected',
  reason: null,
  userAction: null,
  owner: { nodeId: 'n', host: 'h', epoch: 1 },
  breaker: 'closed',
  deliveries: { queued: 0, sending: 0, failed: 0, unknown: 0, oldestQueuedAt: null },
  inbox: { waiting: 0, dead: 0 },
  lastInboundAt: null,
  lastOutboundAt: null,
}
const about: Parameters<typeof diagnose>[1] = {
  isPluginMissing: false,
  isActive: true,
  notices: [],
  failures: [],
  now: NOW,
}
const texts = (health: Partial<typeof healthy>, more: Partial<typeof about> = {}) =>
  diagnose({ ...healthy, ...health }, { ...about, ...more }, 'en').map(({ text }) => text)

describe('why a channel does not deliver', () => {
  it('says so when nothing is wrong', () => {
    expect(diagnose(healthy, about, 'pt')).toEqual([
      { level: 'info', text: 'Tudo certo: o canal está conectado e nada está parado.' },
    ])
  })

  it('names the connection with its reason and what to do', () => {
    expect(texts({ state: 'lost', reason: 'Token revoked.', userAction: 'Authorise it again.' })).toEqual([
      'The connection to the provider is lost. Token revoked. Authorise it again.',
    ])
    expect(texts({ state: 'lost' })).toEqual(['The connection to the provider is lost.'])
    expect(texts({ state: 'disconnected' }, { isActive: false })[0]).toContain('Somebody disconnected')
    expect(texts({ owner: null })[0]).toContain('No server looks after')
  })

  it('counts what waits and what failed', () => {
    const oldestQueuedAt = new Date(NOW - 12 * 60_000).toISOString()
    const deliveries = { ...healthy.deliveries, queued: 40, oldestQueuedAt }
    const failures = [{ code: 'WINDOW_CLOSED', count: 3, detail: '131047' }]
    expect(texts({ deliveries, inbox: { waiting: 0, dead: 2 } }, { failures })).toEqual([
      'Messages waiting to be sent: 40, the oldest for 12 min.',
      'Messages that failed during the last 24 hours: 3. The time to answer on this channel has passed. (131047)',
      'Events that came in and could not be applied: 2. The operator can process them again.',
    ])
    const young = { ...deliveries, oldestQueuedAt: new Date(NOW - 1000).toISOString() }
    expect(texts({ deliveries: young })[0]).toContain('All is well')
  })

  it('passes on what the provider warns of', () => {
    const notices = [{ level: 'warning' as const, text: 'Quality is RED.' }]
    expect(diagnose(healthy, { ...about, notices }, 'en')).toEqual([{ level: 'warning', text: 'Quality is RED.' }])
  })
})
