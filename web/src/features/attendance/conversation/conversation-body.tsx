import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { LockKeyhole, MessagesSquare, RefreshCw } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { MessageSkeletons } from '../../../chat-ui/message-skeletons.tsx'
import type { Conversation } from '../../../entities/conversation.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LoneNotes } from '../notes/lone-notes.tsx'
import { History } from './history.tsx'
import type { Jump } from './use-jump.ts'

interface ConversationBodyProps {
  ticket: LiveTicket
  conversation: Conversation
  canPeek: boolean
  jumper: { current: Jump | null }
}

/** The history in whatever state it is. */
export const ConversationBody = observer(({ ticket, conversation, canPeek, jumper }: ConversationBodyProps) => {
  const t = useT('attendance')
  const ui = useT('ui')
  if (!canPeek)
    return (
      <Filling>
        <EmptyState icon={LockKeyhole} title={t('history.noPeek')} text={t('history.noPeekText')} />
        <LoneNotes ticketId={ticket.id} />
      </Filling>
    )
  if (conversation.state === 'failed') {
    return (
      <Filling>
        <ErrorState error={conversation.error} onRetry={() => void conversation.load()} />
      </Filling>
    )
  }
  if (conversation.state !== 'ready') return <MessageSkeletons />
  if (conversation.entries.every(({ isUndone }) => isUndone)) {
    return (
      <Filling>
        <EmptyState icon={MessagesSquare} title={t('history.empty')} text={t('history.emptyText')} />
        <LoneNotes ticketId={ticket.id} />
      </Filling>
    )
  }
  return (
    <>
      <History ticket={ticket} conversation={conversation} jumper={jumper} />
      {conversation.incomplete && (
        <Box
          role="status"
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 2,
            py: 1,
            fontSize: 'xs',
            bgcolor: 'warning.softBg',
            color: 'warning.softColor',
          }}
        >
          {t('history.incomplete')}
          <Button
            size="sm"
            variant="plain"
            color="warning"
            startDecorator={<RefreshCw size={13} />}
            onClick={() => void conversation.refresh()}
          >
            {ui('retry')}
          </Button>
        </Box>
      )}
    </>
  )
})

const Filling = ({ children }: { children: ReactNode }) => (
  <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'grid', placeItems: 'center' }}>{children}</Box>
)
