import Divider from '@mui/joy/Divider'
import type { Webhook } from '@recado/core/modules/webhooks/contract'
import { useRef, useState } from 'react'
import { i18n, useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EventPicks } from './event-picks.tsx'
import { TestButton, TestOutcome } from './test-button.tsx'
import { useWebhookActions, type WebhookActions } from './use-webhook.ts'
import { checkWebhook, initialOf, isTestAddress, type WebhookValues, webhookSchema } from './webhook-form.ts'
import { WebhookNotice } from './webhook-notice.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

interface WebhookDialogProps {
  channel: { id: number; name: string }
  webhook: Webhook
  onClose(): void
}

/** Where a channel tells what happens on it. It stays open after the first save, to show the secret and be tried. */
export function WebhookDialog(props: WebhookDialogProps) {
  const actions = useWebhookActions(props.channel.id)
  const [secret, setSecret] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const showSecret = (made: string) => {
    setSecret(made)
    setRound((now) => now + 1)
  }
  return <Panel key={round} {...props} actions={actions} secret={secret} onSecret={showSecret} onRotated={setSecret} />
}

interface PanelProps extends WebhookDialogProps {
  actions: WebhookActions
  /** Just made: it is shown until the dialog closes. */
  secret: string | null
  onSecret(secret: string): void
  onRotated(secret: string | null): void
}

function Panel({ channel, webhook, actions, secret, onSecret, onRotated, onClose }: PanelProps) {
  const t = useT('webhooks')
  const made = useRef<string | null>(null)
  const form = useForm<WebhookValues>({
    schema: webhookSchema,
    initial: initialOf(webhook),
    check: checkWebhook,
    save: async ({ url, ...values }) => {
      const saved = await actions.save.mutateAsync({ ...values, url: url.trim() })
      made.current = saved.secret
    },
  })
  const labels = { url: t('url'), events: t('events'), enabled: t('enabled') }
  const onSaved = () => {
    if (made.current) return onSecret(made.current)
    toast.success(i18n.t('common:saved'))
    onClose()
  }
  const { hasSecret } = webhook
  return (
    <FormDialog
      title={t('dialogTitle', { channel: channel.name })}
      text={t('dialogText')}
      form={form}
      labels={labels}
      width={680}
      onClose={onClose}
      onSaved={onSaved}
      notice={<TestOutcome delivery={actions.test.data} isPending={actions.test.isPending} />}
      aside={hasSecret && <TestButton actions={actions} isDirty={form.dirty} />}
    >
      <WebhookNotice webhook={webhook} actions={actions} />
      <TextField
        form={form}
        name="url"
        type="url"
        label={labels.url}
        help={isTestAddress(form.values.url) ? t('urlIsTest') : t('urlHelp')}
        placeholder="https://"
        autoFocus={!hasSecret}
        maxLength={2048}
      />
      <EventPicks form={form} />
      <SwitchField form={form} name="enabled" label={labels.enabled} help={t('enabledHelp')} />
      {hasSecret && <WebhookSecret webhook={webhook} actions={actions} secret={secret} onRotated={onRotated} />}
      {hasSecret && <Divider />}
      {hasSecret && <DeliveryLog channelId={channel.id} webhook={webhook} actions={actions} />}
    </FormDialog>
  )
}
