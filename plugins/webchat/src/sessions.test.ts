import { createTestClock, createTestStore } from '@recado/sdk/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from './limits.ts'
import { createSessions, type Issued, type Sessions } from './sessions.ts'
import { createSigner } from './signer.ts'

const MINUTE = 60_000
let clock = createTestClock(0)
let store = createTestStore()
let sessions: Sessions

beforeEach(() => {
  clock = createTestClock(Date.UTC(2026, 0, 15))
  store = createTestStore()
  sessions = createSessions({ store, clock, signer: createSigner(store, clock), limits: LIMITS })
})

async function resume({ resumeToken }: Issued): Promise<Issued> {
  const found = await sessions.find(resumeToken)
  if (!found || found === 'reused') throw new Error(`not resumed: ${found}`)
  const issued = await sessions.rotate(found.id, (session) => session)
  if (!issued) throw new Error('the session ended')
  return issued
}

const use = ({ accessToken }: Issued) => sessions.authenticate(accessToken)

describe('resume tokens', () => {
  it('are stored as hashes only', async () => {
    const { resumeToken } = await sessions.start({})
    const secret = resumeToken.split('.')[2] ?? ''
    expect(secret).toHaveLength(43)
    expect([...store.entries.values()].some(({ json }) => json.includes(secret))).toBe(false)
  })

  it('survive any number of lost answers', async () => {
    const first = await sessions.start({})
    await use(first)
    for (let turn = 0; turn < 20; turn += 1) {
      await resume(first)
      clock.advance(10 * MINUTE)
    }
    expect((await resume(first)).session.visitor).toBe(first.session.visitor)
  })

  it('work a moment longer for a second tab', async () => {
    const first = await sessions.start({})
    await use(await resume(first))
    clock.advance(LIMITS.graceMs - 1)
    expect(await sessions.find(first.resumeToken)).toMatchObject({ id: first.session.id })
  })

  it('used again after their successor, end the session for everybody', async () => {
    const first = await sessions.start({})
    const second = await resume(first)
    await use(second)
    clock.advance(LIMITS.graceMs + 1)
    expect(await sessions.find(first.resumeToken)).toBe('reused')
    expect(await sessions.find(second.resumeToken)).toBeNull()
    expect(await use(second)).toBeNull()
  })

  it('with a wrong secret end the session, too', async () => {
    const first = await sessions.start({})
    expect(await sessions.find(`${first.session.id}.1.guess`)).toBe('reused')
  })

  it('run out after sixty days', async () => {
    const first = await sessions.start({})
    clock.advance(LIMITS.resumeMs)
    expect(await sessions.find(first.resumeToken)).toBeNull()
    expect(store.entries.has(`session:${first.session.id}`)).toBe(false)
  })
})

describe('access tokens', () => {
  it('last fifteen minutes', async () => {
    const first = await sessions.start({})
    clock.advance(LIMITS.accessMs - 1)
    expect(await use(first)).not.toBeNull()
    clock.advance(1)
    expect(await use(first)).toBeNull()
  })

  it('of another channel or changed by a byte are worth nothing', async () => {
    const { accessToken } = await sessions.start({})
    const elsewhere = createTestStore()
    const others = createSessions({ store: elsewhere, clock, signer: createSigner(elsewhere, clock), limits: LIMITS })
    expect(await others.authenticate(accessToken)).toBeNull()
    expect(await sessions.authenticate(`A${accessToken.slice(1)}`)).toBeNull()
    expect(await sessions.authenticate('')).toBeNull()
  })
})

it('the sweep removes what has run out and nothing else', async () => {
  await sessions.start({})
  clock.advance(LIMITS.resumeMs)
  const kept = await sessions.start({})
  expect(await sessions.sweep(clock.now(), new AbortController().signal)).toBe(1)
  expect(await sessions.read(kept.session.id)).not.toBeNull()
})
