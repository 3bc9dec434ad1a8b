import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Type } from 'typebox'
import { contacts } from '../entities/contacts.ts'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { toast } from '../lib/toasts.ts'
import { FieldFrame } from '../ui/form/field.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import type { Problems } from '../ui/form/problems.ts'
import { useForm } from '../ui/form/use-form.ts'
import { MergeEffects } from './merge-effects.tsx'
import { OtherContactPick } from './other-contact-pick.tsx'

interface Values {
  contactId: number | null
}

const schema = Type.Object({})
const checked = ({ contactId }: Values): Problems =>
  contactId === null ? { contactId: { rule: 'required', params: {} } } : {}

interface MergeDialogProps {
  contact: Contact
  onMerged(contact: Contact): void
  onClose(): void
}

/** Makes another contact part of this one: which, what moves, and that it can be undone. */
export function MergeDialog({ contact, onMerged, onClose }: MergeDialogProps) {
  const t = useT('contactUi')
  const client = useQueryClient()
  const [other, setOther] = useState<Contact | null>(null)
  const form = useForm<Values>({
    schema,
    initial: { contactId: null },
    check: checked,
    save: async ({ contactId }) => {
      const params = { id: contact.id }
      const merged = await call(contactsContract.routes.merge, { params, body: { contactId: contactId ?? 0 } })
      contacts.take(merged)
      if (contactId !== null) contacts.remove(contactId)
      toast.success(t('merge.done', { name: merged.name }))
      await client.invalidateQueries({ queryKey: ['contacts'] })
      onMerged(merged)
    },
  })
  return (
    <FormDialog
      title={t('merge.title', { name: contact.name })}
      text={t('merge.text')}
      form={form}
      labels={{ contactId: t('merge.other') }}
      onClose={onClose}
      submitLabel={t('merge.submit')}
      width={500}
    >
      <FieldFrame label={t('merge.other')} problem={form.problems.contactId} name="contactId">
        {({ id, describedBy }) => (
          <OtherContactPick
            id={id}
            describedBy={describedBy}
            than={contact.id}
            onChange={(picked) => {
              setOther(picked)
              form.set('contactId', picked?.id ?? null)
            }}
          />
        )}
      </FieldFrame>
      {other && <MergeEffects key={other.id} into={contact} fromId={other.id} />}
    </FormDialog>
  )
}
