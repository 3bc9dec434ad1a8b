import Autocomplete from '@mui/joy/Autocomplete'
import type { Media } from '@recado/core/modules/media/contract'
import {
  QUICK_MESSAGE_MAX_FILES,
  QUICK_MESSAGE_MAX_TEXT,
  type QuickMessage,
  quickMessagesContract,
} from '@recado/core/modules/quick-messages/contract'
import { Type } from 'typebox'
import { useT } from '../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FilesPick } from '../../ui/form/files-pick.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { VariablesHelp } from '../../ui/variables-help.tsx'
import type { QuickValues } from './use-quick-messages.ts'

const { key, folder } = quickMessagesContract.routes.create.body.properties
// a file is enough
const message = Type.Optional(Type.String({ maxLength: QUICK_MESSAGE_MAX_TEXT }))
const schema = Type.Object({ key, folder, message })

interface Values {
  key: string
  message: string
  folder: string
  showAll: boolean
  files: Media[]
}

interface QuickMessageDialogProps {
  quick: QuickMessage | null
  /** In use already. */
  folders: string[]
  onSave(values: QuickValues): Promise<unknown>
  onClose(): void
}

export function QuickMessageDialog({ quick, folders, onSave, onClose }: QuickMessageDialogProps) {
  const t = useT('quickMessages')
  const ui = useT('ui')
  const form = useForm<Values>({
    schema,
    initial: {
      key: quick?.key ?? '',
      message: quick?.message ?? '',
      folder: quick?.folder ?? '',
      showAll: quick?.showAll ?? false,
      files: quick?.medias ?? [],
    },
    check: ({ message, files }) =>
      message.trim() === '' && files.length === 0 ? { message: { rule: 'textOrFile', params: {} } } : {},
    save: ({ files, ...values }) => onSave({ ...values, key: values.key.trim(), medias: files.map((file) => file.id) }),
  })
  const labels = { key: t('key'), message: t('message'), folder: t('folder') }
  return (
    <FormDialog title={quick ? t('editTitle') : t('new')} form={form} labels={labels} onClose={onClose}>
      <TextField form={form} name="key" label={labels.key} help={t('keyHelp')} autoFocus maxLength={60} />
      <TextField form={form} name="message" label={labels.message} help={t('messageHelp')} lines={4} optional />
      <VariablesHelp onPick={(variable) => form.set('message', form.values.message + variable)} />
      <FieldFrame label={t('file')} optional name="files">
        {({ id, describedBy }) => (
          <FilesPick
            id={id}
            describedBy={describedBy}
            files={form.values.files}
            max={QUICK_MESSAGE_MAX_FILES}
            onChange={(files) => form.set('files', files)}
          />
        )}
      </FieldFrame>
      <FieldFrame label={labels.folder} help={t('folderHelp')} problem={form.problems.folder} optional name="folder">
        {({ id, describedBy }) => (
          <Autocomplete
            freeSolo
            options={folders}
            inputValue={form.values.folder}
            onInputChange={(_, value) => form.set('folder', value)}
            clearText={ui('clear')}
            slotProps={{ input: { id, maxLength: 60, ...(describedBy ? { 'aria-describedby': describedBy } : {}) } }}
          />
        )}
      </FieldFrame>
      <SwitchField form={form} name="showAll" label={t('showAll')} help={t('showAllHelp')} />
    </FormDialog>
  )
}
