import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { channelsContract } from '@recado/core/modules/channels/contract'
import {
  MAX_REPEATS,
  REPEAT_PERIODS,
  SCHEDULE_MAX_FILES,
  type Schedule,
} from '@recado/core/modules/scheduled-messages/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OtherContactPick } from '../contact-ui/other-contact-pick.tsx'
import { timeZone } from '../lib/format/time-zone.ts'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { toast } from '../lib/toasts.ts'
import { FieldFrame } from '../ui/form/field.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { FilesPick } from '../ui/form/files-pick.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { VariablesHelp } from '../ui/variables-help.tsx'
import { PRESETS, presetTime } from './presets.ts'
import {
  initialSchedule,
  type SchedulePlace,
  type ScheduleValues,
  scheduleProblems,
  scheduleSchema,
  writeOf,
} from './schedule-form.ts'
import { useSaveSchedule } from './use-schedules.ts'

interface ScheduleDialogProps {
  schedule: Schedule | null
  /** Null: to whom and where are asked for. */
  place: SchedulePlace | null
  /** Written already. */
  draft?: string
  onSaved?(): void
  onClose(): void
}

/** A message for later: to whom, when, what, how often. */
export function ScheduleDialog({ schedule, place, draft = '', onSaved, onClose }: ScheduleDialogProps) {
  const t = useT('scheduleUi')
  const save = useSaveSchedule()
  const [now] = useState(Date.now)
  const form = useForm<ScheduleValues>({
    schema: scheduleSchema,
    initial: initialSchedule(schedule, place, draft, now),
    check: (values) => scheduleProblems(values, Date.now()),
    save: async (values) => {
      await save(schedule?.id ?? null, writeOf(values, place))
      toast.success(t('saved'))
      onSaved?.()
    },
  })
  const labels = {
    contactId: t('contact'),
    channelId: t('channel'),
    date: t('date'),
    time: t('time'),
    body: t('message'),
    repeatCount: t('repeat'),
  }
  const isPersonKnown = schedule !== null || place !== null
  return (
    <FormDialog
      title={schedule ? t('editTitle', { name: schedule.contact.name }) : t('new')}
      form={form}
      labels={labels}
      submitLabel={t('submit')}
      onClose={onClose}
    >
      {!isPersonKnown && (
        <FieldFrame label={labels.contactId} problem={form.problems.contactId} name="contactId">
          {({ id, describedBy }) => (
            <OtherContactPick
              id={id}
              describedBy={describedBy}
              placeholder={t('contactHint')}
              onChange={(contact) => form.set('contactId', contact?.id ?? null)}
            />
          )}
        </FieldFrame>
      )}
      <ChannelField form={form} label={labels.channelId} isFixed={place !== null && schedule === null} />
      <Box>
        <Box role="group" aria-label={t('presets.label')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              size="sm"
              variant="soft"
              color="neutral"
              onClick={() => form.patch(presetTime(preset, Date.now()))}
            >
              {t(`presets.${preset}`)}
            </Button>
          ))}
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 3 }}>
          <TextField form={form} name="date" label={labels.date} type="date" />
          <TextField form={form} name="time" label={labels.time} type="time" help={t('zone', { zone: timeZone() })} />
        </Box>
      </Box>
      <TextField form={form} name="body" label={labels.body} lines={4} maxLength={4096} help={t('messageHelp')} />
      <VariablesHelp onPick={(variable) => form.set('body', form.values.body + variable)} />
      <FieldFrame label={t('file')} optional name="files">
        {({ id, describedBy }) => (
          <FilesPick
            id={id}
            describedBy={describedBy}
            files={form.values.files}
            max={SCHEDULE_MAX_FILES}
            onChange={(files) => form.set('files', files)}
          />
        )}
      </FieldFrame>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        <SelectField
          form={form}
          name="repeatCount"
          label={labels.repeatCount}
          choices={Array.from({ length: MAX_REPEATS + 1 }, (_, count) => ({
            value: count,
            label: count === 0 ? t('once') : t('times', { count }),
          }))}
        />
        {form.values.repeatCount > 0 && (
          <SelectField
            form={form}
            name="repeatPeriod"
            label={t('period')}
            choices={REPEAT_PERIODS.map((period) => ({ value: period, label: t(`periods.${period}`) }))}
          />
        )}
      </Box>
    </FormDialog>
  )
}

interface ChannelFieldProps {
  form: ReturnType<typeof useForm<ScheduleValues>>
  label: string
  /** The ticket says which. */
  isFixed: boolean
}

function ChannelField({ form, label, isFixed }: ChannelFieldProps) {
  const t = useT('scheduleUi')
  const query = useQuery({
    queryKey: ['my-channels'],
    queryFn: ({ signal }) => call(channelsContract.routes.mine, { query: {}, signal, quiet: true }),
  })
  const chosen = query.data?.find((channel) => channel.id === form.values.channelId)
  const help = chosen?.official ? t('official') : undefined
  if (isFixed) return help ? <Box sx={{ fontSize: 'sm', color: 'text.secondary' }}>{help}</Box> : null
  return (
    <SelectField
      form={form}
      name="channelId"
      label={label}
      help={help}
      placeholder={t('chooseChannel')}
      choices={(query.data ?? []).map((channel) => ({ value: channel.id, label: channel.name }))}
    />
  )
}
