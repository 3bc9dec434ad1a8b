import { number, record } from '@recado/loose-json'
import type { ChannelContext } from '@recado/sdk'

/** Names in the channel's store. Values behind all but the progress carry `until`, after which they are worthless. */
export const STORE = {
  /** A file that Meta still has, by our id. */
  upload: 'upload:',
  /** How a template is built, by name and language. */
  template: 'template:',
  /** Sends that went the other way after Meta had refused them later. */
  healed: 'healed:',
  /** Parts of a message that are already out. */
  progress: 'partly-sent:',
} as const

const PRUNED = [STORE.upload, STORE.template, STORE.healed]
const BATCH = 500

/** Throws away what is worthless by now. */
export async function pruneStore({ store, clock }: Pick<ChannelContext, 'store' | 'clock'>): Promise<void> {
  for (const prefix of PRUNED) {
    for (const { key, value } of await store.list(prefix, BATCH)) {
      if ((number(record(value).until) ?? 0) <= clock.now()) await store.delete(key)
    }
  }
}
