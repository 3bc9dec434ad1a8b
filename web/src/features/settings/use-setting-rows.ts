import { type Setting, type SettingDefinition, settingsContract } from '@recado/core/modules/settings/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reportError } from '../../lib/errors.ts'
import { call } from '../../lib/http/client.ts'
import { settingsQuery } from '../../lib/tenant-settings.ts'

const { catalogue, save } = settingsContract.routes

export type SettingRow = SettingDefinition & { value: string }

/** The catalogue with the company's values. */
export function useSettingRows() {
  const values = useQuery(settingsQuery)
  const definitions = useQuery({
    queryKey: ['settings', 'catalogue'],
    queryFn: ({ signal }) => call(catalogue, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = definitions.error ?? values.error
  const rows =
    definitions.data && values.data
      ? definitions.data.map(
          (definition): SettingRow => ({
            ...definition,
            value: values.data.find(({ key }) => key === definition.key)?.value ?? definition.default,
          }),
        )
      : undefined
  const retry = () => {
    void definitions.refetch()
    void values.refetch()
  }
  return { rows, error, retry }
}

/** Saves one value; it shows at once and goes back when the server refuses. */
export function useSaveSetting() {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationFn: (body: { key: string; value: string }) => call(save, { params: { key: body.key }, body }),
    onMutate: async ({ key, value }) => {
      await client.cancelQueries({ queryKey, exact: true })
      const before = client.getQueryData<Setting[]>(queryKey)
      client.setQueryData<Setting[]>(queryKey, (rows) =>
        rows?.map((row) => (row.key === key ? { ...row, value } : row)),
      )
      return { before }
    },
    onError: (error, _, context) => {
      client.setQueryData(queryKey, context?.before)
      reportError(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey, exact: true }),
    meta: { handled: true },
  })
}
