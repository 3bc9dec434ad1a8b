import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { i18n } from './i18n/i18n.ts'
import type { ServerEvent } from './socket/events.ts'
import { useRefetchOn } from './socket/use-event.ts'
import { toast } from './toasts.ts'

interface CrudOptions<Row extends { id: number }, Write> {
  queryKey: readonly unknown[]
  list(signal: AbortSignal): Promise<Row[]>
  create(values: Write): Promise<Row>
  update(id: number, values: Write): Promise<Row>
  remove(id: number): Promise<unknown>
  /** Socket events after which the list is old. */
  events: readonly ServerEvent[]
}

/** A short catalogue that is loaded whole: queues, tags, reasons. Saving throws, so that the form can show why. */
export function useCrud<Row extends { id: number }, Write>(options: CrudOptions<Row, Write>) {
  const client = useQueryClient()
  const { queryKey } = options
  const query = useQuery({ queryKey, queryFn: ({ signal }) => options.list(signal) })
  useRefetchOn(options.events, queryKey)
  const put = (row: Row) =>
    client.setQueryData<Row[]>(queryKey, (rows) =>
      rows?.some((other) => other.id === row.id)
        ? rows.map((other) => (other.id === row.id ? { ...other, ...row } : other))
        : [...(rows ?? []), row],
    )
  const save = useMutation({
    mutationFn: ({ id, values }: { id: number | null; values: Write }) =>
      id === null ? options.create(values) : options.update(id, values),
    onSuccess: (row) => {
      put(row)
      toast.success(i18n.t('common:saved'))
    },
    meta: { handled: true },
  })
  const remove = useMutation({
    mutationFn: (id: number) => options.remove(id),
    onSuccess: (_, id) => {
      client.setQueryData<Row[]>(queryKey, (rows) => rows?.filter((row) => row.id !== id))
      toast.success(i18n.t('common:deleted'))
    },
    // The confirmation reports it.
    meta: { handled: true },
  })
  return { query, save: save.mutateAsync, remove: remove.mutateAsync }
}
