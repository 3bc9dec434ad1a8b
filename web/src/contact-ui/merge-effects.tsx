import Alert from '@mui/joy/Alert'
import Box from '@mui/joy/Box'
import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../lib/http/client.ts'
import { currentLocale, useT } from '../lib/i18n/i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { previewMerge } from './merge-preview.ts'

const { contents, get } = contactsContract.routes

/** What will move, what will end, and what stays as it is. */
export function MergeEffects({ into, fromId }: { into: Contact; fromId: number }) {
  const t = useT('contactUi')
  const query = useQuery({
    queryKey: ['contacts', into.id, 'merge', fromId],
    queryFn: async ({ signal }) => {
      const ask = (id: number) => call(contents, { params: { id }, signal, quiet: true })
      const [own, theirs, from] = await Promise.all([
        ask(into.id),
        ask(fromId),
        call(get, { params: { id: fromId }, signal, quiet: true }),
      ])
      return { from, preview: previewMerge({ contact: into, contents: own }, { contact: from, contents: theirs }) }
    },
    staleTime: 0,
  })
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={2} avatar={false} />
  const { from, preview } = query.data
  const list = (names: string[]) => new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(names)
  const lines = [
    preview.addresses > 0 && t('moves.addresses', { count: preview.addresses }),
    preview.tickets > 0 && t('moves.tickets', { count: preview.tickets }),
    preview.tags.length > 0 && t('moves.tags', { names: list(preview.tags) }),
    preview.wallets.length > 0 && t('moves.wallets', { names: list(preview.wallets) }),
    preview.extra.length > 0 && t('moves.extra', { names: list(preview.extra) }),
    preview.gains.length > 0 && t('moves.gains', { names: list(preview.gains.map((field) => t(`moves.${field}`))) }),
  ].filter((line) => line !== false)
  return (
    <Box role="status" sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Box sx={{ p: 3, borderRadius: 8, bgcolor: 'background.level1', color: 'text.primary' }}>
        <Box sx={{ fontSize: 'sm', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {t('moves.title', { from: from.name, into: into.name })}
        </Box>
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 5, fontSize: 'sm', overflowWrap: 'anywhere' }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {lines.length === 0 && <li>{t('moves.nothing')}</li>}
        </Box>
        {preview.kept.length > 0 && <Note>{t('moves.kept', { names: list(preview.kept), into: into.name })}</Note>}
      </Box>
      {preview.closing.length > 0 && (
        <Alert color="warning" variant="soft" startDecorator={<CircleAlert size={18} aria-hidden />}>
          <Box sx={{ fontSize: 'sm' }}>
            {preview.closing.map(({ id, protocol, channel, isOwn }) => (
              <Box key={id}>
                {t(isOwn ? 'moves.closingOwn' : 'moves.closing', { protocol, channel, name: from.name })}
              </Box>
            ))}
          </Box>
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', fontSize: 'sm', color: 'text.secondary' }}>
        <Undo2 size={15} aria-hidden />
        {t('merge.canUndo')}
      </Box>
    </Box>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Box sx={{ mt: 1.5, fontSize: 'xs', color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Box>
)
