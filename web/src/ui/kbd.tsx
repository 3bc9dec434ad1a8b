import Box from '@mui/joy/Box'
import { observer } from 'mobx-react-lite'
import { keymap } from '../lib/shortcuts/keymap.ts'
import { capsOf, type Keys } from '../lib/shortcuts/keys.ts'

/** Keys as caps, those that the person gave instead of the ones that something comes with, beside the words they stand for. `plain` takes the colours of what it stands on. */
export const Kbd = observer(({ keys, plain = false }: { keys: Keys; plain?: boolean }) => {
  return (
    <Box component="kbd" sx={{ display: 'inline-flex', gap: 0.5, fontFamily: 'inherit' }}>
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
