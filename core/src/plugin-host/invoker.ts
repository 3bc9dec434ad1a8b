import { performance } from 'node:perf_hooks'
import { isPluginError } from '@recado/sdk'
import { insideUnitOfWork } from '../platform/db/uow.ts'
import type { Breaker } from './breaker.ts'
import { CLASS_RULES, type ClassRules } from './call-class.ts'
import { CallError, type CallFailure, toldError } from './call-error.ts'
import type { Defects } from './defects.ts'
import { createGates } from './gate.ts'
import type { HostMetrics } from './metrics.ts'
import { asPlugin } from './plugin-scope.ts'
import type { CallClass } from './types.ts'

/** Who is called: one instance of one plugin for one company. */
export interface Callee {
  pluginId: string
  tenantId: number
  instance: string
  breaker: Breaker
  /** Fires when the instance is closed. */
  signal: AbortSignal
}

export interface Call<T> {
  /** Name of the method, for logs and metrics. */
  name: string
  callClass: CallClass
  run(signal: AbortSignal): T | Promise<T>
  /** Ends the call early, for instance when the browser went away. */
  signal?: AbortSignal
}

/** The only way in which core reaches a plugin's code. */
export interface Invoker {
  /** @throws CallError, always with a code of the closed list */
  call<T>(callee: Callee, call: Call<T>): Promise<T>
}

/** Codes that mean "the provider or the plugin is not well", as opposed to "this request is no good". */
const TROUBLE = new Set(['TEMPORARY', 'AMBIGUOUS'])

export interface InvokerLimits {
  perPlugin: { inside: number; waiting: number }
  /** Of one plugin for one company, so that one company's calls cannot take all the room. */
  perTenant: { inside: number; waiting: number }
}

const LIMITS: InvokerLimits = {
  perPlugin: { inside: 500, waiting: 2000 },
  perTenant: { inside: 100, waiting: 500 },
}

/** Why the signal of a call fires that has ended: made once, since an error with a stack costs as much as the call. */
const OVER = new DOMException('the call has ended', 'AbortError')

export function createInvoker(deps: {
  defects: Defects
  metrics: HostMetrics
  limits?: InvokerLimits
  rules?: Record<CallClass, ClassRules>
}): Invoker {
  const rulesOf = deps.rules ?? CLASS_RULES
  const { perPlugin, perTenant } = deps.limits ?? LIMITS
  const plugins = createGates(perPlugin)
  const tenants = createGates(perTenant)

  /** Room for the company first, then in the plugin: a company that waits holds nothing that others need. */
  const room = async (
    { pluginId, tenantId, signal }: Callee,
    callClass: CallClass,
    waitMs: number,
  ): Promise<(() => void) | null> => {
    // What comes in takes no room from what goes out.
    const lane = `${pluginId}:${callClass === 'hook' ? 'in' : 'out'}`
    const leaveTenant = await tenants.enter(`${lane}:${tenantId}`, waitMs, signal)
    if (!leaveTenant) return null
    const leavePlugin = await plugins.enter(lane, waitMs, signal)
    if (leavePlugin)
      return () => {
        leavePlugin()
        leaveTenant()
      }
    leaveTenant()
    return null
  }

  const attempt = async <T>(callee: Callee, { name, callClass, run, signal }: Call<T>): Promise<T> => {
    const { limitMs, leavesTraces, streams } = rulesOf[callClass]
    const ending = new AbortController()
    const leaves: (() => void)[] = []
    let isRead = true
    // Closing must still be able to run code of an instance whose signal has fired.
    const outer = [...(callClass === 'close' ? [] : [callee.signal]), ...(signal ? [signal] : [])]
    // What is read after the answer ends with the others too; for the rest, hearing them directly costs a fifth of it.
    const combined = streams ? AbortSignal.any([ending.signal, ...outer]) : ending.signal
    const lost = (why: CallFailure, detail: string, cause?: unknown) =>
      new CallError(leavesTraces ? 'AMBIGUOUS' : 'TEMPORARY', why, {
        detail,
        ...(cause === undefined ? {} : { cause }),
      })
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(lost('late', `no answer within ${limitMs / 1000} s`))
        ending.abort(new DOMException('out of time', 'TimeoutError'))
      }, limitMs)
      for (const outside of outer) {
        const end = () => {
          reject(lost('closed', 'the call was ended'))
          ending.abort(outside.reason)
        }
        leaves.push(() => outside.removeEventListener('abort', end))
        if (outside.aborted) end()
        else outside.addEventListener('abort', end)
      }
    })
    try {
      const work = asPlugin(callee.pluginId, async () => run(combined), callee.instance)
      const answer = await Promise.race([work, limit])
      isRead = !streams
      return answer
    } catch (error) {
      if (error instanceof CallError) throw error
      if (isPluginError(error)) throw toldError(error)
      if (combined.aborted && isAbort(error)) throw lost('closed', 'the call was ended', error)
      deps.defects.record({ pluginId: callee.pluginId, instance: callee.instance, where: name, error })
      throw new CallError(leavesTraces ? 'AMBIGUOUS' : 'TEMPORARY', 'defect', { cause: error })
    } finally {
      clearTimeout(timer)
      for (const leave of leaves) leave()
      if (isRead) ending.abort(OVER)
    }
  }

  return {
    async call(callee, call) {
      if (insideUnitOfWork()) throw new Error(`${call.name} of a plugin called inside a unit of work`)
      const { waitMs, guarded } = rulesOf[call.callClass]
      const started = performance.now()
      const told = (outcome: string) =>
        deps.metrics.called(
          { plugin: callee.pluginId, class: call.callClass, outcome },
          (performance.now() - started) / 1000,
        )
      if (callee.signal.aborted && call.callClass !== 'close') throw new CallError('NOT_CONNECTED', 'closed')
      const pause = guarded ? callee.breaker.enter() : null
      if (pause !== null) {
        told('paused')
        throw new CallError('TEMPORARY', 'paused', { retryAfterMs: pause })
      }
      const leave = call.callClass === 'close' ? () => undefined : await room(callee, call.callClass, waitMs)
      if (!leave) {
        if (guarded) callee.breaker.left()
        told('busy')
        throw new CallError('TEMPORARY', callee.signal.aborted ? 'closed' : 'busy', { retryAfterMs: 1000 })
      }
      try {
        const answer = await attempt(callee, call)
        if (guarded) callee.breaker.succeeded()
        told('ok')
        return answer
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.why === 'late')
          deps.defects.record({ pluginId: callee.pluginId, instance: callee.instance, where: call.name, error })
        if (guarded) settleBreaker(callee.breaker, error)
        told(error.why === 'told' ? error.code : error.why)
        throw error
      } finally {
        leave()
      }
    },
  }
}

function settleBreaker(breaker: Breaker, error: CallError): void {
  if (error.why === 'closed') breaker.left()
  else if (error.why !== 'told' || TROUBLE.has(error.code)) breaker.failed()
  else breaker.succeeded()
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
