import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { MessagesSquare } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { MessageSkeletons } from '../../../chat-ui/message-skeletons.tsx'
import { useT } from '../../../lib/i18n/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import type { ChatHistory } from '../state/history.ts'
import { ChatHistoryView } from './chat-history-view.tsx'

interface BodyProps {
  history: ChatHistory
  name: string
  readSeq: number | null
  wanted: number | null
  onFound(): void
}

/** The history in whatever state it is. */
export const ChatBody = observer(({ history, name, ...rest }: BodyProps) => {
  const t = useT('internalChat')
  if (history.state === 'failed')
    return (
      <Filling>
        <ErrorState error={history.error} onRetry={() => void history.load()} />
      </Filling>
    )
  if (history.state !== 'ready') return <MessageSkeletons />
  if (history.messages.length === 0 && history.pending.length === 0) {
    return (
      <Filling>
        <EmptyState icon={MessagesSquare} title={t('history.empty')} text={t('history.emptyText', { name })} />
      </Filling>
    )
  }
  return <ChatHistoryView history={history} label={t('history.label', { name })} {...rest} />
})

/** Something in the middle of the pane instead of a conversation. */
export const Filling = ({ children }: { children: ReactNode }) => (
  <Box sx={{ flex: 1, minHeight: 0, height: '100%', overflow: 'auto', display: 'grid', placeItems: 'center' }}>
    {children}
  </Box>
)

/** Where there is nothing to be seen any more. */
export function Back({ to }: { to(): void }) {
  const t = useT('internalChat')
  return (
    <Button variant="plain" color="neutral" onClick={to}>
      {t('header.back')}
    </Button>
  )
}
