import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { queuesContract } from '@recado/core/modules/queues/contract'
import { useQuery } from '@tanstack/react-query'
import { useEverybody } from '../../entities/everybody.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { NumberField, SelectField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { CallLinesField } from './call-lines-field.tsx'
import type { ChannelValues } from './channel-form.ts'
import { ChannelRatingFields } from './channel-rating-fields.tsx'

export function useCoreLabels() {
  const t = useT('channels')
  const common = useT('common')
  return {
    name: common('name'),
    queueId: t('queue'),
    userId: t('user'),
    greetingMessage: t('greeting'),
    farewellMessage: t('farewell'),
    transferMessage: t('transfer'),
    acceptMessage: t('accept'),
    absenceMessage: t('absence'),
    autoCloseMinutes: t('autoClose'),
    autoCloseMessage: t('autoCloseMessage'),
    autoPendingMinutes: t('autoPending'),
    rating: t('rating.title'),
    ratingMessage: t('rating.request'),
    ratingThanksMessage: t('rating.thanks'),
    ratingInvalidMessage: t('rating.invalid'),
    ratingExpiryMessage: t('rating.expiry'),
    ratingIntervalHours: t('rating.interval'),
    ratingWaitMinutes: t('rating.wait'),
    callTokens: t('callTokens'),
  }
}

const MESSAGES = [
  'greetingMessage',
  'acceptMessage',
  'transferMessage',
  'farewellMessage',
  'absenceMessage',
  'autoCloseMessage',
] as const

interface ChannelCoreFieldsProps {
  form: Form<ChannelValues>
  groups: boolean
  /** Lines for voice calls are stored. */
  hasCallLines: boolean
}

/** What the core adds to each channel, whatever its type. */
export function ChannelCoreFields({ form, groups, hasCallLines }: ChannelCoreFieldsProps) {
  const t = useT('channels')
  const labels = useCoreLabels()
  const helps = {
    greetingMessage: t('greetingHelp'),
    acceptMessage: t('acceptHelp'),
    transferMessage: t('transferHelp'),
    farewellMessage: t('farewellHelp'),
    absenceMessage: t('absenceHelp'),
    autoCloseMessage: t('autoCloseMessageHelp'),
  }
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => call(queuesContract.routes.list, { signal }),
  })
  const users = useEverybody()
  return (
    <Stack spacing={4}>
      <Typography level="title-sm" component="h3" textColor="text.secondary">
        {t('routing')}
      </Typography>
      <SelectField
        form={form}
        name="queueId"
        label={labels.queueId}
        help={t('queueHelp')}
        placeholder={t('noQueue')}
        clearable
        choices={
          queues.data?.map((queue) => ({
            value: queue.id,
            label: queue.name,
            mark: <ColourDot colour={queue.color} />,
          })) ?? []
        }
      />
      <SelectField
        form={form}
        name="userId"
        label={labels.userId}
        help={t('userHelp')}
        placeholder={t('noUser')}
        clearable
        choices={users.data?.map((user) => ({ value: user.id, label: user.name })) ?? []}
      />
      <SwitchField form={form} name="isDefault" label={t('isDefault')} help={t('isDefaultHelp')} />
      {groups && <SwitchField form={form} name="ignoreGroups" label={t('ignoreGroups')} help={t('ignoreGroupsHelp')} />}
      <Typography level="title-sm" component="h3" textColor="text.secondary" sx={{ pt: 2 }}>
        {t('messages')}
      </Typography>
      {MESSAGES.map((name) => (
        <TextField key={name} form={form} name={name} label={labels[name]} help={helps[name]} lines={2} optional />
      ))}
      <NumberField
        form={form}
        name="autoCloseMinutes"
        label={labels.autoCloseMinutes}
        help={t('autoCloseHelp')}
        optional
      />
      <NumberField
        form={form}
        name="autoPendingMinutes"
        label={labels.autoPendingMinutes}
        help={t('autoPendingHelp')}
        optional
      />
      <Typography level="title-sm" component="h3" textColor="text.secondary" sx={{ pt: 2 }}>
        {t('rating.section')}
      </Typography>
      <ChannelRatingFields form={form} labels={labels} />
      <Typography level="title-sm" component="h3" textColor="text.secondary" sx={{ pt: 2 }}>
        {t('calls')}
      </Typography>
      <CallLinesField form={form} label={labels.callTokens} isSet={hasCallLines} />
    </Stack>
  )
}
