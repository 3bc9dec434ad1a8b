import Alert from '@mui/joy/Alert'
import Button from '@mui/joy/Button'
import Divider from '@mui/joy/Divider'
import { type Channel, channelsContract } from '@recado/core/modules/channels/contract'
import type { ChannelType } from '@recado/core/modules/plugins/contract'
import type { Step } from '@recado/sdk'
import { fieldUi, propertiesOf } from '@recado/sdk/settings'
import { useMutation } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { hasFeature } from '../../lib/permissions.ts'
import { payloadOf } from '../../plugin-ui/draft.ts'
import { PanelHostContext } from '../../plugin-ui/host.ts'
import { SettingsPanel } from '../../plugin-ui/settings-panel.tsx'
import { StepOutcome } from '../../plugin-ui/step-outcome.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ChannelAddresses } from './channel-addresses.tsx'
import { ChannelCoreFields, useCoreLabels } from './channel-core-fields.tsx'
import {
  type ChannelValues,
  checkChannel,
  coreSchema,
  initialOf,
  PREFIX,
  saveChannel,
  settingsSchema,
} from './channel-form.ts'
import { ChannelTools } from './channel-tools.tsx'
import { GuideButton } from './guide-button.tsx'
import { panelHost } from './panel-host.ts'

interface ChannelDialogProps {
  /** Null for a new one. */
  channel: Channel | null
  /** Missing when its plugin is. */
  type: ChannelType | undefined
  /** What other features add, each with a way to save of its own. */
  sections?: ReactNode
  onSaved(channel: Channel): void
  onClose(): void
}

/** What is wrong may be far below what is on screen. */
function leadTo(field: string): void {
  const frame = document.querySelector(`[data-field="${CSS.escape(field)}"]`)
  frame?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')?.focus()
  frame?.scrollIntoView({ block: 'center' })
}

/** A channel's panel: the plugin's settings from their schema, then what the core adds to each channel. */
export function ChannelDialog({ channel, type, sections, onSaved, onClose }: ChannelDialogProps) {
  const t = useT('channels')
  const schema = settingsSchema(type)
  const saved = useRef<Channel | null>(null)
  const form = useForm<ChannelValues>({
    schema: coreSchema,
    initial: initialOf(channel, type),
    check: checkChannel(type),
    save: async (values) => {
      saved.current = await saveChannel(channel, type, values)
    },
  })
  const [draft, setDraft] = [form.values.settings, (next: typeof form.values.settings) => form.set('settings', next)]

  const run = (action: string, input: object = {}): Promise<Step> =>
    call(channelsContract.routes.action, {
      params: { type: type?.type ?? '', action },
      body: { channelId: channel?.id ?? null, settings: payloadOf(schema, draft), ...input },
      timeoutMs: 60_000,
    })
  const latest = useRef(run)
  latest.current = run
  const host = useMemo(() => panelHost((action) => latest.current(action)), [])

  const testable = type?.actions?.some((action) => action.name === 'testConnection') ?? false
  const [outcome, setOutcome] = useState<Step | null>(null)
  const test = useMutation({
    mutationFn: () => run('testConnection'),
    onMutate: () => setOutcome(null),
    onSuccess: (step) => {
      setOutcome(step)
      if (step.type !== 'error' || !step.field) return
      // what is missing there is told there, too
      form.touch((PREFIX + step.field) as keyof ChannelValues)
      leadTo(PREFIX + step.field)
    },
  })

  const coreLabels = useCoreLabels()
  const labels = {
    ...coreLabels,
    ...Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([name, field]) => [PREFIX + name, fieldUi(field)?.label ?? name]),
    ),
  }
  const problems = Object.fromEntries(
    Object.entries(form.problems)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, problem]) => [name.slice(PREFIX.length), { field: name, ...problem }]),
  )

  return (
    <PanelHostContext.Provider value={host}>
      <FormDialog
        title={channel ? channel.name : t('newTitle', { type: type?.name ?? '' })}
        {...(channel && type ? { text: type.name } : {})}
        form={form}
        labels={labels}
        width={680}
        onClose={onClose}
        onSaved={() => (saved.current ? onSaved(saved.current) : onClose())}
        notice={(outcome?.type === 'done' || outcome?.type === 'error') && <StepOutcome step={outcome} />}
        aside={
          testable && (
            <Button
              variant="outlined"
              color="neutral"
              loading={test.isPending}
              loadingPosition="start"
              startDecorator={<PlugZap size={16} />}
              onClick={() => test.mutate()}
            >
              {t('test')}
            </Button>
          )
        }
      >
        {!type && <Alert color="warning">{t('pluginMissing')}</Alert>}
        {type?.hasGuide && <GuideButton type={type.type} name={type.name} />}
        {channel && type && <ChannelTools channel={channel} type={type} run={run} />}
        <TextField
          form={form}
          name="name"
          label={coreLabels.name}
          help={t('nameHelp')}
          autoFocus={!channel}
          maxLength={50}
        />
        {channel && <ChannelAddresses channel={channel} type={type} />}
        <SettingsPanel
          schema={schema}
          draft={draft}
          onChange={setDraft}
          problems={problems}
          prefix={PREFIX}
          onTouch={(name) => form.touch((PREFIX + name) as keyof ChannelValues)}
        />
        {'importDays' in propertiesOf(schema) && !hasFeature('importMessages') && (
          <Alert color="warning" variant="soft">
            {t('importLacking')}
          </Alert>
        )}
        <Divider />
        <ChannelCoreFields
          form={form}
          hasCallLines={channel?.callTokens?.set ?? false}
          groups={type?.features.groups === true && !('ignoreGroups' in propertiesOf(schema))}
        />
        {sections && <Divider />}
        {sections}
      </FormDialog>
    </PanelHostContext.Provider>
  )
}
