import Box from '@mui/joy/Box'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { badges } from '../../lib/badges.ts'
import { formatBadge } from '../../lib/format/numbers.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { isPlainClick } from '../../lib/plain-click.ts'
import { tip } from '../../ui/tips.ts'
import { warmScreen } from '../warm.ts'
import type { RailScreen } from './use-rail.ts'

interface RailItemProps {
  screen: RailScreen
  open: boolean
  isHere: boolean
  onGo(path: string): void
}

/** One screen in the rail; the tooltip names it while the rail is slim. */
export const RailItem = observer(({ screen, open, isHere, onGo }: RailItemProps) => {
  const t = useT('common')
  const label = t(`screens.${screen.id}`)
  const Icon = screen.rail.icon
  const badge = badges.values[screen.id]
  const place = useRef<HTMLAnchorElement>(null)
  // a rail of many screens is higher than the window
  useEffect(() => {
    if (isHere) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  return (
    <Box
      ref={place}
      component="a"
      href={`#${screen.path}`}
      aria-label={label}
      aria-current={isHere ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onGo(screen.path)
      }}
      onPointerEnter={() => warmScreen(screen)}
      onFocus={() => warmScreen(screen)}
      sx={itemStyles}
      {...tip(open ? undefined : label, 'right')}
    >
      <Box sx={{ position: 'relative', display: 'grid', placeItems: 'center', width: 24, flexShrink: 0 }}>
        <Icon size={18} aria-hidden />
        {!open && Boolean(badge) && <Box sx={dotStyles} />}
      </Box>
      {open && (
        <Box component="span" sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {label}
        </Box>
      )}
      {open && typeof badge === 'number' && badge > 0 && (
        <Box component="span" className="tabular" sx={{ fontSize: 'xs', fontWeight: 600 }}>
          {formatBadge(badge)}
        </Box>
      )}
    </Box>
  )
})

const dotStyles = {
  position: 'absolute',
  top: -3,
  right: -2,
  width: 8,
  height: 8,
  borderRadius: '50%',
  bgcolor: 'primary.solidBg',
  border: '2px solid',
  borderColor: 'background.level1',
  boxSizing: 'content-box',
}

const itemStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  height: 36,
  '@media (pointer: coarse)': { height: 44 },
  px: 2,
  mb: 0.5,
  borderRadius: 6,
  fontSize: 'sm',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  color: 'text.secondary',
  '&:hover': { bgcolor: 'neutral.plainHoverBg', color: 'text.primary' },
  '&[aria-current]': { bgcolor: 'primary.softBg', color: 'primary.softColor' },
}
