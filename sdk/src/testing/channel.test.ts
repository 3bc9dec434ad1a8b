import { connect as connectSocket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import type { ChannelInstance } from '../contributions/index.ts'
import type { Plugin } from '../plugin.ts'
import { problemsOf } from './broken.fixture.ts'
import {
  after,
  checks,
  definition,
  features,
  type Instance,
  instance,
  nothing,
  plugin,
  provider,
  TOKEN,
} from './channel.fixture.ts'
import { channelInboundChecks } from './checks/channel-inbound.ts'
import { declarationChecks } from './checks/common.ts'
import { untested } from './prove.fixture.ts'
import { subjectOf } from './subject.ts'
import { runChecks } from './test-api.ts'

afterAll(() => provider.close())

const FEATURES = 'a feature is declared where its method exists, and only there'
const BOOK = 'the address book lists people, each once'
const OPEN = 'open does no network work and keeps nothing in common'
const REPEAT = 'with idempotent sends declared, a repeat gets the same id'
const TEXT = 'a text is sent and answered with its id'
const CONTENTS = 'every declared content is sent'
const CLOSED = 'with the provider down calls fail with errors of the closed list'
const ABORT = 'an aborted call ends'
const VERBS = 'the declared verbs work on a sent message'
const LEAK = 'closing leaves no timer and no connection behind'
let shared: ChannelInstance | undefined
const book = (...phones: string[]) =>
  instance(() => ({
    async *listContacts() {
      for (const value of phones) yield { addresses: [{ kind: 'phone', value }], name: 'Bia' }
    },
  }))

const broken: [string, Plugin, string, string][] = [
  ['edit promised without the method', features({ edit: { withinSeconds: 0 } }), FEATURES, 'edit is missing'],
  ['react promised without the method', features({ react: true }), FEATURES, 'react is missing'],
  ['history promised without the method', features({ history: true }), FEATURES, 'fetchHistory is missing'],
  ['an address book promised without the method', features({ contactList: true }), FEATURES, 'listContacts is missing'],
  ['an address book with somebody twice', book('5511999990001', '5511999990001'), BOOK, 'twice'],

  ['templates promised without the method', features({ template: true }), FEATURES, 'syncTemplates is missing'],
  ['typing promised without the method', features({ typing: { in: false, out: true } }), FEATURES, 'typing is missing'],
  ['remove without the promise', instance(() => ({ remove: nothing })), FEATURES, 'remove is not declared'],
  ['a webhook channel that receives nothing', instance(() => ({ receiveHook: undefined })), FEATURES, 'neither'],
  ['impossible limits', features({ text: { maxLength: 0 } }), 'the features are possible', 'text.maxLength'],
  [
    'addresses without a canonical form',
    definition(() => ({ address: { kind: 'phone', normalise: (raw) => `+${raw}` } })),
    'addresses have one canonical form and nonsense is refused',
    'then something else',
  ],
  ['a request in open', instance((_, ctx) => after(ctx.http.request('api:/me').catch(nothing), {})), OPEN, 'open'],
  [
    'a connection in open, past ctx.http',
    instance(() => after(fetch('http://127.0.0.1:65000').catch(nothing), {})),
    OPEN,
    'open connected to 127.0.0.1:65000',
  ],
  [
    'a shared instance',
    definition(({ open }) => ({
      open(ctx) {
        shared ??= open(ctx)
        return shared
      },
    })),
    OPEN,
    'the same instance twice',
  ],
  ['an open that throws', definition(() => ({ open: () => JSON.parse('{') as ChannelInstance })), OPEN, 'SyntaxError'],
  [
    'a channel that never says it is connected',
    instance(() => ({ connect: nothing })),
    'it connects and says so',
    'waited',
  ],
  [
    'a connection state of its own',
    instance((good, ctx) => ({
      connect: async (signal) => {
        await ctx.connection.set({ state: 'happy' as 'connected' })
        await good.connect(signal)
      },
    })),
    'it connects and says so',
    'happy',
  ],
  ['a send without an id', instance(() => ({ send: async () => ({ externalId: '' }) })), TEXT, 'externalId'],
  [
    'one id for all',
    instance(() => ({ send: async () => ({ externalId: 'x' }) })),
    'two messages get two ids',
    'the same id',
  ],
  ['a promised content that is refused', features({ location: true }), CONTENTS, 'location'],
  [
    'an error of its own',
    instance(() => ({ send: async () => Promise.reject(new Error('oops')) })),
    CLOSED,
    'send threw Error: oops',
  ],
  ['a string thrown', instance(() => ({ connect: () => Promise.reject('no') })), CLOSED, 'not an Error'],
  [
    'a send that ignores its signal',
    instance((good, ctx) => ({ send: (message) => good.send(message, ctx.signal) })),
    ABORT,
    'send goes on',
  ],
  [
    'an undeclared host',
    instance(() => ({
      async send() {
        await fetch('http://203.0.113.9/x').catch(nothing)
        return { externalId: 'x' }
      },
    })),
    TEXT,
    '203.0.113.9:80, which is no declared endpoint',
  ],
  [
    'a secret in the log',
    instance((good, ctx) => ({
      send: (message, signal) => after(ctx.log.info('sending', { token: TOKEN }), good.send(message, signal)),
    })),
    TEXT,
    'contains a secret',
  ],
  [
    'a secret in the store',
    instance((good, ctx) => ({
      async send(message, signal) {
        await ctx.store.set('session', { token: TOKEN })
        return good.send(message, signal)
      },
    })),
    TEXT,
    'unsealed under session',
  ],
  [
    'a text that does not exist',
    instance((good, ctx) => ({ send: (message, signal) => after(ctx.t('no.such.text'), good.send(message, signal)) })),
    TEXT,
    'no.such.text',
  ],
  [
    'a timer left behind',
    instance((good) => ({
      connect: (signal) => after(setInterval(() => undefined, 60_000).unref(), good.connect(signal)),
    })),
    LEAK,
    'a timer is still running',
  ],
  ['a second end that fails', instance(() => closeOnce()), 'closing twice is harmless', 'closing again failed'],
  [
    'an action that answers no step',
    definition(() => ({ actions: { testConnection: { run: async () => ({ ok: true }) as never } } })),
    'the action testConnection answers a step',
    'not a step',
  ],
  [
    'an action that throws',
    definition(() => ({ actions: { testConnection: { run: () => Promise.reject(new Error('oops')) } } })),
    'the action testConnection answers a step',
    'not on the closed list',
  ],
  [
    'a content that breaks it',
    instance((good) => ({
      send: (message, signal) =>
        message.content.type === 'carousel' ? Promise.reject(new Error('oops')) : good.send(message, signal),
    })),
    'undeclared contents fail with errors of the closed list',
    'not on the closed list',
  ],
  [
    'a verb that fails',
    instance(() => ({ markRead: () => Promise.reject(new Error('no')) })),
    VERBS,
    'markRead failed',
  ],
  [
    'a connection left behind',
    instance(() => ({
      connect: () => new Promise((resolve) => connectSocket(Number(new URL(provider.url).port), '127.0.0.1', resolve)),
    })),
    LEAK,
    'is still open',
  ],
]

function closeOnce(): Instance {
  let closed = false
  return {
    async disconnect() {
      if (closed) throw new Error('already closed')
      closed = true
    },
  }
}

const subject = { manifest: {}, plugin, type: 'sample-channel', address: '5511999990000' }
const inbound = () => channelInboundChecks({ ...subject, ...subjectOf('channel', subject) })

describe('the suite of channels', () => {
  it.each(broken)(
    'finds %s',
    async (_, changed, check, words) => {
      expect((await problemsOf(checks(changed), check)).join('\n')).toContain(words)
    },
    20_000,
  )

  it('finds nothing in a sound channel', async () => {
    expect(await runChecks(checks(plugin))).toEqual({})
  })

  it('has no rule that was never broken', () => {
    const covered = [...broken.map(([, , check]) => check), REPEAT]
    const all = checks(plugin)
    const elsewhere = [...declarationChecks(subjectOf('channel', subject)), ...inbound()]
    expect(untested(all, covered, elsewhere)).toEqual([])
  })

  it('finds a repeat that becomes a second message', async () => {
    let count = 0
    const careless = instance(() => ({
      async send() {
        count += 1
        return { externalId: `m-${count}` }
      },
    }))
    expect(await problemsOf(checks(careless), REPEAT)).toEqual(['the repeat got another id'])
  })
})
