import type { InstanceContext, Log } from '../../context.ts'
import type { Plugin } from '../../plugin.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createTestHttp, type SentRequest } from './http.ts'
import { createTestMedia, type TestMedia } from './media.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { createTestSchedule, type TestSchedule } from './schedule.ts'
import { createTestStore, type TestStore } from './store.ts'

/** Where a test's clock stands unless it is told otherwise: 2026-01-15 12:00 UTC. */
export const TEST_NOW = Date.UTC(2026, 0, 15, 12)

export interface TestContextOptions {
  instance?: Partial<InstanceContext['instance']>
  /** As the host hands them over: validated, without the secrets. */
  settings?: Record<string, unknown>
  secrets?: Record<string, string>
  /** Base addresses by name, usually stand-ins on loopback. */
  endpoints?: Record<string, string>
  /** Origins that pass as addresses a tenant typed in, such as `http://127.0.0.1:4000`. */
  egress?: readonly string[]
  locales?: Plugin['locales']
  locale?: keyof Plugin['locales']
  /** Epoch milliseconds at which the clock stands; `TEST_NOW` when absent. */
  now?: number
  /** Given to open a second instance on what the first one left behind. */
  store?: TestStore
  media?: TestMedia
  /** Address under which hooks are reached; an invalid one when absent. */
  hookBase?: string
}

export interface LogEntry {
  level: keyof Log
  message: string
  fields: Record<string, unknown>
}

/** A context with everything a test wants to look at behind it. */
export interface TestContext<Context extends InstanceContext = InstanceContext> {
  readonly ctx: Context
  readonly clock: TestClock
  readonly store: TestStore
  readonly media: TestMedia
  readonly schedule: TestSchedule
  readonly logs: Recorder<LogEntry>
  /** Requests through `ctx.http`. */
  readonly requests: Recorder<SentRequest>
  /** Keys that were asked of `ctx.t` and are not in the locales. */
  readonly missingTexts: ReadonlySet<string>
  /** Fires `ctx.signal`, as the host does when it closes the instance. */
  close(): void
}

/** An `InstanceContext` that behaves as the host's does, in memory. */
export function createTestContext(options: TestContextOptions = {}): TestContext {
  const closing = new AbortController()
  const clock = createTestClock(options.now ?? TEST_NOW)
  const schedule = createTestSchedule(clock)
  const store = options.store ?? createTestStore()
  const media = options.media ?? createTestMedia()
  const logs = createRecorder<LogEntry>('a log entry')
  const requests = createRecorder<SentRequest>('a request')
  const missingTexts = new Set<string>()
  const endpoints = Object.fromEntries(
    Object.entries(options.endpoints ?? {}).map(([name, address]) => [name, address.replace(/\/$/, '')]),
  )
  const secrets = options.secrets ?? {}
  const instance = { id: 'instance-1', name: 'Test', type: 'test', tenantId: 1, ...options.instance }
  const write =
    (level: keyof Log) =>
    (message: string, fields: Record<string, unknown> = {}) =>
      logs.add({ level, message, fields })

  const ctx: InstanceContext = {
    instance,
    settings: Object.freeze(structuredClone(options.settings ?? {})),
    secrets: { get: async (field) => secrets[field] ?? null },
    http: createTestHttp({ endpoints, egress: options.egress ?? [], sent: requests, signal: closing.signal }),
    endpoints,
    store,
    media,
    schedule,
    hookUrl: async (path = '') => `${options.hookBase ?? 'https://recado.invalid'}/hooks/${instance.id}${path}`,
    clock,
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    t(key, params = {}) {
      const text = options.locales?.[options.locale ?? 'en'][key]
      if (text === undefined) missingTexts.add(key)
      return (text ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
    },
    signal: closing.signal,
  }
  return { ctx, clock, store, media, schedule, logs, requests, missingTexts, close: () => closing.abort() }
}
