import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { useNumberCheck } from '../../../contact-ui/use-number-check.ts'
import { contacts } from '../../../entities/contacts.ts'
import { typedPhone } from '../../../lib/format/phone.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'

interface Values {
  name: string
  number: string
  email: string
}

const { update } = contactsContract.routes

/** The number is hidden from this person, so it may not be sent back. */
const isMasked = (number: string): boolean => number.includes('•')

function checked({ number, email }: Values): Problems {
  const problems: Problems = {}
  const digits = number.replace(/[\s()+.-]/g, '')
  if (number !== '' && !isMasked(number) && !/^\d{10,15}$/.test(digits)) problems.number = { rule: 'phone', params: {} }
  if (email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email.trim())) problems.email = { rule: 'email', params: {} }
  return problems
}

/** Name, number and e-mail of a contact. */
export function ContactEditDialog({ contact, onClose }: { contact: Contact; onClose(): void }) {
  const t = useT('attendance')
  const common = useT('common')
  const looked = useNumberCheck()
  const form = useForm<Values>({
    schema: update.body,
    initial: { name: contact.name, number: contact.number ?? '', email: contact.email ?? '' },
    check: checked,
    save: async ({ name, number, email }) => {
      const body = {
        name: name.trim(),
        email: email.trim() || null,
        ...(isMasked(number) ? {} : { number: typedPhone(number) }),
      }
      const send = (checkNumber: boolean) =>
        call(update, { params: { id: contact.id }, body: { ...body, checkNumber } })
      contacts.take(await looked(number, send))
      toast.success(common('saved'))
    },
  })
  const labels = { name: common('name'), number: t('side.number'), email: t('side.email') }
  return (
    <FormDialog title={t('side.editContact')} form={form} labels={labels} onClose={onClose} width={420}>
      <TextField form={form} name="name" label={labels.name} autoFocus maxLength={255} />
      <TextField form={form} name="number" type="tel" label={labels.number} optional />
      <TextField form={form} name="email" type="email" label={labels.email} optional />
    </FormDialog>
  )
}
