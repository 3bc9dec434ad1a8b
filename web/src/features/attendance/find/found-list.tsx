import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { SearchX } from 'lucide-react'
import type { UIEvent } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { FoundRow, foundStyles } from './found-row.tsx'
import { useFound } from './use-found.ts'

/** Pixels from the end at which the next page is asked for. */
const AHEAD = 400

/** Messages with what was typed into the list's search, newest first, over all tickets that one sees. */
export function FoundList({ wanted, search }: { wanted: string; search: string }) {
  const t = useT('attendance')
  const found = useFound(wanted)
  const { messages, hasMore, isFetching, isTooMany } = found
  const scrolled = ({ currentTarget: box }: UIEvent<HTMLElement>) => {
    const isNearEnd = box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD
    if (isNearEnd && messages.length > 0 && hasMore && !found.error) found.more()
  }
  if (found.error && messages.length === 0) return <ErrorState error={found.error} onRetry={found.again} />
  if (found.isLoading || (isFetching && messages.length === 0)) return <ListSkeleton rows={8} />
  return (
    <Box
      onScroll={scrolled}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain', ...foundStyles }}
    >
      {messages.length > 0 && (
        <Box component="ul" aria-label={t('find.messages')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {messages.map((message) => (
            <li key={message.id}>
              <FoundRow message={message} wanted={wanted} search={search} />
            </li>
          ))}
        </Box>
      )}
      {messages.length === 0 && !hasMore && (
        <EmptyState icon={SearchX} title={t('find.nothing')} text={t('find.nothingText')} />
      )}
      <Box role="status" sx={{ p: 3, textAlign: 'center', fontSize: 'sm', color: 'text.tertiary' }}>
        {isTooMany && t('find.tooMany')}
        {hasMore && (
          <Button size="sm" variant="plain" color="neutral" loading={isFetching} onClick={found.more}>
            {t('find.more')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
