import { list } from '@recado/loose-json'
import { isPluginError, RETRY_POLICY, type Store } from '@recado/sdk'
import { STORE } from '../store-keys.ts'

const keyOf = (messageId: string) => `${STORE.progress}${messageId}`

/** Ids of the parts that are already out, while the rest of a message waits for its next try. */
export async function loadProgress(store: Store, messageId: string): Promise<string[]> {
  const kept = (await store.get(keyOf(messageId)))?.value
  return list(kept).filter((id): id is string => typeof id === 'string')
}

/** Nothing is kept for a message that will not be tried again. */
export async function keepProgress(store: Store, messageId: string, sent: string[], error: unknown): Promise<void> {
  if (isPluginError(error) && RETRY_POLICY[error.code] === 'never') return forgetProgress(store, messageId)
  await store.set(keyOf(messageId), sent)
}

export const forgetProgress = (store: Store, messageId: string): Promise<void> => store.delete(keyOf(messageId))
