import Input from '@mui/joy/Input'
import { type OperatorPlugin, type PluginApp, pluginsContract } from '@recado/core/modules/plugins/contract'
import { fieldUi, propertiesOf } from '@recado/sdk/settings'
import { useQuery } from '@tanstack/react-query'
import { type TSchema, Type } from 'typebox'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { checkDraft, type Draft, draftOf, payloadOf } from '../../plugin-ui/draft.ts'
import { SettingsPanel } from '../../plugin-ui/settings-panel.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const { app, saveApp } = pluginsContract.routes
const nothing = Type.Object({})

/** What the operator sets once for a plugin's channels of all companies. */
export function AppDialog({ plugin, onClose }: { plugin: OperatorPlugin; onClose(): void }) {
  const query = useQuery({
    queryKey: ['plugins', 'operator', plugin.id, 'app'],
    queryFn: ({ signal }) => call(app, { params: { id: plugin.id }, signal }),
    gcTime: 0,
  })
  return query.data ? <AppForm plugin={plugin} stored={query.data} onClose={onClose} /> : null
}

function AppForm({ plugin, stored, onClose }: { plugin: OperatorPlugin; stored: PluginApp; onClose(): void }) {
  const t = useT('plugins')
  const schema = stored.schema as unknown as TSchema
  const form = useForm<{ settings: Draft }>({
    schema: nothing,
    initial: { settings: draftOf(schema, stored.settings) },
    check: ({ settings }) => checkDraft(schema, settings),
    save: async ({ settings }) => {
      await call(saveApp, { params: { id: plugin.id }, body: { settings: payloadOf(schema, settings) } })
      toast.success(t('app.saved'))
    },
  })
  const labels = Object.fromEntries(
    Object.entries(propertiesOf(schema)).map(([name, field]) => [name, fieldUi(field)?.label ?? name]),
  )
  const problems = Object.fromEntries(
    Object.entries(form.problems).map(([name, problem]) => [name, { field: name, ...problem }]),
  )
  return (
    <FormDialog
      title={t('app.title', { name: stored.name })}
      text={t('app.text')}
      form={form}
      labels={labels}
      onClose={onClose}
    >
      {stored.hookUrl && (
        <FieldFrame label={t('app.hookUrl')} help={t('app.hookUrlHelp')}>
          {({ id, describedBy }) => (
            <Input
              readOnly
              value={stored.hookUrl ?? ''}
              endDecorator={<CopyButton text={stored.hookUrl ?? ''} />}
              slotProps={{ input: { id, 'aria-describedby': describedBy, spellCheck: false } }}
            />
          )}
        </FieldFrame>
      )}
      <SettingsPanel
        schema={schema}
        draft={form.values.settings}
        onChange={(settings) => form.set('settings', settings)}
        problems={problems}
        onTouch={(name) => form.touch(name as 'settings')}
      />
    </FormDialog>
  )
}
