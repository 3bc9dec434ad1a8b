import Box from '@mui/joy/Box'
import { type ChatMessage, internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { found } from '../../../lib/format/fold.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { lineOf } from '../chat-line.ts'
import { usePeople } from '../dialogs/use-people.ts'
import { type ChatKey, keyOf, keyOfEvent } from '../place.ts'
import { conversations } from '../state/conversations.ts'
import { ChatRow } from './chat-row.tsx'
import { moveByRows } from './move-by-rows.ts'
import { rowStyles } from './row-styles.ts'

interface FoundProps {
  search: string
  openKey: ChatKey | null
  /** With a message: at that place of the conversation. */
  onOpen(key: ChatKey, seq: number | null): void
}

const SHOWN = 20

/** Conversations and people by name, and messages by what they say. */
export const Found = observer(({ search, openKey, onOpen }: FoundProps) => {
  const t = useT('internalChat')
  const me = session.user?.userId ?? 0
  const people = usePeople()
  const messages = useQuery({
    queryKey: ['internal-chat', 'search', search],
    queryFn: ({ signal }) =>
      call(internalChatContract.routes.search, { query: { searchParam: search }, signal, quiet: true }),
    staleTime: 0,
    placeholderData: (before) => before,
  })
  const rows = conversations.sorted.filter(({ name }) => found(name, search)).slice(0, SHOWN)
  const others = (people.data ?? [])
    .filter(({ id, name }) => found(name, search) && !conversations.rows.has(`u${id}`))
    .slice(0, SHOWN)
  const said = messages.data?.messages ?? []
  const nameOf = (message: ChatMessage) =>
    conversations.rows.get(keyOfEvent(message, me))?.name ??
    people.data?.find(({ id }) => `u${id}` === keyOfEvent(message, me))?.name ??
    message.fromName
  if (messages.error && !messages.data)
    return <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />
  if (messages.isPending) return <ListSkeleton rows={5} />
  if (rows.length + others.length + said.length === 0)
    return <EmptyState icon={SearchX} title={t('search.nothing')} text={t('search.nothingText')} />
  return (
    <Box onKeyDown={moveByRows} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', ...rowStyles }}>
      {rows.length > 0 && (
        <Group title={t('search.conversations')}>
          {rows.map((row) => (
            <Box component="li" key={keyOf(row)} sx={{ height: 64 }}>
              <ChatRow chatKey={keyOf(row)} isOpen={keyOf(row) === openKey} />
            </Box>
          ))}
        </Group>
      )}
      {others.length > 0 && (
        <Group title={t('search.people')}>
          {others.map(({ id, name, profilePicUrl }) => (
            <li key={id}>
              <button type="button" className="row-link" onClick={() => onOpen(`u${id}`, null)}>
                <Avatar name={name} src={profilePicUrl} size={32} />
                <span className="row-name">
                  <bdi>{name}</bdi>
                </span>
              </button>
            </li>
          ))}
        </Group>
      )}
      {said.length > 0 && (
        <Group title={t('search.messages')}>
          {said.map((message) => (
            <li key={message.id}>
              <button type="button" className="row-link" onClick={() => onOpen(keyOfEvent(message, me), message.seq)}>
                <div className="row-text">
                  <div className="row-part">
                    <span className="row-name">
                      <bdi>{nameOf(message)}</bdi>
                    </span>
                    <TimeAgo at={message.createdAt} short />
                  </div>
                  <div className="row-part">
                    <span className="row-line">
                      {message.fromUserId === me ? t('you') : message.fromName}:{' '}
                      <bdi>{lineOf({ ...message, mimeType: message.media?.mimeType ?? null })}</bdi>
                    </span>
                  </div>
                </div>
              </button>
            </li>
          ))}
          {messages.data?.hasMore && (
            <Box component="li" sx={{ p: 3, fontSize: 'xs', color: 'text.secondary' }}>
              {t('search.more')}
            </Box>
          )}
        </Group>
      )}
    </Box>
  )
})

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Box component="h3" sx={{ m: 0, px: 3, pt: 3, pb: 1, fontSize: 'xs', fontWeight: 650, color: 'text.secondary' }}>
      {title}
    </Box>
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  </section>
)
