import { GraphError } from '@recado/meta-graph'
import type { Line } from '../line.ts'
import type { Account } from './account.ts'

/** Fields of a page that carry Instagram's messages; the app's own subscription names what of Instagram it wants. */
const PAGE_FIELDS = 'messages,messaging_postbacks,message_reactions'

/**
 * Ends what `subscribe` began, of an account with a login of its own. A page's subscription stays: Messenger and
 * Instagram of one company share it. @throws GraphError
 */
export async function unsubscribe({ access }: Line, account: Account, signal: AbortSignal): Promise<void> {
  if (access.kind !== 'instagram') return
  await access.graph.call(`/${encodeURIComponent(account.id)}/subscribed_apps`, { method: 'DELETE', signal })
}

/** Has the app told of what happens at the account. Done again it changes nothing. @throws GraphError */
export async function subscribe(line: Line, account: Account, signal: AbortSignal): Promise<void> {
  const { platform, access } = line
  const ask = (id: string, fields: string) =>
    access.graph.call(`/${encodeURIComponent(id)}/subscribed_apps`, {
      method: 'POST',
      query: { subscribed_fields: fields },
      signal,
    })
  try {
    await ask(account.id, platform.fields)
  } catch (error) {
    // Professional accounts that belong to a page are subscribed through it where they have no edge of their own.
    const isUnknownEdge = error instanceof GraphError && error.fault.code === 100
    if (!isUnknownEdge || !account.pageId || account.pageId === account.id) throw error
    await ask(account.pageId, PAGE_FIELDS)
  }
}
