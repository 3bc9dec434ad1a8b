import { list, record, text } from '@recado/loose-json'
import { isPluginError, RETRY_POLICY, type Store } from '@recado/sdk'
import type { Taken } from './answer.ts'

/** Ids of the parts that are already out, while the rest of a message waits for its next try. */
const keyOf = (messageId: string) => `partly-sent:${messageId}`

export async function loadProgress(store: Store, messageId: string): Promise<Taken[]> {
  return list((await store.get<unknown>(keyOf(messageId)))?.value).flatMap((one) => {
    const { externalId, more } = record(one)
    const id = text(externalId)
    return id ? [{ externalId: id, more: list(more).flatMap((other) => text(other) ?? []) }] : []
  })
}

/** Nothing is kept for a message that will not be tried again. */
export async function keepProgress(store: Store, messageId: string, sent: Taken[], error: unknown): Promise<void> {
  if (isPluginError(error) && RETRY_POLICY[error.code] === 'never') return forgetProgress(store, messageId)
  await store.set(keyOf(messageId), sent)
}

export const forgetProgress = (store: Store, messageId: string): Promise<void> => store.delete(keyOf(messageId))
