import Box from '@mui/joy/Box'
import { observer } from 'mobx-react-lite'
import { keymap } from '../lib/shortcuts/keymap.ts'
import { capsOf, type Keys } from '../lib/shortcuts/keys.ts'

interface KbdProps {
  keys: Keys
  /** Takes the colours of what it stands on. */
  plain?: boolean
  /** Also where there is only a finger; a hint beside the words would be in the way there. */
  always?: boolean
}

/** Keys as caps, those that the person gave instead of the ones that something comes with, beside the words they stand for. */
export const Kbd = observer(({ keys, plain = false, always = false }: KbdProps) => {
  return (
    <Box
      component="kbd"
      sx={{
        display: 'inline-flex',
        gap: 0.5,
        fontFamily: 'inherit',
        ...(always ? {} : { '@media (hover: none) and (pointer: coarse)': { display: 'none' } }),
      }}
    >
      {capsOf(keymap.keysOf(keys)).map((cap) => (
        <Box
          component="span"
          key={cap}
          sx={{
            px: 1,
            minWidth: 20,
            lineHeight: '20px',
            borderRadius: 4,
            fontSize: 'xs',
            textAlign: 'center',
            border: '1px solid',
            ...(plain
              ? { color: 'inherit', borderColor: 'currentColor' }
              : { color: 'text.secondary', bgcolor: 'background.level1', borderColor: 'divider' }),
          }}
        >
          {cap}
        </Box>
      ))}
    </Box>
  )
})
