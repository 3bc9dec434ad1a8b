import { type ClosingReason, closingReasonsContract } from '@recado/core/modules/closing-reasons/contract'
import type { Queue } from '@recado/core/modules/queues/contract'
import { Type } from 'typebox'
import { useT } from '../../lib/i18n/i18n.ts'
import { tints } from '../../theme/palette.ts'
import { ColourFormField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { QueuesField } from '../../ui/form/queues-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const schema = Type.Required(closingReasonsContract.routes.create.body)

export interface ReasonValues {
  name: string
  color: string
  isActive: boolean
  queues: number[]
}

interface ReasonDialogProps {
  reason: ClosingReason | null
  queues: readonly Queue[]
  onSave(values: ReasonValues): Promise<unknown>
  onClose(): void
}

export function ReasonDialog({ reason, queues, onSave, onClose }: ReasonDialogProps) {
  const t = useT('closingReasons')
  const common = useT('common')
  const form = useForm<ReasonValues>({
    schema,
    initial: {
      name: reason?.name ?? '',
      color: reason?.color ?? tints[0],
      isActive: reason?.isActive ?? true,
      queues: [...(reason?.queueIds ?? [])],
    },
    save: (values) => onSave({ ...values, name: values.name.trim() }),
  })
  return (
    <FormDialog
      title={reason ? t('editTitle') : t('new')}
      form={form}
      labels={{ name: common('name'), color: common('colour') }}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={common('name')} autoFocus maxLength={100} />
      <ColourFormField form={form} name="color" label={common('colour')} />
      <QueuesField
        label={t('queues')}
        help={t('queuesHelp')}
        placeholder={t('allQueues')}
        queues={queues}
        value={form.values.queues}
        onChange={(ids) => form.set('queues', ids)}
      />
      <SwitchField form={form} name="isActive" label={common('active')} help={t('activeHelp')} />
    </FormDialog>
  )
}
