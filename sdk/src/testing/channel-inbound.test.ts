import { afterAll, describe, expect, it } from 'vitest'
import type { Plugin } from '../plugin.ts'
import { problemsOf } from './broken.fixture.ts'
import {
  after,
  checks,
  definition,
  instance,
  nothing,
  plugin,
  provider,
  push,
  TOKEN,
  taken,
} from './channel.fixture.ts'
import { channelInboundChecks } from './checks/channel-inbound.ts'
import { untested } from './prove.fixture.ts'
import { subjectOf } from './subject.ts'
import { channelChecks } from './suites/channel.ts'

afterAll(() => provider.close())

const TAKEN = 'a hook is taken, and its repeat names the same things'
const FORGED = 'a forged hook is refused and has no effect'
const NONSENSE = 'a hook with nonsense in it is answered and never throws'
const ACKNOWLEDGED = 'a hook is acknowledged only after its events were accepted'
const FETCHED = 'the files of received messages can be fetched'
const photo = { content: { type: 'media', kind: 'image', media: { ref: 'r' } } }

const broken: [string, Plugin, string, string][] = [
  [
    'a hook that names things anew',
    instance((_, ctx) => ({ receiveHook: () => push(ctx, `${Math.random()}`).then(taken) })),
    TAKEN,
    'repeated, brings message',
  ],
  ['a malformed event', instance((_, ctx) => ({ receiveHook: () => push(ctx, '').then(taken) })), TAKEN, 'the event'],
  [
    'a file without fetchMedia',
    instance((_, ctx) => ({
      receiveHook: () => push(ctx, '1', { content: { type: 'media', kind: 'image', media: { ref: 'r' } } }).then(taken),
    })),
    TAKEN,
    'fetchMedia is missing',
  ],
  [
    'a hook taken without a signature',
    instance((_, ctx) => ({ receiveHook: () => push(ctx, '1').then(taken) })),
    FORGED,
    'is forged and brings message 1',
  ],
  [
    'a hook that trusts its body',
    instance(() => ({ receiveHook: async ({ body: bytes }) => JSON.parse(new TextDecoder().decode(bytes)) as object })),
    NONSENSE,
    'SyntaxError',
  ],
  ['a hook answered with 500', instance(() => ({ receiveHook: async () => ({ status: 500 }) })), NONSENSE, 'with 500'],
  [
    'a hook acknowledged too early',
    instance((_, ctx) => ({ receiveHook: async () => after(push(ctx, '1').catch(nothing), {}) })),
    ACKNOWLEDGED,
    'before its events were accepted',
  ],
  [
    'a hook acknowledged although nothing was accepted',
    instance((_, ctx) => ({ receiveHook: () => push(ctx, '1').catch(nothing).then(taken) })),
    ACKNOWLEDGED,
    'although its events could not be accepted',
  ],
  [
    'a hook that brings nothing',
    instance(() => ({ receiveHook: async () => ({}) })),
    'a hook brings the events that it names',
    'brought nothing',
  ],
  [
    'a shared hook that throws',
    definition(() => ({
      routeAppHook: ({ body: bytes }) => ({ accounts: [JSON.parse(new TextDecoder().decode(bytes)).id] }),
    })),
    'the shared hook is routed by what it says, nonsense to nobody',
    'threw',
  ],
  [
    'a socket that throws',
    instance(() => ({
      openSocket: (socket) =>
        after(
          socket.onMessage((text) => void JSON.parse(text)),
          true,
        ),
    })),
    'sockets take nonsense without throwing',
    'the frame',
  ],

  [
    'a file that cannot be fetched',
    instance((_, ctx) => ({
      receiveHook: () => push(ctx, '1', photo).then(taken),
      fetchMedia: () => Promise.reject(new Error('gone')),
    })),
    FETCHED,
    'fetching r failed',
  ],
  [
    'a file with nothing in it',
    instance((_, ctx) => ({
      receiveHook: () => push(ctx, '1', photo).then(taken),
      fetchMedia: async () => ({ stream: new Blob([]).stream() }),
    })),
    FETCHED,
    'brings nothing',
  ],
]

const subject = { manifest: {}, plugin, type: 'sample-channel', address: '5511999990000' }

describe('the suite of channels, on the way in,', () => {
  it.each(broken)(
    'finds %s',
    async (_, changed, check, words) => {
      expect((await problemsOf(checks(changed), check)).join('\n')).toContain(words)
    },
    20_000,
  )

  it('has no rule that was never broken', () => {
    const all = channelInboundChecks({ ...subject, ...subjectOf('channel', subject) })
    expect(
      untested(
        all,
        broken.map(([, , check]) => check),
      ),
    ).toEqual([])
  })

  it('waits for what the stand-in of a session reports', async () => {
    let report = async (): Promise<void> => undefined
    const session = instance((good, ctx) => ({
      async connect(signal) {
        report = () => push(ctx, 'in-9')
        await good.connect(signal)
      },
    }))
    const suite = channelChecks({
      ...subject,
      plugin: session,
      manifest: new URL('../generator/templates/channel/package.json', import.meta.url),
      secrets: { token: TOKEN },
      endpoints: { api: provider.url },
      expectInbound: [
        { name: 'a message', trigger: () => report(), events: [{ kind: 'message', externalId: 'in-9' }] },
        { name: 'another one', trigger: () => report(), events: [{ kind: 'message', externalId: 'in-10' }] },
      ],
    })
    expect(await problemsOf(suite, 'over the session comes a message')).toEqual([])
    expect((await problemsOf(suite, 'over the session comes another one')).join()).toContain('waited')
  }, 20_000)
})
