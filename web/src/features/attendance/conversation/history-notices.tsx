import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { ArrowDown } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { memo } from 'react'
import { endPill } from '../../../chat-ui/styles.ts'
import type { Conversation } from '../../../entities/conversation.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

interface EndPillProps {
  /** Messages of theirs below. */
  fresh: number
  hasNewer: boolean
  isLoading: boolean
  onClick(): void
}

/** Above the end of what is shown: the way there, and how much is new. */
export const EndPill = memo(({ fresh, hasNewer, isLoading, onClick }: EndPillProps) => {
  const t = useT('attendance')
  return (
    <Button
      size="sm"
      variant={fresh > 0 ? 'solid' : 'outlined'}
      color={fresh > 0 ? 'primary' : 'neutral'}
      startDecorator={<ArrowDown size={14} aria-hidden />}
      loading={isLoading}
      onClick={onClick}
      sx={endPill}
    >
      {fresh > 0 ? t('history.fresh', { count: fresh }) : t(hasNewer ? 'history.toNewest' : 'history.toEnd')}
    </Button>
  )
})

/** That older messages are on their way, or could not be had. */
export const OlderNotice = observer(({ conversation }: { conversation: Conversation }) => {
  const t = useT('attendance')
  const ui = useT('ui')
  if (conversation.older === 'idle') return null
  return (
    <Box
      role="status"
      sx={{
        position: 'absolute',
        top: 8,
        left: 0,
        right: 0,
        display: 'grid',
        placeItems: 'center',
        pointerEvents: 'none',
      }}
    >
      <Box
        sx={{
          px: 3,
          py: 1,
          borderRadius: 10,
          fontSize: 'xs',
          bgcolor: 'background.popup',
          boxShadow: 'md',
          pointerEvents: 'auto',
        }}
      >
        {conversation.older === 'loading' ? (
          ui('loading')
        ) : (
          <>
            {t('history.olderFailed')}{' '}
            <Button size="sm" variant="plain" onClick={() => void conversation.loadOlder()}>
              {ui('retry')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  )
})
