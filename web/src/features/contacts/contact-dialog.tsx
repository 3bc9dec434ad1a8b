import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import type { Tag } from '@recado/core/modules/tags/contract'
import type { User } from '@recado/core/modules/users/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ContactIdentity } from '../../contact-ui/contact-identity.tsx'
import { MergeDialog } from '../../contact-ui/merge-dialog.tsx'
import { useNumberCheck } from '../../contact-ui/use-number-check.ts'
import { reportError } from '../../lib/errors.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { can } from '../../lib/permissions.ts'
import { toast } from '../../lib/toasts.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { MultiPick } from '../../ui/form/multi-pick.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type ContactValues, checkContact, contactSchema, initialOf, saveContact } from './contact-form.ts'
import { ContactHistory } from './contact-history.tsx'
import { ContactPrivacy } from './contact-privacy.tsx'
import { ExtraFields } from './extra-fields.tsx'
import { FlagFields } from './flag-fields.tsx'

interface ContactDialogProps {
  contact: Contact | null
  tags: Tag[]
  owners: User[]
  onClose(): void
}

/** A contact's data, where it is reached, and who it was made of. */
export function ContactDialog({ contact, ...rest }: ContactDialogProps) {
  const [shown, setShown] = useState(contact)
  const [isMerging, setMerging] = useState(false)
  const look = async () => {
    if (shown) setShown(await call(contactsContract.routes.get, { params: { id: shown.id } }))
  }
  return (
    <>
      <ContactForm
        // what a merge changed is what the form begins with
        key={shown?.updatedAt}
        {...rest}
        contact={shown}
        onMerge={() => setMerging(true)}
        onChanged={() => void look().catch(reportError)}
      />
      {isMerging && shown && <MergeDialog contact={shown} onMerged={setShown} onClose={() => setMerging(false)} />}
    </>
  )
}

function ContactForm(props: ContactDialogProps & { onMerge(): void; onChanged(): void }) {
  const { contact, tags, owners, onClose, onMerge, onChanged } = props
  const t = useT('contacts')
  const ui = useT('contactUi')
  const common = useT('common')
  const client = useQueryClient()
  const mayFlag = can('contacts.flags')
  const looked = useNumberCheck()
  const form = useForm<ContactValues>({
    schema: contactSchema,
    initial: initialOf(contact),
    check: checkContact,
    save: async (values) => {
      await looked(values.number, (checkNumber) => saveContact(contact, values, { flags: mayFlag, checkNumber }))
      toast.success(common('saved'))
      await client.invalidateQueries({ queryKey: ['contacts'] })
    },
  })
  const labels = { name: common('name'), number: t('number'), email: t('email'), extraInfo: t('extra.title') }
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
      <FieldFrame
        label={t('extra.title')}
        help={t('extra.help')}
        problem={form.problems.extraInfo}
        name="extraInfo"
        group
      >
        {() => <ExtraFields value={form.values.extraInfo} onChange={(facts) => form.set('extraInfo', facts)} />}
      </FieldFrame>
      <FlagFields form={form} mayChange={mayFlag} />
      {contact && (
        <>
          <Section title={ui('title')}>
            <ContactIdentity
              contact={contact}
              onMerge={onMerge}
              onChanged={onChanged}
              blocked={form.dirty ? ui('merge.saveFirst') : undefined}
            />
          </Section>
          <Section title={t('history.title')}>
            <ContactHistory contactId={contact.id} />
          </Section>
          {can('contacts.privacy') && !contact.isGroup && (
            <Section title={t('privacy.title')}>
              <ContactPrivacy contact={contact} onErased={onClose} />
            </Section>
          )}
        </>
      )}
    </FormDialog>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" sx={{ pt: 4, borderTop: '1px solid', borderColor: 'divider' }}>
    <Typography level="title-sm" component="h3" sx={{ mb: 1 }}>
      {title}
    </Typography>
    {children}
  </Box>
)
