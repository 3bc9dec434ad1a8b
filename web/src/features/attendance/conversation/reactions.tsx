import Box from '@mui/joy/Box'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

/** Who reacted with what; equal signs are counted. */
export function Reactions({ message }: { message: LiveMessage }) {
  const t = useT('attendance')
  if (message.reactions.length === 0) return null
  const bySign = Map.groupBy(message.reactions, ({ emoji }) => emoji)
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1,
        mt: '-4px',
        mb: 1,
        px: 2,
        justifyContent: message.fromMe ? 'flex-end' : 'flex-start',
      }}
    >
      {[...bySign].map(([emoji, all]) => {
        const names = all.map(({ name }) => name ?? t('message.somebody')).join(', ')
        return (
          <Box
            key={emoji}
            component="span"
            role="img"
            title={names}
            aria-label={t('message.reacted', { emoji, names })}
            sx={styles}
          >
            {emoji}
            {all.length > 1 && <span className="tabular"> {all.length}</span>}
          </Box>
        )
      })}
    </Box>
  )
}

const styles = {
  px: 1.5,
  borderRadius: 10,
  fontSize: 'xs',
  lineHeight: '20px',
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.surface',
}
