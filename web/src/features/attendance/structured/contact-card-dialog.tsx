import { Type } from 'typebox'
import { useT } from '../../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { sendContent } from '../composer/send.ts'
import { ContactPick, type Person } from '../dialogs/contact-pick.tsx'
import type { StructuredDialogProps } from './more-menu.tsx'

const schema = Type.Object({})

/** The card of one of our contacts: name, phone and e-mail. */
export function ContactCardDialog({ ticket, onClose }: StructuredDialogProps) {
  const t = useT('attendance')
  const form = useForm<{ person: Person | null }>({
    schema,
    initial: { person: null },
    check: ({ person }): Problems => (person ? {} : { person: { rule: 'required', params: {} } }),
    save: async ({ person }) => {
      if (!person) return
      const phones = person.number ? [`+${person.number.replace(/\D/g, '')}`] : []
      const emails = person.email ? { emails: [person.email] } : {}
      sendContent(ticket.id, { type: 'contact', contacts: [{ name: person.name, phones, ...emails }] })
    },
  })
  return (
    <FormDialog
      title={t('structured.kinds.contact')}
      form={form}
      labels={{ person: t('new.contact') }}
      onClose={onClose}
      submitLabel={t('composer.send')}
      width={460}
    >
      <FieldFrame label={t('new.contact')} problem={form.problems.person} name="person">
        {({ id, describedBy }) => (
          <ContactPick id={id} describedBy={describedBy} onChange={(_, person) => form.set('person', person)} />
        )}
      </FieldFrame>
    </FormDialog>
  )
}
