import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import type { Channel } from '@recado/core/modules/channels/contract'
import { Network, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { found } from '../../lib/format/fold.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useUrlOpen, useUrlText } from '../../lib/use-url-state.ts'
import { ConfirmByName } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ChannelCard } from './channel-card.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelSkeletons } from './channel-skeletons.tsx'
import { PairingDialog } from './pairing-dialog.tsx'
import { TypePicker } from './type-picker.tsx'
import { useChannelActions, useChannels, useChannelTypes } from './use-channels.ts'

interface ChannelsScreenProps {
  /** What other features add to a channel's dialog. */
  sections(channel: Channel): ReactNode
}

/** `/sessoes`: the accounts through which customers write. `?id=` opens one, `?tipo=` a new one. */
export function Screen({ sections }: ChannelsScreenProps) {
  const t = useT('channels')
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const [open, setOpen] = useUrlOpen('id')
  const [newType, setNewType] = useUrlOpen('tipo')
  const [pairing, setPairing] = useUrlOpen('parear')
  const [picking, setPicking] = useState(false)
  const [deleting, setDeleting] = useState<Channel | null>(null)
  const channels = useChannels()
  const types = useChannelTypes()
  const actions = useChannelActions()
  useShortcuts(common('screens.channels'), [{ keys: 'n', label: t('new'), run: () => setPicking(true) }])

  const typeOf = (name: string | null) => types.data?.find((type) => type.type === name)
  const byId = (id: string | null) => channels.data?.find((channel) => channel.id === Number(id))
  const editing = byId(open)
  const paired = byId(pairing)
  const creating = typeOf(newType)
  const rows = channels.data?.filter((channel) =>
    found(`${channel.name} ${channel.number ?? ''} ${channel.type}`, text),
  )
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setPicking(true)}>
      {t('new')}
    </Button>
  )
  return (
    <Page
      title={common('screens.channels')}
      text={t('text')}
      actions={add}
      toolbar={(channels.data?.length ?? 0) > 6 && <SearchField label={t('search')} value={text} onChange={setText} />}
    >
      {channels.error && !channels.data && (
        <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
      )}
      {channels.isPending && <ChannelSkeletons />}
      {channels.data?.length === 0 && (
        <EmptyState icon={Network} title={t('empty')} text={t('emptyText')} action={add} />
      )}
      {rows?.length === 0 && text && <NothingFound text={text} onClear={() => setText('')} />}
      <Box component="ul" sx={gridStyles}>
        {rows?.map((channel) => (
          <ChannelCard
            key={channel.id}
            channel={channel}
            type={typeOf(channel.type)}
            onEdit={() => setOpen(String(channel.id))}
            onPair={() => setPairing(String(channel.id))}
            onDelete={() => setDeleting(channel)}
            actions={actions}
          />
        ))}
      </Box>
      {picking && (
        <TypePicker
          types={types.data}
          error={types.error}
          onRetry={() => void types.refetch()}
          onPick={(type) => {
            setPicking(false)
            setNewType(type.type)
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {creating && (
        <ChannelDialog
          key={creating.type}
          channel={null}
          type={creating}
          onSaved={(channel) => {
            actions.connect.mutate(channel)
            setNewType(null)
            if (creating.transport === 'session') setPairing(String(channel.id))
            else setOpen(String(channel.id))
          }}
          onClose={() => setNewType(null)}
        />
      )}
      {editing && types.data && (
        <ChannelDialog
          key={editing.id}
          channel={editing}
          type={typeOf(editing.type)}
          sections={sections(editing)}
          onSaved={() => {
            actions.refetch()
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {paired && <PairingDialog channel={paired} actions={actions} onClose={() => setPairing(null)} />}
      {deleting && (
        <ConfirmByName
          name={deleting.name}
          title={t('deleteTitle')}
          text={t('deleteText')}
          confirmLabel={common('delete')}
          onConfirm={() => actions.remove.mutateAsync(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  )
}

const gridStyles = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 4,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
}
