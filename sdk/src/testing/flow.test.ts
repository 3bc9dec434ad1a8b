import type { InstanceContext } from '../context.ts'
import type { FlowInstance } from '../contributions/flow.ts'
import flow from '../generator/templates/flow/src/index.ts'
import * as provider from '../generator/templates/flow/test/stand-in.ts'
import { withInstance } from './broken.fixture.ts'
import { prove } from './prove.fixture.ts'
import { flowChecks } from './suites/flow.ts'

const flowWith = (change: (good: FlowInstance) => Partial<FlowInstance>) =>
  withInstance<InstanceContext, FlowInstance>(flow, change)
const memory = new Set<string>()

prove({
  kind: 'flow',
  provider: provider,
  sound: flow,
  checks: (options) => flowChecks({ ...options, settings: { flow: 'welcome' } }),
  broken: [
    [
      'a reply with an unknown content',
      flowWith(() => ({
        turn: async () => ({ messages: [{ type: 'dance' } as never], state: null, next: { type: 'close' } }),
      })),
      'the first turn answers',
      '/messages/0',
    ],
    [
      'an enormous state',
      flowWith((good) => ({
        turn: async (input, signal) => ({ ...(await good.turn(input, signal)), state: 'x'.repeat(70_000) }),
      })),
      'the first turn answers',
      'above 64 KB',
    ],
    [
      'a flow that remembers in the instance',
      flowWith((good) => {
        let started = false
        return {
          async turn(input, signal) {
            if (input.event.type !== 'start' && !started) throw new Error('no such conversation')
            started = true
            return good.turn(input, signal)
          },
        }
      }),
      'another instance goes on from the stored state',
      'no such conversation',
    ],
    [
      'a flow that trusts its state',
      flowWith((good) => ({
        turn: (input, signal) => {
          memory.add((input.state as { session: string } | null)?.session.trim() ?? '')
          return good.turn(input, signal)
        },
      })),
      'a state it does not know fails with an error of the closed list or starts anew',
      'TypeError',
    ],
    [
      'a flow that cannot be cancelled',
      flowWith(() => ({ cancel: () => Promise.reject(new Error('no')) })),
      'a running flow can be cancelled',
      'cancel failed',
    ],
  ],
})
