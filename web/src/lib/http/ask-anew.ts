import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** What is asked for once more after the answer that is under way. */
const owed = new WeakSet<Query>()

/**
 * What is known under a key is old. An answer that is under way may be older than that, and would pass for a fresh one:
 * it is let in and asked for once more, however many news come meanwhile, so that a stream of them never keeps the
 * answers away. Without a key everything is meant.
 */
export function askAnew(client: QueryClient, queryKey: QueryKey = []): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (!owed.has(query)) void askAfter(client, query)
  }
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

async function askAfter(client: QueryClient, query: Query): Promise<void> {
  const only = { queryKey: query.queryKey, exact: true }
  owed.add(query)
  // joins the one that is under way
  await client.refetchQueries(only, { cancelRefetch: false })
  owed.delete(query)
  await client.invalidateQueries(only, { cancelRefetch: false })
}
