import { closingReasonsContract } from '@recado/core/modules/closing-reasons/contract'
import { type TicketSelection, type TicketTask, ticketTasksContract } from '@recado/core/modules/ticket-tasks/contract'
import { useQuery } from '@tanstack/react-query'
import { Type } from 'typebox'
import { formatNumber } from '../lib/format/numbers.ts'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { useTenantSettings } from '../lib/tenant-settings.ts'
import { ColourDot } from '../ui/colour.tsx'
import { SelectField, SwitchField } from '../ui/form/fields.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import type { Problems } from '../ui/form/problems.ts'
import { useForm } from '../ui/form/use-form.ts'

export interface ManyProps {
  selection: TicketSelection
  /** How many they are; null when more than are counted. */
  count: number | null
  onBegun(task: TicketTask): void
  onClose(): void
}

interface Values {
  closingReasonId: number | null
  sendFarewellMessage: boolean
}

/** Ends many tickets at once: why, and whether their customers are told. */
export function CloseManyDialog({ selection, count, onBegun, onClose }: ManyProps) {
  const t = useT('ticketWorkUi')
  const settings = useTenantSettings()
  const reasons = useQuery({
    queryKey: ['closingReasons', 'active'],
    queryFn: ({ signal }) =>
      call(closingReasonsContract.routes.list, { query: { isActive: 'true' }, signal, quiet: true }),
  })
  const choices = (reasons.data ?? []).map(({ id, name, color }) => ({
    value: id,
    label: name,
    mark: <ColourDot colour={color} />,
  }))
  const needsReason = settings.closingReasonRequired === 'enabled' && choices.length > 0
  const form = useForm<Values>({
    schema: Type.Object({}),
    initial: { closingReasonId: null, sendFarewellMessage: false },
    check: ({ closingReasonId }): Problems =>
      needsReason && closingReasonId === null ? { closingReasonId: { rule: 'required', params: {} } } : {},
    save: async ({ closingReasonId, sendFarewellMessage }) => {
      const body = { ...selection, closingReasonId, sendFarewellMessage }
      const { task } = await call(ticketTasksContract.routes.close, { body, timeoutMs: 60_000 })
      onBegun(task)
    },
  })
  const labels = { closingReasonId: t('close.reason') }
  return (
    <FormDialog
      title={count === null ? t('close.titleAll') : t('close.title', { count, number: formatNumber(count) })}
      text={t('close.text')}
      form={form}
      labels={labels}
      onSaved={() => undefined}
      onClose={onClose}
      submitLabel={t('close.submit')}
      width={460}
    >
      {choices.length > 0 && (
        <SelectField
          form={form}
          name="closingReasonId"
          label={labels.closingReasonId}
          choices={choices}
          placeholder={t('close.choose')}
          clearable={!needsReason}
          optional={!needsReason}
        />
      )}
      <SwitchField form={form} name="sendFarewellMessage" label={t('close.farewell')} help={t('close.farewellHelp')} />
    </FormDialog>
  )
}
