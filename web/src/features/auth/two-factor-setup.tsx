import { authContract, type FactorSecret } from '@recado/core/modules/auth/contract'
import { useState } from 'react'
import { Type } from 'typebox'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { CodeField } from './code-field.tsx'
import { FactorSecretView } from './factor-secret.tsx'
import { PasswordDialog } from './password-dialog.tsx'

const { twoFactorSetup, twoFactorConfirm } = authContract.routes
const schema = Type.Object({ code: Type.String({ minLength: 6 }) })

interface TwoFactorSetupProps {
  onClose(): void
  /** It is in force; these codes are shown once. */
  onReady(recoveryCodes: string[]): void
}

/** Password, then the key for the app and its first code. */
export function TwoFactorSetup({ onClose, onReady }: TwoFactorSetupProps) {
  const t = useT('auth')
  const [secret, setSecret] = useState<FactorSecret | null>(null)
  if (secret) return <ConfirmSecret secret={secret} onClose={onClose} onReady={onReady} />
  return (
    <PasswordDialog
      title={t('setup.title')}
      text={t('setup.passwordText')}
      submitLabel={t('setup.next')}
      onConfirm={async (currentPassword) => setSecret(await call(twoFactorSetup, { body: { currentPassword } }))}
      onClose={onClose}
      onDone={() => undefined}
    />
  )
}

function ConfirmSecret({ secret, onClose, onReady }: TwoFactorSetupProps & { secret: FactorSecret }) {
  const t = useT('auth')
  const form = useForm({
    schema,
    initial: { code: '' },
    save: async ({ code }) => {
      const { recoveryCodes } = await call(twoFactorConfirm, { body: { code: code.trim() } })
      onReady(recoveryCodes)
    },
  })
  return (
    <FormDialog
      title={t('setup.title')}
      text={t('setup.scan')}
      form={form}
      labels={{ code: t('code.label') }}
      submitLabel={t('setup.confirm')}
      width={440}
      onClose={onClose}
      onSaved={() => undefined}
    >
      <FactorSecretView secret={secret} />
      <CodeField value={form.values.code} onChange={(code) => form.set('code', code)} help={t('setup.codeHelp')} />
    </FormDialog>
  )
}
