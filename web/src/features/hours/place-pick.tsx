import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import List from '@mui/joy/List'
import ListItem from '@mui/joy/ListItem'
import ListItemButton from '@mui/joy/ListItemButton'
import ListItemContent from '@mui/joy/ListItemContent'
import ListItemDecorator from '@mui/joy/ListItemDecorator'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import Typography from '@mui/joy/Typography'
import type { Level } from '@recado/core/modules/hours/contract'
import { Building2, Inbox, Network } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { type HoursPlace, hasOwn } from './places.ts'
import type { Drafts } from './use-drafts.ts'

interface PlacePickProps {
  places: readonly HoursPlace[]
  /** A key. */
  chosen: string
  drafts: Drafts
  onChoose(key: string): void
}

const LEVELS = ['company', 'channel', 'queue'] as const
const ICONS: Record<Level, typeof Inbox> = { company: Building2, channel: Network, queue: Inbox }

/** A list where there is room, a menu on phones. */
export function PlacePick({ places, chosen, drafts, onChoose }: PlacePickProps) {
  const t = useT('hours')
  return (
    <>
      <Box sx={{ display: { xs: 'block', md: 'none' } }}>
        <Select<string>
          value={chosen}
          onChange={(_, key) => key !== null && onChoose(key)}
          slotProps={{ button: { 'aria-label': t('place') }, listbox: { sx: { maxHeight: 360 } } }}
        >
          {places.map((place) => (
            <Option key={place.key} value={place.key} label={place.name}>
              <Mark place={place} />
              {place.name}
              <State place={place} isDirty={drafts.isDirty(place)} />
            </Option>
          ))}
        </Select>
      </Box>
      <Box component="nav" aria-label={t('place')} sx={{ display: { xs: 'none', md: 'block' } }}>
        {LEVELS.map((level) => {
          const here = places.filter((place) => place.level === level)
          if (here.length === 0) return null
          return (
            <Box key={level} sx={{ mb: 3 }}>
              {level !== 'company' && (
                <Typography level="body-xs" component="h2" sx={{ px: 3, pb: 1, fontWeight: 600 }}>
                  {t(`levels.${level}`)}
                </Typography>
              )}
              <List size="sm" sx={{ '--ListItem-radius': '6px', p: 0 }}>
                {here.map((place) => (
                  <ListItem key={place.key}>
                    <ListItemButton
                      selected={place.key === chosen}
                      {...(place.key === chosen ? { 'aria-current': 'true' as const } : {})}
                      onClick={() => onChoose(place.key)}
                    >
                      <ListItemDecorator>
                        <Mark place={place} />
                      </ListItemDecorator>
                      <ListItemContent sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                        {place.name}
                      </ListItemContent>
                      <State place={place} isDirty={drafts.isDirty(place)} />
                    </ListItemButton>
                  </ListItem>
                ))}
              </List>
            </Box>
          )
        })}
      </Box>
    </>
  )
}

function Mark({ place }: { place: HoursPlace }) {
  if (place.colour !== null) return <ColourDot colour={place.colour} size={10} />
  const Icon = ICONS[place.level]
  return <Icon size={16} aria-hidden />
}

function State({ place, isDirty }: { place: HoursPlace; isDirty: boolean }) {
  const t = useT('hours')
  if (isDirty) return <Chip color="warning">{t('unsaved')}</Chip>
  return hasOwn(place) ? <Chip color="primary">{t('own')}</Chip> : null
}
