import { type Tag, tagsContract } from '@recado/core/modules/tags/contract'
import { Type } from 'typebox'
import { useT } from '../../lib/i18n/i18n.ts'
import { tints } from '../../theme/palette.ts'
import { ColourFormField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const schema = Type.Required(Type.Pick(tagsContract.routes.create.body, ['tag', 'color', 'isActive']))

interface Values {
  tag: string
  color: string
  isActive: boolean
}

interface TagDialogProps {
  tag: Tag | null
  onSave(values: Values): Promise<unknown>
  onClose(): void
}

export function TagDialog({ tag, onSave, onClose }: TagDialogProps) {
  const t = useT('tags')
  const common = useT('common')
  const form = useForm<Values>({
    schema,
    initial: { tag: tag?.tag ?? '', color: tag?.color ?? tints[0], isActive: tag?.isActive ?? true },
    save: (values) => onSave({ ...values, tag: values.tag.trim() }),
  })
  return (
    <FormDialog
      title={tag ? t('editTitle') : t('new')}
      form={form}
      labels={{ tag: common('name'), color: common('colour') }}
      onClose={onClose}
    >
      <TextField form={form} name="tag" label={common('name')} autoFocus maxLength={100} />
      <ColourFormField form={form} name="color" label={common('colour')} />
      <SwitchField form={form} name="isActive" label={common('active')} help={t('activeHelp')} />
    </FormDialog>
  )
}
