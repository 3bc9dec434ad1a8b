import { type ChannelContext, InboundEvent, isPluginError, PluginError } from '@recado/sdk'
import { Compile } from 'typebox/compile'
import { createGate } from '../gate.ts'
import { asHost } from '../plugin-scope.ts'
import type { ChannelRef, HostPorts } from '../ports.ts'

const MAX_EVENTS = 1000
/** Pushes of one channel at once; the rest wait, so that a flood slows itself down and nobody else. */
const PUSHES = { inside: 16, waiting: 256 }
const WAIT_MS = 4000

const event = Compile(InboundEvent)

/** Why events were not accepted although the plugin did nothing wrong: the provider shall come again. */
export class NotAccepted extends PluginError {
  constructor(detail: string, cause?: unknown) {
    super('TEMPORARY', { detail, ...(cause === undefined ? {} : { cause }) })
  }
}

/** Looks for it in the chain of causes, since a plugin may have wrapped it. */
export function isNotAccepted(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof NotAccepted) return true
  }
  return false
}

export function createInbound(deps: {
  ports: Pick<HostPorts, 'inbound'>
  ref: ChannelRef
  epoch(): number | null
  signal: AbortSignal
}): ChannelContext['inbound'] {
  const gate = createGate(PUSHES)
  return {
    async push(events) {
      check(events)
      if (deps.signal.aborted) throw new NotAccepted('the instance is closed')
      if (events.length === 0) return
      const leave = await gate.enter(WAIT_MS, deps.signal)
      if (!leave) throw new NotAccepted('too many events at once')
      try {
        await asHost(() => deps.ports.inbound.push(deps.ref, deps.epoch(), events))
      } catch (error) {
        if (isPluginError(error)) throw error
        throw new NotAccepted('not stored', error)
      } finally {
        leave()
      }
    },
    typing(chat, on) {
      if (!deps.signal.aborted) asHost(() => deps.ports.inbound.typing(deps.ref, chat, Boolean(on)))
    },
  }
}

/** @throws TypeError, a defect of the plugin: the contract gives it the schema to check with */
function check(events: unknown): asserts events is InboundEvent[] {
  if (!Array.isArray(events)) throw new TypeError('push takes an array of events')
  if (events.length > MAX_EVENTS) throw new RangeError(`push takes at most ${MAX_EVENTS} events`)
  const wrong = events.findIndex((one) => !event.Check(one))
  if (wrong < 0) return
  const bad: unknown = events[wrong]
  const kind = typeof bad === 'object' && bad !== null && 'kind' in bad ? String(bad.kind).slice(0, 20) : 'unknown'
  throw new TypeError(`event ${wrong} (${kind}) is not an inbound event`)
}
