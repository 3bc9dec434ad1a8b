import { clip, type Loose, record, records, text } from '@recado/loose-json'
import { PluginError } from '@recado/sdk'
import { codeFor, faultOf, HubError } from '../api/errors.ts'
import { unwrapped } from '../ids.ts'

/** The ids of what the hub took: `{id}`, `{messageId}`, `{data: {…}}`, or lists of those. */
export interface Taken {
  /** The network's own id where it is known at once, else the hub's. */
  externalId: string
  /** The other one: states name either. */
  more: string[]
}

/**
 * Reads the answer to a send. HTTP 200 may say that it failed.
 * @throws HubError what failed; PluginError AMBIGUOUS when the answer names no message
 */
export function takenOf(answer: unknown, unknownId: string): Taken {
  throwRefusal(answer)
  const layers = layersOf(answer)
  // What is inside says it more exactly than what is around it.
  const inner = [...layers].reverse()
  const own = first(inner, ({ messageId, id }) => text(messageId) ?? text(id))
  const network = first(inner, ({ providerMessageId }) => unwrapped(providerMessageId))
  const ids = [network, own].flatMap((id) => (id ? [clip(id, 512)] : []))
  const [externalId, ...more] = [...new Set(ids)]
  if (!externalId) throw new PluginError('AMBIGUOUS', { detail: unknownId })
  return { externalId, more }
}

/** @throws HubError what failed, although the status says 200 */
export function throwRefusal(answer: unknown): void {
  for (const layer of layersOf(answer)) {
    const fault = faultOf(layer)
    if (fault) throw new HubError(codeFor(fault.code, fault.words), 200, fault.words)
  }
}

/** The network's own id as the hub spells it. */
export const idToldIn = (answer: unknown): unknown =>
  layersOf(answer).find(({ providerMessageId }) => text(providerMessageId))?.providerMessageId

/** The answer and what it holds, from the outside in. */
function layersOf(answer: unknown): Loose[] {
  return records(answer).flatMap((outer) => [outer, ...records(outer.data), ...records(record(outer.data).data)])
}

function first(layers: Loose[], pick: (layer: Loose) => string | undefined): string | undefined {
  for (const layer of layers) {
    const found = pick(layer)
    if (found) return found
  }
  return undefined
}
