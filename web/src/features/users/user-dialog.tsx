import { channelsContract } from '@recado/core/modules/channels/contract'
import { queuesContract } from '@recado/core/modules/queues/contract'
import type { User } from '@recado/core/modules/users/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useTenantSettings } from '../../lib/tenant-settings.ts'
import { toast } from '../../lib/toasts.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { NumberField, SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { MultiPick } from '../../ui/form/multi-pick.tsx'
import { PasswordChecklist, PasswordInput } from '../../ui/form/password-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { CallFields } from './user-call-fields.tsx'
import { checkUser, initialOf, saveUser, type UserValues, userSchema } from './user-form.ts'

const PROFILES = ['admin', 'supervisor', 'supervisorfila', 'user'] as const

/** One person: who they are, what they may do, which queues and channels are theirs. */
export function UserDialog({ user, onClose }: { user: User | null; onClose(): void }) {
  const t = useT('users')
  const common = useT('common')
  const client = useQueryClient()
  const settings = useTenantSettings()
  const form = useForm<UserValues>({
    schema: userSchema,
    initial: initialOf(user),
    check: checkUser(user),
    save: async (values) => {
      await saveUser(user, values)
      toast.success(common('saved'))
      await client.invalidateQueries({ queryKey: ['users'] })
    },
  })
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => call(queuesContract.routes.list, { signal }),
  })
  const channels = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => call(channelsContract.routes.list, { signal }),
  })
  const labels = {
    name: common('name'),
    email: t('email'),
    password: t('password'),
    profile: t('profile'),
    ticketCapacity: t('capacity'),
    sipServer: t('sip.server'),
    sipPort: t('sip.port'),
    sipUser: t('sip.user'),
    sipPassword: t('sip.password'),
  }
  const channelChoices = channels.data?.map((channel) => ({ value: channel.id, label: channel.name })) ?? []
  return (
    <FormDialog title={user ? user.name : t('new')} form={form} labels={labels} onClose={onClose}>
      <TextField form={form} name="name" label={labels.name} autoFocus={!user} maxLength={50} />
      <TextField form={form} name="email" type="email" label={labels.email} help={t('emailHelp')} />
      <FieldFrame
        label={labels.password}
        help={user ? t('passwordKeep') : undefined}
        problem={form.problems.password}
        name="password"
      >
        {({ id, describedBy }) => (
          <PasswordInput
            id={id}
            describedBy={describedBy}
            autoComplete="new-password"
            value={form.values.password}
            onChange={(value) => form.set('password', value)}
            onBlur={() => form.touch('password')}
          />
        )}
      </FieldFrame>
      {(user === null || form.values.password !== '') && <PasswordChecklist password={form.values.password} />}
      <SelectField
        form={form}
        name="profile"
        label={labels.profile}
        choices={PROFILES.map((value) => ({
          value,
          label: common(`profiles.${value}`),
          hint: t(`profiles.${value}`),
        }))}
      />
      <FieldFrame label={t('queues')} help={t('queuesHelp')}>
        {({ id, describedBy }) => (
          <MultiPick
            id={id}
            describedBy={describedBy}
            value={form.values.queues}
            onChange={(ids) => form.set('queues', ids)}
            placeholder={t('noQueues')}
            choices={
              queues.data?.map((queue) => ({
                value: queue.id,
                label: queue.name,
                mark: <ColourDot colour={queue.color} />,
              })) ?? []
            }
          />
        )}
      </FieldFrame>
      <FieldFrame label={t('channels')} help={t('channelsHelp')}>
        {({ id, describedBy }) => (
          <MultiPick
            id={id}
            describedBy={describedBy}
            value={form.values.channels}
            onChange={(ids) => form.set('channels', ids)}
            placeholder={t('allChannels')}
            choices={channelChoices}
          />
        )}
      </FieldFrame>
      <NumberField form={form} name="ticketCapacity" label={labels.ticketCapacity} help={t('capacityHelp')} optional />
      {settings.hideBlockMultipleLogins !== 'enabled' && (
        <SwitchField form={form} name="blockMultipleLogins" label={t('block')} help={t('blockHelp')} />
      )}
      <SwitchField form={form} name="ignoreWallet" label={t('wallet')} help={t('walletHelp')} />
      <CallFields
        form={form}
        labels={labels}
        channels={channelChoices}
        hasPassword={user?.sip?.password.set ?? false}
      />
      {user && <SwitchField form={form} name="isActive" label={common('active')} help={t('activeHelp')} />}
    </FormDialog>
  )
}
