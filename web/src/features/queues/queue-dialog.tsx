import type { Queue } from '@recado/core/modules/queues/contract'
import { useT } from '../../lib/i18n/i18n.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { ColourFormField, NumberField, SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { WordsInput } from '../../ui/form/words-field.tsx'
import { DistributionFields } from './queue-distribution.tsx'
import { initialOf, queueSchema, type Values } from './queue-form.ts'
import type { QueueValues } from './use-queues.ts'

interface QueueDialogProps {
  queue: Queue | null
  others: Queue[]
  onSave(values: QueueValues): Promise<unknown>
  onClose(): void
}

export function QueueDialog({ queue, others, onSave, onClose }: QueueDialogProps) {
  const t = useT('queues')
  const common = useT('common')
  const form = useForm<Values>({
    schema: queueSchema,
    initial: initialOf(queue),
    save: (values) => onSave({ ...values, queue: values.queue.trim() }),
  })
  const labels = {
    queue: common('name'),
    color: common('colour'),
    transferKeywords: t('keywords'),
    greetingMessage: t('greeting'),
    transferMessage: t('transfer'),
    noUsersMessage: t('noUsers'),
    autoCloseMinutes: t('autoClose'),
    autoPendingMinutes: t('autoPending'),
    agentCapacity: t('capacity'),
    headStartMinutes: t('headStart'),
  }
  return (
    <FormDialog title={queue ? t('editTitle') : t('new')} form={form} labels={labels} onClose={onClose}>
      <TextField form={form} name="queue" label={labels.queue} autoFocus maxLength={100} />
      <ColourFormField form={form} name="color" label={labels.color} />
      <SwitchField form={form} name="isActive" label={common('active')} help={t('activeHelp')} />
      <FieldFrame
        label={labels.transferKeywords}
        help={t('keywordsHelp')}
        problem={form.problems.transferKeywords}
        name="transferKeywords"
        optional
      >
        {({ id, describedBy }) => (
          <WordsInput
            id={id}
            describedBy={describedBy}
            value={form.values.transferKeywords}
            onChange={(words) => form.set('transferKeywords', words)}
          />
        )}
      </FieldFrame>
      <DistributionFields form={form} queueId={queue?.id ?? null} />
      <SwitchField form={form} name="checkOnlineUsers" label={t('checkOnline')} help={t('checkOnlineHelp')} />
      {form.values.checkOnlineUsers && (
        <>
          <SelectField
            form={form}
            name="fallbackQueueId"
            label={t('fallback')}
            help={t('fallbackHelp')}
            placeholder={t('noFallback')}
            clearable
            choices={others.map((other) => ({
              value: other.id,
              label: other.name,
              mark: <ColourDot colour={other.color} />,
            }))}
          />
          <TextField form={form} name="noUsersMessage" label={labels.noUsersMessage} lines={2} optional />
        </>
      )}
      <TextField
        form={form}
        name="greetingMessage"
        label={labels.greetingMessage}
        help={t('greetingHelp')}
        lines={2}
        optional
      />
      <TextField
        form={form}
        name="transferMessage"
        label={labels.transferMessage}
        help={t('transferHelp')}
        lines={2}
        optional
      />
      <NumberField form={form} name="autoCloseMinutes" label={labels.autoCloseMinutes} help={t('autoHelp')} optional />
      <NumberField
        form={form}
        name="autoPendingMinutes"
        label={labels.autoPendingMinutes}
        help={t('autoHelp')}
        optional
      />
    </FormDialog>
  )
}
