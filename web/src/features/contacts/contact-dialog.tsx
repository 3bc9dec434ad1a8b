import type { Contact } from '@recado/core/modules/contacts/contract'
import type { Tag } from '@recado/core/modules/tags/contract'
import type { User } from '@recado/core/modules/users/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { MultiPick } from '../../ui/form/multi-pick.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type ContactValues, checkContact, contactSchema, initialOf, saveContact } from './contact-form.ts'

interface ContactDialogProps {
  contact: Contact | null
  tags: Tag[]
  owners: User[]
  onClose(): void
}

export function ContactDialog({ contact, tags, owners, onClose }: ContactDialogProps) {
  const t = useT('contacts')
  const common = useT('common')
  const client = useQueryClient()
  const form = useForm<ContactValues>({
    schema: contactSchema,
    initial: initialOf(contact),
    check: checkContact,
    save: async (values) => {
      await saveContact(contact, values)
      toast.success(common('saved'))
      await client.invalidateQueries({ queryKey: ['contacts'] })
    },
  })
  const labels = { name: common('name'), number: t('number'), email: t('email') }
  return (
    <FormDialog title={contact ? contact.name : t('new')} form={form} labels={labels} onClose={onClose}>
      <TextField form={form} name="name" label={labels.name} autoFocus={!contact} maxLength={255} />
      <TextField
        form={form}
        name="number"
        type="tel"
        label={labels.number}
        help={t('numberHelp')}
        placeholder="11 98765-4321"
        optional
      />
      <TextField form={form} name="email" type="email" label={labels.email} optional />
      <FieldFrame label={t('tags')}>
        {({ id, describedBy }) => (
          <MultiPick
            id={id}
            describedBy={describedBy}
            value={form.values.tags}
            onChange={(ids) => form.set('tags', ids)}
            choices={tags
              .filter((tag) => tag.isActive || form.values.tags.includes(tag.id))
              .map((tag) => ({ value: tag.id, label: tag.name, mark: <ColourDot colour={tag.color} /> }))}
          />
        )}
      </FieldFrame>
      <FieldFrame label={t('wallets')} help={t('walletsHelp')}>
        {({ id, describedBy }) => (
          <MultiPick
            id={id}
            describedBy={describedBy}
            value={form.values.wallets}
            onChange={(ids) => form.set('wallets', ids)}
            choices={owners.map((user) => ({ value: user.id, label: user.name }))}
          />
        )}
      </FieldFrame>
      <SwitchField form={form} name="disableBot" label={t('disableBot')} help={t('disableBotHelp')} />
      <SwitchField form={form} name="disableCampaign" label={t('disableCampaign')} help={t('disableCampaignHelp')} />
    </FormDialog>
  )
}
