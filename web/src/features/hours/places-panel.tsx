import Box from '@mui/joy/Box'
import type { HoursOverview } from '@recado/core/modules/hours/contract'
import { useUrlText } from '../../lib/use-url-state.ts'
import { PlaceEditor } from './place-editor.tsx'
import { PlacePick } from './place-pick.tsx'
import { COMPANY, type HoursPlace } from './places.ts'
import type { Drafts } from './use-drafts.ts'

interface PlacesPanelProps {
  hours: HoursOverview
  places: [HoursPlace, ...HoursPlace[]]
  drafts: Drafts
}

/** The company, its channels and its queues on the left; the hours of one of them on the right. */
export function PlacesPanel({ hours, places, drafts }: PlacesPanelProps) {
  const [key, setKey] = useUrlText('lugar', COMPANY)
  const place = places.find((one) => one.key === key) ?? places[0]
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '240px minmax(0, 760px)' } }}>
      <PlacePick places={places} chosen={place.key} drafts={drafts} onChoose={setKey} />
      <PlaceEditor key={place.key} hours={hours} place={place} company={places[0]} drafts={drafts} />
    </Box>
  )
}
