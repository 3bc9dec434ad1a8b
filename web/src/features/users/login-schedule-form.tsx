import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Typography from '@mui/joy/Typography'
import { type User, usersContract } from '@recado/core/modules/users/contract'
import { Type } from 'typebox'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import { SwitchField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { checkWeek, type LoginDay, passesMidnight, type Weekday, weekOf } from './login-week.ts'

interface Values {
  limited: boolean
  week: LoginDay[]
}

interface LoginScheduleFormProps {
  user: User
  stored: LoginDay[] | null
  onClose(): void
}

const NO_SCHEMA = Type.Object({})

export function LoginScheduleForm({ user, stored, onClose }: LoginScheduleFormProps) {
  const t = useT('users')
  const common = useT('common')
  const form = useForm<Values>({
    schema: NO_SCHEMA,
    initial: { limited: stored !== null, week: weekOf(stored) },
    check: ({ limited, week }) => (limited ? checkWeek(week) : {}),
    save: async ({ limited, week }) => {
      await call(usersContract.routes.saveLoginSchedule, {
        params: { id: user.id },
        body: { horarioLogin: limited ? week : null },
      })
      toast.success(common('saved'))
    },
  })
  const set = (changed: LoginDay) =>
    form.set(
      'week',
      form.values.week.map((day) => (day.day === changed.day ? changed : day)),
    )
  return (
    <FormDialog
      title={t('schedule.title')}
      text={user.name}
      form={form}
      labels={{ week: t('schedule.week') }}
      width={600}
      onClose={onClose}
    >
      <SwitchField form={form} name="limited" label={t('schedule.limited')} help={t('schedule.limitedHelp')} />
      {form.values.limited && (
        <FieldFrame
          group
          label={t('schedule.week')}
          help={t('schedule.weekHelp')}
          problem={form.problems.week}
          name="week"
        >
          {() => (
            <Stack spacing={1}>
              {form.values.week.map((day) => (
                <DayRow key={day.day} day={day} onChange={set} />
              ))}
            </Stack>
          )}
        </FieldFrame>
      )}
    </FormDialog>
  )
}

function DayRow({ day, onChange }: { day: LoginDay; onChange(day: LoginDay): void }) {
  const t = useT('users')
  const common = useT('common')
  const name = common(`weekdays.${day.day as Weekday}`)
  return (
    <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} alignItems="center" sx={{ minHeight: 40 }}>
      <Switch
        size="sm"
        checked={day.allowed}
        onChange={(event) => onChange({ ...day, allowed: event.target.checked })}
        slotProps={{ input: { 'aria-label': name, role: 'switch' } }}
      />
      <Typography level="body-sm" textColor="text.primary" sx={{ width: 84 }}>
        {name}
      </Typography>
      {day.allowed ? (
        <Stack direction="row" spacing={1} alignItems="center">
          <Input
            type="time"
            size="sm"
            value={day.start}
            onChange={(event) => onChange({ ...day, start: event.target.value })}
            slotProps={{ input: { 'aria-label': t('schedule.from', { day: name }) } }}
          />
          <span aria-hidden>–</span>
          <Input
            type="time"
            size="sm"
            value={day.end}
            onChange={(event) => onChange({ ...day, end: event.target.value })}
            slotProps={{ input: { 'aria-label': t('schedule.to', { day: name }) } }}
          />
          {passesMidnight(day) && <Typography level="body-xs">{t('schedule.nextDay')}</Typography>}
        </Stack>
      ) : (
        <Typography level="body-sm">{t('schedule.closed')}</Typography>
      )}
    </Stack>
  )
}
