import { number, text } from '@recado/loose-json'
import type { ChannelContext } from '@recado/sdk'
import { WAMID } from './ids.ts'

/**
 * How often the hub wraps WhatsApp's own ids in base64. Inside they stand bare, so that one message has one id; where a
 * quote or a reaction names one, the hub wants it as it told it (NotificaMe, docs/api.md, reactions and replies).
 */
export interface Wrapping {
  /** From whatever the hub says: a delivery, the answer to a send. */
  learn(told: unknown): Promise<void>
  wrap(externalId: string): Promise<string>
}

const KEY = 'wrapping'
const USUAL = 1
const MOST = 2

export function createWrapping({ store }: Pick<ChannelContext, 'store'>): Wrapping {
  let known: number | null = null
  const layers = async () => (known ??= number((await store.get<unknown>(KEY))?.value) ?? USUAL)
  return {
    async learn(told) {
      const found = layersOf(text(told)?.trim() ?? '')
      if (found === null || found === (await layers())) return
      known = found
      await store.set(KEY, found)
    },
    async wrap(externalId) {
      if (!externalId.startsWith(WAMID)) return externalId
      let wrapped = externalId
      for (let layer = await layers(); layer > 0; layer -= 1) wrapped = Buffer.from(wrapped).toString('base64')
      return wrapped
    },
  }
}

/** Null for ids of other networks. */
function layersOf(told: string): number | null {
  let inner = told
  for (let layer = 0; layer <= MOST; layer += 1) {
    if (inner.startsWith(WAMID)) return layer
    inner = Buffer.from(inner, 'base64').toString('utf8')
  }
  return null
}
