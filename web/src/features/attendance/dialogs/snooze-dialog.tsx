import Radio from '@mui/joy/Radio'
import RadioGroup from '@mui/joy/RadioGroup'
import { SNOOZE_MINUTES, type SnoozeMinutes } from '@recado/core/modules/tickets/contract'
import { Type } from 'typebox'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { formatSoon } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toasts.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { SwitchField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { aboutTicket, acceptTicket, changeTicket, wakeTicket } from '../state/ticket-actions.ts'

interface Values {
  minutes: SnoozeMinutes
  rememberMe: boolean
}

const schema = Type.Object({})

/** Puts a ticket aside for a time; a message of the customer brings it back sooner. */
export function SnoozeDialog({ ticket, onClose }: { ticket: LiveTicket; onClose(): void }) {
  const t = useT('attendance')
  const form = useForm<Values>({
    schema,
    initial: { minutes: 60, rememberMe: true },
    save: async ({ minutes, rememberMe }) => {
      const wasMine = ticket.status === 'open' && ticket.userId === session.user?.userId
      const changed = await changeTicket(ticket.id, { status: 'pending', snoozeMinutes: minutes, rememberMe })
      const undo = { label: t('undo.undo'), run: () => void (wasMine ? acceptTicket(ticket) : wakeTicket(ticket)) }
      const at = formatSoon(changed.snoozedUntil ?? Date.now())
      toast.success(t('done.snoozed', { at }), { action: undo, about: aboutTicket(ticket.id) })
    },
  })
  const label = t('snooze.howLong')
  return (
    <FormDialog
      title={t('snooze.title', { name: ticket.name })}
      text={t('snooze.text')}
      form={form}
      labels={{ minutes: label }}
      onClose={onClose}
      submitLabel={t('snooze.submit')}
      width={400}
    >
      <FieldFrame label={label} group>
        {() => (
          <RadioGroup
            aria-label={label}
            value={form.values.minutes}
            onChange={({ target }) =>
              form.set('minutes', SNOOZE_MINUTES.find((minutes) => String(minutes) === target.value) ?? 60)
            }
          >
            {SNOOZE_MINUTES.map((minutes) => (
              <Radio
                key={minutes}
                value={minutes}
                label={t(`snooze.choice.${minutes}`)}
                slotProps={{ input: { autoFocus: minutes === form.values.minutes } }}
              />
            ))}
          </RadioGroup>
        )}
      </FieldFrame>
      <SwitchField form={form} name="rememberMe" label={t('snooze.remember')} help={t('snooze.rememberHelp')} />
    </FormDialog>
  )
}
