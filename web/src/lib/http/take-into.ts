import type { QueryClient } from '@tanstack/react-query'

/**
 * Writes what the server told of one row into a list that is kept. A list that is under way may be older than that, and
 * would take it back: it is asked for anew.
 */
export async function takeInto<Row extends { id: number }>(
  client: QueryClient,
  queryKey: readonly unknown[],
  told: Partial<Row> & { id: number },
): Promise<void> {
  const isUnderWay = client.isFetching({ queryKey }) > 0
  if (isUnderWay) await client.cancelQueries({ queryKey })
  client.setQueryData<Row[]>(queryKey, (rows) => rows?.map((row) => (row.id === told.id ? { ...row, ...told } : row)))
  if (isUnderWay) await client.invalidateQueries({ queryKey })
}
