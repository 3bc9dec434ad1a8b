import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import type { Holiday, HolidayWrite, HoursOverview } from '@recado/core/modules/hours/contract'
import { Type } from 'typebox'
import { useT } from '../../lib/i18n/i18n.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { MultiPick } from '../../ui/form/multi-pick.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { checkHoliday, type HolidayValues, holidayValues, holidayWrite, typedDate } from './holiday-form.ts'
import { TimeInput } from './time-input.tsx'

interface HolidayDialogProps {
  hours: HoursOverview
  holiday: Holiday | null
  onSave(values: HolidayWrite): Promise<unknown>
  onClose(): void
}

/** Rules are checked by `checkHoliday`, since most span several fields. */
const NO_SCHEMA = Type.Object({})

export function HolidayDialog({ hours, holiday, onSave, onClose }: HolidayDialogProps) {
  const t = useT('hours')
  const form = useForm<HolidayValues>({
    schema: NO_SCHEMA,
    initial: holidayValues(holiday),
    check: checkHoliday,
    save: (values) => onSave(holidayWrite(values)),
  })
  const { values, problems } = form
  const places = values.scope === 'channel' ? hours.channels : hours.queues
  return (
    <FormDialog
      title={t(holiday ? 'holidays.editTitle' : 'holidays.new')}
      form={form}
      labels={{
        date: t('holidays.date'),
        periods: t('holidays.periods'),
        places: t('holidays.places'),
      }}
      onClose={onClose}
    >
      <FieldFrame label={t('holidays.date')} name="date" help={t('holidays.dateHelp')} problem={problems.date}>
        {({ id, describedBy }) => (
          <Input
            value={values.date}
            onChange={({ target }) => form.set('date', typedDate(target.value))}
            onBlur={() => form.touch('date')}
            slotProps={{
              input: {
                ...{ id, 'aria-describedby': describedBy, autoFocus: true, autoComplete: 'off' },
                ...{ inputMode: 'numeric', placeholder: t('holidays.datePlaceholder') },
              },
            }}
            sx={{ maxWidth: 260 }}
          />
        )}
      </FieldFrame>
      <TextField form={form} name="name" label={t('holidays.name')} optional maxLength={100} />
      <SelectField
        form={form}
        name="mode"
        label={t('holidays.mode')}
        choices={[
          { value: 'closed', label: t('holidays.modes.closed') },
          { value: 'one', label: t('holidays.modes.one') },
          { value: 'two', label: t('holidays.modes.two') },
        ]}
      />
      {values.mode !== 'closed' && (
        <FieldFrame group label={t('holidays.periods')} name="periods" problem={problems.periods}>
          {() => (
            <Stack spacing={2}>
              <Times form={form} number={1} from="start1" to="end1" />
              {values.mode === 'two' && <Times form={form} number={2} from="start2" to="end2" />}
            </Stack>
          )}
        </FieldFrame>
      )}
      <SelectField
        form={form}
        name="scope"
        label={t('holidays.scope')}
        choices={[
          { value: 'company', label: t('holidays.everywhere') },
          { value: 'channel', label: t('holidays.someChannels') },
          { value: 'queue', label: t('holidays.someQueues') },
        ]}
      />
      {values.scope !== 'company' && (
        <FieldFrame label={t('holidays.places')} name="places" problem={problems.places}>
          {({ id, describedBy }) => (
            <MultiPick
              id={id}
              describedBy={describedBy}
              value={values.scope === 'channel' ? values.channels : values.queues}
              onChange={(ids) => form.set(values.scope === 'channel' ? 'channels' : 'queues', ids)}
              choices={places.map((place) => ({
                value: place.id,
                label: place.name,
                ...('color' in place ? { mark: <ColourDot colour={place.color} size={10} /> } : {}),
              }))}
            />
          )}
        </FieldFrame>
      )}
      <TextField
        form={form}
        name="message"
        label={t('holidays.message')}
        help={t('holidays.messageHelp')}
        optional
        lines={3}
        maxLength={4096}
      />
    </FormDialog>
  )
}

interface TimesProps {
  form: ReturnType<typeof useForm<HolidayValues>>
  number: number
  from: 'start1' | 'start2'
  to: 'end1' | 'end2'
}

function Times({ form, number, from, to }: TimesProps) {
  const t = useT('hours')
  return (
    <Stack direction="row" spacing={1} alignItems="center">
      <TimeInput
        label={t('holidays.opens', { number })}
        value={form.values[from]}
        onChange={(value) => form.set(from, value)}
      />
      <span aria-hidden>–</span>
      <TimeInput
        isEnd
        label={t('holidays.closes', { number })}
        value={form.values[to]}
        onChange={(value) => form.set(to, value)}
      />
    </Stack>
  )
}
