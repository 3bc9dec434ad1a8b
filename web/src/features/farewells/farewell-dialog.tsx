import { type Farewell, farewellsContract } from '@recado/core/modules/farewells/contract'
import type { Queue } from '@recado/core/modules/queues/contract'
import { Type } from 'typebox'
import { useT } from '../../lib/i18n/i18n.ts'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { QueuesField } from '../../ui/form/queues-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { VariablesHelp } from '../../ui/variables-help.tsx'

const schema = Type.Pick(farewellsContract.routes.create.body, ['name', 'message'])

/** As a list shows it, with the name that it was given. */
export type FarewellRow = Farewell & { givenName: string }

export interface FarewellValues {
  name: string
  message: string
  queues: number[]
  showAll: boolean
}

interface FarewellDialogProps {
  farewell: FarewellRow | null
  queues: readonly Queue[]
  onSave(values: FarewellValues): Promise<unknown>
  onClose(): void
}

export function FarewellDialog({ farewell, queues, onSave, onClose }: FarewellDialogProps) {
  const t = useT('farewells')
  const common = useT('common')
  const form = useForm<FarewellValues>({
    schema,
    initial: {
      name: farewell?.givenName ?? '',
      message: farewell?.message ?? '',
      queues: [...(farewell?.queueIds ?? [])],
      showAll: farewell?.showAll ?? false,
    },
    save: onSave,
  })
  const labels = { name: common('name'), message: t('message') }
  return (
    <FormDialog title={farewell ? t('editTitle') : t('new')} form={form} labels={labels} onClose={onClose}>
      <TextField form={form} name="name" label={labels.name} help={t('nameHelp')} autoFocus maxLength={60} optional />
      <TextField form={form} name="message" label={labels.message} lines={4} maxLength={4096} />
      <VariablesHelp onPick={(variable) => form.set('message', form.values.message + variable)} />
      <QueuesField
        label={t('queues')}
        help={t('queuesHelp')}
        placeholder={t('allQueues')}
        queues={queues}
        value={form.values.queues}
        onChange={(ids) => form.set('queues', ids)}
      />
      <SwitchField form={form} name="showAll" label={t('showAll')} help={t('showAllHelp')} />
    </FormDialog>
  )
}
