import Typography from '@mui/joy/Typography'
import { type Company, operatorContract, RECURRENCES } from '@recado/core/modules/operator/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { PasswordChecklist, PasswordInput } from '../../ui/form/password-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { checkTenant, initialOf, saveTenant, type TenantValues, tenantSchema } from './tenant-form.ts'

export function TenantDialog({ company, onClose }: { company: Company | null; onClose(): void }) {
  const t = useT('tenants')
  const common = useT('common')
  const client = useQueryClient()
  const schema = useMemo(() => tenantSchema(company === null), [company])
  const plans = useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => call(operatorContract.routes.plans, { signal }),
  })
  const form = useForm<TenantValues>({
    schema,
    initial: initialOf(company),
    check: checkTenant(company),
    save: async (values) => {
      await saveTenant(company, values)
      toast.success(common('saved'))
      await client.invalidateQueries({ queryKey: ['tenants'] })
    },
  })
  const labels = {
    name: t('companyName'),
    email: t('email'),
    whatsapp: t('whatsapp'),
    dueDate: t('due'),
    userName: t('adminName'),
    userEmail: t('adminEmail'),
    userPassword: t('adminPassword'),
  }
  return (
    <FormDialog title={company ? company.name : t('new')} form={form} labels={labels} onClose={onClose}>
      <TextField form={form} name="name" label={labels.name} autoFocus={!company} maxLength={100} />
      <TextField form={form} name="email" type="email" label={labels.email} optional />
      <TextField form={form} name="whatsapp" type="tel" label={labels.whatsapp} optional />
      <SelectField
        form={form}
        name="planId"
        label={t('plan')}
        placeholder={t('noPlan')}
        clearable
        choices={plans.data?.map((plan) => ({ value: plan.id, label: plan.name })) ?? []}
      />
      <SelectField
        form={form}
        name="recurrence"
        label={t('recurrence')}
        choices={RECURRENCES.map((value) => ({ value, label: t(`recurrences.${value}`) }))}
      />
      <TextField form={form} name="dueDate" type="date" label={labels.dueDate} help={t('dueHelp')} optional />
      {!company && (
        <>
          <Typography level="title-sm" component="h3" textColor="text.secondary" sx={{ pt: 2 }}>
            {t('admin')}
          </Typography>
          <TextField form={form} name="userName" label={labels.userName} maxLength={50} />
          <TextField form={form} name="userEmail" type="email" label={labels.userEmail} />
          <FieldFrame label={labels.userPassword} problem={form.problems.userPassword} name="userPassword">
            {({ id, describedBy }) => (
              <PasswordInput
                id={id}
                describedBy={describedBy}
                autoComplete="new-password"
                value={form.values.userPassword}
                onChange={(value) => form.set('userPassword', value)}
                onBlur={() => form.touch('userPassword')}
              />
            )}
          </FieldFrame>
          <PasswordChecklist password={form.values.userPassword} />
        </>
      )}
    </FormDialog>
  )
}
