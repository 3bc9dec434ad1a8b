import type { Agent } from 'node:https'
import { type ChannelContext, isPluginError, PluginError } from '@recado/sdk'
import type { WASocket, WAVersion } from '@whiskeysockets/baileys'
import { type Auth, forgetAuth, isPaired, loadAuth } from '../auth/auth.ts'
import { createLedger, type Ledger } from '../auth/ledger.ts'
import { proxyAgent } from '../library/proxy.ts'
import { knownVersion, refreshVersion } from '../library/version.ts'
import { pause } from '../library/wait.ts'
import type { WhatsAppSettings } from '../settings.ts'
import type { Timing } from '../timing.ts'
import { type Attempt, attempt } from './attempt.ts'
import type { Deferred } from './deferred.ts'
import { backoff, countLogins, type Logins, type Next, nextAfter, REASON } from './policy.ts'
import type { Status } from './status.ts'

/** Restarts in a row that pairing may need; more than that is no pairing. */
const MOST_RESTARTS = 3

export interface KeepOptions {
  ctx: ChannelContext
  settings: Readonly<WhatsAppSettings>
  status: Status
  timing: Timing
  open(given: {
    auth: Auth
    version: WAVersion | undefined
    agent: Agent | undefined
    /** Fires when the socket is over and what it brought was waited for. */
    signal: AbortSignal
  }): WASocket
  /** Listens to a new socket; answers how to wait until what it brought is dealt with. */
  attach: Attempt['attach']
  onOpen(socket: WASocket): Promise<void>
  /** Before the first socket. */
  prepare(): Promise<void>
}

/** What is there at the moment; looked at by everybody else. */
export interface Holding {
  auth: Auth | null
  socket: WASocket | null
  isOpen: boolean
}

/** One wish to be connected, from the first attempt until a person has to act or it is called off. */
export interface Run {
  readonly until: AbortSignal
  /** The first attempt led to something: a code, a connection, another try. */
  readonly first: Deferred
  /** A person has to act; the run says so and is over. */
  isEnding: boolean
}

/** Opens one socket after the other, as the policy says. Generations never overlap: one is over before the next. */
export async function keep(options: KeepOptions, holding: Holding, run: Run): Promise<void> {
  const { ctx, status, timing } = options
  const proxy = await ctx.secrets.get('proxyUrl')
  const agent = proxy ? await proxyAgent(proxy) : undefined
  let failures = 0
  let badSessions = 0
  let restarts = 0
  const logins = countLogins(timing.loginWindowMs, ctx.clock.now)
  await status.connecting()
  while (!run.until.aborted) {
    const { next, code, openMs, ledger } = await generation(options, holding, run, agent, badSessions)
    if (run.until.aborted) return
    if (openMs !== null) logins.made(ctx.clock.now() - openMs)
    if (openMs !== null && openMs >= timing.steadyMs) failures = 0
    badSessions = code === REASON.badSession ? badSessions + 1 : 0
    restarts = next.type === 'restart' ? restarts + 1 : 0
    if (next.type === 'stop') return stopped(options, next, ledger, run)
    if (next.type === 'restart' && restarts <= MOST_RESTARTS) continue
    failures += 1
    await retryLater(
      options,
      next.type === 'retry' ? next : { type: 'retry', reason: 'state.lost' },
      failures,
      run,
      logins,
    )
  }
}

interface Ended {
  next: Next
  code: number | undefined
  openMs: number | null
  ledger: Ledger
}

/** One socket with its keys, from opening to the last thing that it brought. */
async function generation(
  options: KeepOptions,
  holding: Holding,
  { until, first }: Run,
  agent: Agent | undefined,
  badSessions: number,
): Promise<Ended> {
  const { ctx, settings, timing } = options
  const over = new AbortController()
  const keysFailed = new AbortController()
  const ledger = createLedger({
    store: ctx.store,
    signal: until,
    retryMs: timing.retryMs,
    onFailure: () => keysFailed.abort(),
  })
  const noKeys: Ended = { next: { type: 'retry', reason: 'state.storage' }, code: undefined, openMs: null, ledger }
  try {
    await options.prepare()
    // The store is the truth: what the last socket had in memory may be ahead of it when a write failed.
    const auth = await freshAuth(ledger, ctx.clock.now)
    const isPairing = !isPaired(auth)
    const version = await knownVersion(ctx, settings.version)
    if (until.aborted) return noKeys
    const socket = options.open({ auth, version, agent, signal: over.signal })
    Object.assign(holding, { auth, socket, isOpen: false })
    const { code, openMs } = await attempt({
      ...options,
      socket,
      auth,
      until: AbortSignal.any([until, keysFailed.signal]),
      onShown: first.resolve,
      onOver: () => over.abort(),
      async onOpen() {
        holding.isOpen = true
        first.resolve()
        await options.onOpen(socket)
      },
    })
    if (keysFailed.signal.aborted) return { ...noKeys, openMs }
    const next = nextAfter({ code, isPairing, badSessions: badSessions + 1 })
    return { next, code, openMs, ledger }
  } catch (error) {
    if (isPluginError(error)) throw error
    if (!until.aborted) ctx.log.error('the session could not be opened', { detail: String(error).slice(0, 200) })
    return noKeys
  } finally {
    holding.socket = null
    holding.isOpen = false
    await ledger.idle()
  }
}

/** A pairing that nobody finished leaves a number behind that WhatsApp does not know. */
async function freshAuth(ledger: Ledger, now: () => number): Promise<Auth> {
  const auth = await loadAuth(ledger, now)
  if (isPaired(auth) || !auth.creds.me) return auth
  await forgetAuth(ledger)
  return loadAuth(ledger, now)
}

async function stopped(
  { ctx, status }: KeepOptions,
  next: Extract<Next, { type: 'stop' }>,
  ledger: Ledger,
  run: Run,
): Promise<void> {
  if (next.forget) await forgetAuth(ledger)
  run.isEnding = true
  await status.stopped(next.reason, next.userAction)
  run.first.reject(new PluginError(next.code, { detail: ctx.t(next.reason) }))
}

async function retryLater(
  { ctx, status, timing }: KeepOptions,
  next: Extract<Next, { type: 'retry' }>,
  failures: number,
  { until, first }: Run,
  logins: Logins,
): Promise<void> {
  const heldBack = logins.waitMs()
  await status.lost(heldBack > 0 ? 'state.tooOften' : next.reason, failures)
  first.resolve()
  const shortest = next.refreshVersion ? timing.versionPauseMs : timing.firstPauseMs
  if (next.refreshVersion) await refreshVersion(ctx, until)
  const patience = backoff(failures, shortest, Math.max(shortest, timing.longestPauseMs))
  await pause(Math.max(patience, heldBack), until)
  if (!until.aborted) await status.connecting(failures)
}
