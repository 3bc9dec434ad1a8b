import { farewellsContract } from '@recado/core/modules/farewells/contract'
import { useQuery } from '@tanstack/react-query'
import { forQueue } from '../../../lib/for-queue.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../../lib/socket/use-event.ts'
import { ChoiceFilter } from '../../../ui/choice-filter.tsx'

const FRESH_MS = 300_000

interface FarewellPickProps {
  queueId: number | null
  /** As it stands in the field. */
  text: string
  onPick(text: string): void
}

/** The farewells that a ticket of this queue may end with; nothing where there are none. */
export function FarewellPick({ queueId, text, onPick }: FarewellPickProps) {
  const t = useT('attendance')
  useRefetchOn(['farewell'], ['farewells'])
  const { data = [] } = useQuery({
    queryKey: ['farewells', 'choices'],
    queryFn: ({ signal }) => call(farewellsContract.routes.list, { signal, quiet: true }),
    staleTime: FRESH_MS,
  })
  const offered = forQueue(data, queueId)
  if (offered.length === 0) return null
  return (
    <ChoiceFilter
      label={t('resolve.pickFarewell')}
      all={t('resolve.channelFarewell')}
      value={offered.find((farewell) => farewell.message === text)?.id ?? ''}
      onChange={(id) => onPick(offered.find((farewell) => farewell.id === id)?.message ?? '')}
      choices={offered.map(({ id, name, message }) => ({ value: id, label: name || message.slice(0, 60) }))}
    />
  )
}
