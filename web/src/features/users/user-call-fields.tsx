import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { useT } from '../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import { type Choice, NumberField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { MultiPick } from '../../ui/form/multi-pick.tsx'
import { PasswordInput } from '../../ui/form/password-field.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import type { UserValues } from './user-form.ts'

interface CallFieldsProps {
  form: Form<UserValues>
  labels: Record<'sipServer' | 'sipPort' | 'sipUser' | 'sipPassword', string>
  channels: Choice<number>[]
  /** A SIP password is stored. */
  hasPassword: boolean
}

/** Whether somebody may telephone, and by what: channels in their order, or a telephone account of their own. */
export function CallFields({ form, labels, channels, hasPassword }: CallFieldsProps) {
  const t = useT('users')
  const { values } = form
  return (
    <Stack component="section" spacing={4} aria-labelledby="user-calls">
      <Typography level="title-sm" component="h3" id="user-calls">
        {t('calls')}
      </Typography>
      <SwitchField form={form} name="allowCalls" label={t('allowCalls')} help={t('allowCallsHelp')} />
      {values.allowCalls && (
        <FieldFrame label={t('callChannels')} help={t('callChannelsHelp')}>
          {({ id, describedBy }) => (
            <MultiPick
              id={id}
              describedBy={describedBy}
              value={values.callChannels}
              onChange={(ids) => form.set('callChannels', ids)}
              placeholder={t('noCallChannels')}
              choices={channels}
            />
          )}
        </FieldFrame>
      )}
      <SwitchField form={form} name="sipEnabled" label={t('sip.enabled')} help={t('sip.enabledHelp')} />
      {(values.sipEnabled || form.problems.sipServer || form.problems.sipPort) && (
        <>
          <TextField form={form} name="sipServer" label={labels.sipServer} placeholder="sip.empresa.com.br" />
          <NumberField form={form} name="sipPort" label={labels.sipPort} placeholder="7443" />
          <TextField form={form} name="sipUser" label={labels.sipUser} maxLength={100} />
          <FieldFrame
            label={labels.sipPassword}
            help={hasPassword ? t('sip.passwordKeep') : undefined}
            problem={form.problems.sipPassword}
            name="sipPassword"
          >
            {({ id, describedBy }) => (
              <PasswordInput
                id={id}
                describedBy={describedBy}
                autoComplete="new-password"
                value={values.sipPassword}
                onChange={(value) => form.set('sipPassword', value)}
                onBlur={() => form.touch('sipPassword')}
              />
            )}
          </FieldFrame>
        </>
      )}
    </Stack>
  )
}
