import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { type ContactMerge, contactsContract } from '@recado/core/modules/contacts/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contacts } from '../entities/contacts.ts'
import { formatDateTime } from '../lib/format/dates.ts'
import { formatPhone } from '../lib/format/phone.ts'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { can } from '../lib/permissions.ts'
import { useRefetchOn } from '../lib/socket/use-event.ts'
import { toast } from '../lib/toasts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'

const { merges: list, undoMerge } = contactsContract.routes

/** Who became part of a contact, why and when, and the way back. Shows nothing when nobody did. */
export function MergedFrom({ contactId, onChanged }: { contactId: number; onChanged(): void }) {
  const client = useQueryClient()
  const [undoing, setUndoing] = useState<ContactMerge | null>(null)
  const queryKey = ['contacts', contactId, 'merges']
  useRefetchOn(['contactList'], queryKey)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(list, { params: { id: contactId }, signal, quiet: true }),
  })
  const t = useT('contactUi')
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={1} avatar={false} />
  if (query.data.length === 0) return null
  const undo = async (merge: ContactMerge) => {
    const { contact, restored } = await call(undoMerge, { params: { mergeId: merge.id } })
    contacts.take(contact)
    contacts.take(restored)
    toast.success(t('merged.undone', { name: restored.name }))
    await client.invalidateQueries({ queryKey: ['contacts'] })
    onChanged()
  }
  return (
    <Box component="section" aria-label={t('merged.title')} sx={{ mt: 3 }}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 'sm', fontWeight: 600, color: 'text.secondary' }}>
        {t('merged.title')}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {query.data.map((merge) => (
          <MergeLine key={merge.id} merge={merge} onUndo={() => setUndoing(merge)} />
        ))}
      </Box>
      {undoing && (
        <ConfirmDialog
          title={t('merged.undoTitle', { name: undoing.merged.name })}
          text={t('merged.undoText', { name: undoing.merged.name })}
          confirmLabel={t('merged.undoConfirm')}
          onConfirm={() => undo(undoing)}
          onClose={() => setUndoing(null)}
        />
      )}
    </Box>
  )
}

function MergeLine({ merge, onUndo }: { merge: ContactMerge; onUndo(): void }) {
  const t = useT('contactUi')
  const { merged, moved } = merge
  const counts = [
    moved.tickets > 0 && t('moves.tickets', { count: moved.tickets }),
    moved.addresses > 0 && t('moves.addresses', { count: moved.addresses }),
    moved.closed > 0 && t('moves.closed', { count: moved.closed }),
  ].filter((text) => text !== false)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-start',
        gap: 2,
        py: 2,
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0, fontSize: 'sm' }}>
        <Box
          sx={{ fontWeight: 600, overflowWrap: 'anywhere', color: merge.undoneAt ? 'text.secondary' : 'text.primary' }}
        >
          {merged.name}
          {merged.number && merged.number !== merged.name && (
            <Box component="span" className="tabular" sx={{ fontWeight: 400, color: 'text.secondary' }}>
              {' '}
              {/^\d+$/.test(merged.number) ? formatPhone(merged.number) : merged.number}
            </Box>
          )}
        </Box>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{t('merged.because', { why: merge.why })}</Box>
        <Box sx={{ fontSize: 'xs', color: 'text.tertiary' }}>
          <TimeAgo at={merge.createdAt} />
          {counts.length > 0 && ` · ${counts.join(' · ')}`}
        </Box>
        {merge.undoneAt && (
          <Box sx={{ fontSize: 'xs', color: 'text.tertiary' }}>
            {merge.undoneBy
              ? t('merged.undoneBy', { name: merge.undoneBy.name, when: formatDateTime(merge.undoneAt) })
              : t('merged.undoneAt', { when: formatDateTime(merge.undoneAt) })}
          </Box>
        )}
      </Box>
      {merge.isUndoable && can('contacts.merge') && (
        <Button
          size="sm"
          variant="outlined"
          color="neutral"
          onClick={onUndo}
          aria-label={t('merged.undoOf', { name: merged.name })}
        >
          {t('merged.undo')}
        </Button>
      )}
    </Box>
  )
}
