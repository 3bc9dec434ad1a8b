import type { AppCredentials, ChannelContext, ConnectionReport, ConversationPage } from '../../context.ts'
import type { Address, InboundEvent } from '../../messages/index.ts'
import { createTestBus, type TestBus } from './bus.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { createTestContext, type TestContext, type TestContextOptions } from './test-context.ts'

export interface ChannelContextOptions extends TestContextOptions {
  /** Shared by the contexts of one channel's instances. */
  bus?: TestBus
  conversations?: Partial<ChannelContext['conversations']>
  /** What the operator set for all tenants. */
  app?: { settings?: Record<string, unknown>; secrets?: Record<string, string> }
}

export interface ChannelTestContext extends TestContext<ChannelContext> {
  /** Events in the order in which they were accepted. */
  readonly inbound: Recorder<InboundEvent>
  readonly typing: Recorder<{ chat: Address; on: boolean }>
  readonly reports: Recorder<ConnectionReport>
  /**
   * Takes the place of the host's acceptance: events count as accepted when it resolves and as refused when it
   * rejects. Null brings back the default, which accepts at once.
   */
  acceptWith(accept: ((events: InboundEvent[]) => Promise<void>) | null): void
}

/** A `ChannelContext` that records what the channel reports. */
export function createChannelContext(options: ChannelContextOptions = {}): ChannelTestContext {
  const base = createTestContext(options)
  const inbound = createRecorder<InboundEvent>('an inbound event')
  const typing = createRecorder<{ chat: Address; on: boolean }>('a typing hint')
  const reports = createRecorder<ConnectionReport>('a connection report')
  let accept: ((events: InboundEvent[]) => Promise<void>) | null = null

  const emptyPage: ConversationPage = { messages: [], hasMore: false, ticket: null }
  const ctx: ChannelContext = {
    ...base.ctx,
    inbound: {
      async push(events) {
        const copy = structuredClone(events)
        await accept?.(copy)
        for (const event of copy) inbound.add(event)
      },
      typing: (chat, on) => typing.add({ chat, on }),
    },
    connection: {
      async set(report) {
        reports.add(structuredClone(report))
      },
    },
    app: testApp(options.app),
    conversations: {
      history: async () => emptyPage,
      availability: async () => ({ open: true, agentsOnline: true, message: null }),
      ...options.conversations,
    },
    bus: (options.bus ?? createTestBus()).join(),
  }
  return {
    ...base,
    ctx,
    inbound,
    typing,
    reports,
    acceptWith(next) {
      accept = next
    },
  }
}

/** The operator's settings of an app, for `ctx.app` and `routeAppHook`. */
export function testApp(given: ChannelContextOptions['app'] = {}): AppCredentials {
  const { settings = {}, secrets = {} } = given
  const hookUrl = 'https://recado.invalid/hooks/app/plugin'
  return { hookUrl, settings, secrets: { get: async (field) => secrets[field] ?? null } }
}
