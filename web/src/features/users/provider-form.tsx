import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Input from '@mui/joy/Input'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import { type SsoProvider, SsoProviderWrite, ssoContract } from '@recado/core/modules/sso/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Type } from 'typebox'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormSummary } from '../../ui/form/form-summary.tsx'
import { PasswordInput } from '../../ui/form/password-field.tsx'
import type { Problems } from '../../ui/form/problems.ts'
import { useForm } from '../../ui/form/use-form.ts'

interface Values {
  isActive: boolean
  issuer: string
  clientId: string
  /** Empty: the one that is stored. */
  clientSecret: string
  isOnlyWay: boolean
}

const schema = Type.Pick(SsoProviderWrite, ['issuer', 'clientId'])
const REQUIRED = { rule: 'required', params: {} }

/** The company's sign-in provider (OpenID Connect). */
export function ProviderForm({ provider }: { provider: SsoProvider }) {
  const t = useT('users')
  const ui = useT('ui')
  const common = useT('common')
  const client = useQueryClient()
  const keepsSecret = (issuer: string) => provider.clientSecret.set && issuer.trim() === provider.issuer
  const form = useForm<Values>({
    schema,
    initial: {
      isActive: provider.isActive,
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: '',
      isOnlyWay: provider.isOnlyWay,
    },
    check: ({ isActive, issuer, clientId, clientSecret }) => {
      const problems: Problems = {}
      if (!isActive) return problems
      if (issuer.trim() === '') problems.issuer = REQUIRED
      if (clientId.trim() === '') problems.clientId = REQUIRED
      if (clientSecret === '' && !keepsSecret(issuer)) problems.clientSecret = REQUIRED
      return problems
    },
    save: async ({ clientSecret, ...values }) => {
      const body = { ...values, ...(clientSecret ? { clientSecret } : {}) }
      client.setQueryData(['sso-provider'], await call(ssoContract.routes.saveProvider, { body }))
      toast.success(common('saved'))
    },
  })
  const labels = {
    issuer: t('provider.issuer'),
    clientId: t('provider.clientId'),
    clientSecret: t('provider.clientSecret'),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <Sheet variant="outlined" component="form" noValidate onSubmit={submit} sx={{ p: 5, borderRadius: 8 }}>
      <Stack spacing={4}>
        <FormSummary form={form} labels={labels} />
        <SwitchField form={form} name="isActive" label={t('provider.active')} help={t('provider.activeHelp')} />
        <FieldFrame label={t('provider.redirect')} help={t('provider.redirectHelp')}>
          {({ id, describedBy }) => (
            <Input
              value={provider.redirectUrl}
              readOnly
              endDecorator={<CopyButton text={provider.redirectUrl} label={t('provider.copyRedirect')} />}
              slotProps={{ input: { id, 'aria-describedby': describedBy } }}
            />
          )}
        </FieldFrame>
        <TextField
          form={form}
          name="issuer"
          type="url"
          label={labels.issuer}
          help={t('provider.issuerHelp')}
          placeholder="https://accounts.google.com"
        />
        <TextField form={form} name="clientId" label={labels.clientId} maxLength={255} />
        <FieldFrame
          label={labels.clientSecret}
          help={keepsSecret(form.values.issuer) ? t('provider.secretKeep') : undefined}
          problem={form.problems.clientSecret}
          name="clientSecret"
        >
          {({ id, describedBy }) => (
            <PasswordInput
              id={id}
              describedBy={describedBy}
              autoComplete="new-password"
              value={form.values.clientSecret}
              onChange={(value) => form.set('clientSecret', value)}
              onBlur={() => form.touch('clientSecret')}
            />
          )}
        </FieldFrame>
        <SwitchField form={form} name="isOnlyWay" label={t('provider.onlyWay')} help={t('provider.onlyWayHelp')} />
        <Box>
          <Button type="submit" loading={form.saving} disabled={!form.dirty}>
            {ui('save')}
          </Button>
        </Box>
      </Stack>
    </Sheet>
  )
}
