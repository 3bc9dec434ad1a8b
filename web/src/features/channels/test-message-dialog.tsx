import { type Channel, channelsContract } from '@recado/core/modules/channels/contract'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const { testMessage } = channelsContract.routes

/** Sends one text past tickets and queues, to see whether the channel works. */
export function TestMessageDialog({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const t = useT('channels')
  const form = useForm({
    schema: testMessage.body,
    initial: { to: '', text: t('testMessage.default') },
    save: async (body) => {
      await call(testMessage, { params: { id: channel.id }, body, timeoutMs: 100_000 })
      toast.success(t('testMessage.done'))
    },
  })
  const labels = { to: t('testMessage.to'), text: t('testMessage.text') }
  return (
    <FormDialog
      title={t('testMessage.title')}
      text={t('testMessage.about')}
      form={form}
      labels={labels}
      onClose={onClose}
      submitLabel={t('testMessage.submit')}
      width={440}
    >
      <TextField form={form} name="to" label={labels.to} help={t('testMessage.toHelp')} autoFocus maxLength={255} />
      <TextField form={form} name="text" label={labels.text} lines={2} maxLength={1000} />
    </FormDialog>
  )
}
