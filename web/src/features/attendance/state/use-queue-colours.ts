import { useMemo } from 'react'
import { useQueueChoices } from './use-choices.ts'

/** Colour by id of the queue; tickets only carry the name. */
export function useQueueColours(): ReadonlyMap<number, string> {
  const { data } = useQueueChoices()
  return useMemo(() => new Map(data?.map(({ id, color }) => [id, color])), [data])
}
