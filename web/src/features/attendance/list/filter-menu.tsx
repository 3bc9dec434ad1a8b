import Badge from '@mui/joy/Badge'
import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import { ListFilter as FilterIcon } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useId, useState } from 'react'
import { channels } from '../../../entities/channels.ts'
import { useEverybody } from '../../../entities/everybody.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ColourDot } from '../../../ui/colour.tsx'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { MultiPick } from '../../../ui/form/multi-pick.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { mayAudit } from '../state/ticket-rules.ts'
import { useQueueChoices, useTagChoices } from '../state/use-choices.ts'
import { countActive, type Filters, NO_FILTERS, type SwitchFilter } from './filters.ts'

interface FilterProps {
  filters: Filters
  onChange(change: Partial<Filters>): void
}

/** Everything that narrows the list; each choice works at once. */
export const FilterMenu = observer(({ filters, onChange }: FilterProps) => {
  const t = useT('attendance')
  const [open, setOpen] = useState(false)
  const active = countActive(filters)
  return (
    <>
      <ToolButton
        label={active > 0 ? t('filters.active', { count: active }) : t('filters.title')}
        look={active > 0 ? 'soft' : 'plain'}
        colour={active > 0 ? 'primary' : 'neutral'}
        className="tool-large"
        onClick={() => setOpen(true)}
      >
        <Badge badgeContent={active} size="sm" invisible={active === 0} slotProps={{ badge: { 'aria-hidden': true } }}>
          <FilterIcon size={18} />
        </Badge>
      </ToolButton>
      {open && <FilterDialog filters={filters} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  )
})

const FilterDialog = observer(({ filters, onChange, onClose }: FilterProps & { onClose(): void }) => {
  const t = useT('attendance')
  const ui = useT('ui')
  const common = useT('common')
  const queues = useQueueChoices()
  const tags = useTagChoices()
  const { user } = session
  const leads = user !== null && mayAudit(user)
  const mine = new Set(user?.queues.map(({ id }) => id))
  const switches: SwitchFilter[] = [
    'unread',
    'unassigned',
    'mine',
    'withoutQueue',
    ...(leads ? (['showAll'] as const) : []),
  ]
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 420 }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{t('filters.title')}</DialogTitle>
        <Stack spacing={4} sx={{ overflow: 'auto', pt: 1 }}>
          {switches.map((name) => (
            <SwitchLine key={name} name={name} checked={filters[name]} onChange={(on) => onChange({ [name]: on })} />
          ))}
          {user !== null && user.profile !== 'user' && (
            <PersonField person={filters.person} onChange={(person) => onChange({ person })} />
          )}
          <FieldFrame label={t('filters.queues')}>
            {({ id }) => (
              <MultiPick
                id={id}
                value={filters.queues}
                placeholder={t('filters.anyQueue')}
                onChange={(ids) => onChange({ queues: ids })}
                choices={(queues.data ?? [])
                  .filter((queue) => leads || mine.has(queue.id))
                  .map((queue) => ({ value: queue.id, label: queue.name, mark: <ColourDot colour={queue.color} /> }))}
              />
            )}
          </FieldFrame>
          <FieldFrame label={t('filters.tags')}>
            {({ id }) => (
              <MultiPick
                id={id}
                value={filters.tags}
                placeholder={t('filters.anyTag')}
                onChange={(ids) => onChange({ tags: ids })}
                choices={(tags.data ?? []).map((tag) => ({
                  value: tag.id,
                  label: tag.name,
                  mark: <ColourDot colour={tag.color} />,
                }))}
              />
            )}
          </FieldFrame>
          <FieldFrame label={t('filters.channels')}>
            {({ id }) => (
              <MultiPick
                id={id}
                value={filters.channels}
                placeholder={t('filters.anyChannel')}
                onChange={(ids) => onChange({ channels: ids })}
                choices={channels.list.map((channel) => ({ value: channel.id, label: channel.name }))}
              />
            )}
          </FieldFrame>
          <Button
            variant="plain"
            color="neutral"
            disabled={countActive(filters) === 0}
            onClick={() => onChange({ ...NO_FILTERS, search: filters.search })}
            sx={{ alignSelf: 'flex-start' }}
          >
            {common('clearFilters')}
          </Button>
        </Stack>
      </ModalDialog>
    </Modal>
  )
})

function PersonField({ person, onChange }: { person: number | null; onChange(id: number | null): void }) {
  const t = useT('attendance')
  const users = useEverybody()
  return (
    <FieldFrame label={t('filters.person')}>
      {({ id }) => (
        <MultiPick
          id={id}
          value={person === null ? [] : [person]}
          placeholder={t('filters.anybody')}
          onChange={(ids) => onChange(ids.at(-1) ?? null)}
          choices={(users.data ?? []).map((user) => ({
            value: user.id,
            label: user.name,
            mark: <Avatar name={user.name} src={user.profilePicUrl} size={20} />,
          }))}
        />
      )}
    </FieldFrame>
  )
}

function SwitchLine({
  name,
  checked,
  onChange,
}: {
  name: SwitchFilter
  checked: boolean
  onChange(on: boolean): void
}) {
  const t = useT('attendance')
  const id = useId()
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, fontSize: 'sm' }}>
      <label htmlFor={id}>{t(`filters.${name}`)}</label>
      <Switch
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        slotProps={{ input: { id, role: 'switch' } }}
      />
    </Box>
  )
}
