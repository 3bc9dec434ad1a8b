import Button from '@mui/joy/Button'
import Radio from '@mui/joy/Radio'
import RadioGroup from '@mui/joy/RadioGroup'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { contactTasksContract } from '@recado/core/modules/contact-tasks/contract'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { describe } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../../lib/socket/use-event.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { ListDialog } from '../../../ui/list-dialog.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { useChannelChoices } from '../use-contacts.ts'
import { ForEverybody } from './for-everybody.tsx'

interface SyncDialogProps {
  /** The task that goes on by itself. */
  onBegun(id: number): void
  onClose(): void
}

/** Whose address book becomes contacts. */
export function SyncDialog({ onBegun, onClose }: SyncDialogProps) {
  const t = useT('contacts')
  useRefetchOn(['whatsapp'], ['channels', 'choices'])
  const channels = useChannelChoices()
  const able = channels.data?.filter(({ features }) => features?.contactList)
  const connected = able?.filter(({ state }) => state === 'connected')
  const [picked, setPicked] = useState<number | null>(null)
  const [tags, setTags] = useState<number[]>([])
  const [wallets, setWallets] = useState<number[]>([])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = connected?.find(({ id }) => id === picked) ?? connected?.[0]
  const begin = async (channelId: number) => {
    setBusy(true)
    setProblem(null)
    try {
      const { tasks } = await call(contactTasksContract.routes.sync, {
        body: { channelId, tags, wallets },
        quiet: true,
      })
      const [task] = tasks
      if (task) onBegun(task.id)
    } catch (error) {
      setProblem(describe(error).text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ListDialog title={t('sync.title')} text={t('sync.text')} onClose={onClose}>
      {channels.error ? (
        <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
      ) : !able ? (
        <ListSkeleton rows={3} avatar={false} />
      ) : able.length === 0 ? (
        <EmptyState icon={Smartphone} title={t('sync.none')} text={t('sync.noneText')} />
      ) : (
        <Stack spacing={4}>
          <FieldFrame label={t('sync.channel')} group>
            {() => (
              <RadioGroup
                aria-label={t('sync.channel')}
                value={chosen?.id ?? null}
                onChange={(event) => setPicked(Number(event.target.value))}
              >
                {able.map(({ id, name, state }) => (
                  <Radio
                    key={id}
                    value={id}
                    disabled={state !== 'connected'}
                    label={state === 'connected' ? name : t('sync.disconnected', { name })}
                    slotProps={{ label: { sx: { minWidth: 0, overflowWrap: 'anywhere' } } }}
                  />
                ))}
              </RadioGroup>
            )}
          </FieldFrame>
          <ForEverybody tags={tags} wallets={wallets} onTags={setTags} onWallets={setWallets} />
          <Stack direction="row" spacing={3} alignItems="center" justifyContent="flex-end">
            <Typography level="body-sm" color="danger" role="alert">
              {problem ?? (chosen ? null : t('sync.connectFirst'))}
            </Typography>
            <Button loading={isBusy} disabled={!chosen} onClick={() => chosen && void begin(chosen.id)}>
              {t('sync.begin')}
            </Button>
          </Stack>
        </Stack>
      )}
    </ListDialog>
  )
}
