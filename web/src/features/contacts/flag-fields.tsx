import Typography from '@mui/joy/Typography'
import { CONTACT_FLAGS } from '@recado/core/modules/contacts/contract'
import { useT } from '../../lib/i18n/i18n.ts'
import { SwitchField } from '../../ui/form/fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import type { ContactValues } from './contact-form.ts'

interface FlagFieldsProps {
  form: Form<ContactValues>
  mayChange: boolean
}

/** What a contact is left out of. Admins and supervisors decide; others see it. */
export function FlagFields({ form, mayChange }: FlagFieldsProps) {
  const t = useT('contacts')
  return (
    <>
      {CONTACT_FLAGS.map((flag) => (
        <SwitchField key={flag} form={form} name={flag} label={t(flag)} help={t(`${flag}Help`)} disabled={!mayChange} />
      ))}
      {!mayChange && <Typography level="body-xs">{t('flagsFixed')}</Typography>}
    </>
  )
}
