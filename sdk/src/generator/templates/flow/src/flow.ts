import { CONTRACTS, contentText, defineFlow, type FlowInput, type FlowReply, type InstanceContext } from '@recado/sdk'
import { createProvider } from './provider.ts'
import { settings } from './settings.ts'

interface Turn {
  session: string
  texts: string[]
  end: boolean
}

export const flow = defineFlow({
  type: 'sample-flow',
  contract: CONTRACTS.flow,
  scope: 'tenant',
  name: 'flow.name',
  description: 'flow.description',
  settings,
  settingsVersion: 1,
  open(ctx: InstanceContext<{ flow: string }>) {
    const provider = createProvider(ctx)
    return {
      /** The session's id is all there is to remember; without one the flow starts anew. */
      async turn(input, signal): Promise<FlowReply> {
        const session = sessionOf(input.state)
        const path = session ? `/sessions/${encodeURIComponent(session)}` : '/sessions'
        const turn = await provider.call<Turn>('POST', path, signal, {
          flow: ctx.settings.flow,
          text: textOf(input.event),
          contact: input.contact.name,
        })
        return {
          messages: turn.texts.map((text) => ({ type: 'text', text })),
          state: { session: turn.session },
          next: turn.end ? { type: 'transfer' } : { type: 'wait', timeoutSeconds: 1800 },
        }
      },
    }
  },
})

function sessionOf(state: unknown): string | null {
  const session = (state as { session?: unknown } | null)?.session
  return typeof session === 'string' ? session : null
}

const textOf = (event: FlowInput['event']): string => (event.type === 'message' ? contentText(event.content) : '')
