import Box from '@mui/joy/Box'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import { type Template, templatesContract } from '@recado/core/modules/templates/contract'
import { textOf } from '@recado/core/modules/templates/policy'
import { Type } from 'typebox'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FilePick } from '../../../ui/form/file-pick.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import {
  CATEGORIES,
  componentsOf,
  draftOf,
  exampleKeys,
  HEADERS,
  type TemplateValues,
  valuesOf,
} from './template-draft.ts'

const { create, update } = templatesContract.routes
const LANGUAGES = ['pt_BR', 'pt_PT', 'en', 'en_US', 'en_GB', 'es', 'es_AR', 'es_ES', 'es_MX']
const ACCEPT = { IMAGE: 'image/jpeg,image/png', VIDEO: 'video/mp4', DOCUMENT: 'application/pdf' }
const MAX_BUTTONS = 3

const schema = Type.Object({
  name: create.body.properties.name,
  body: Type.String({ minLength: 1, maxLength: 1024, pattern: '\\S' }),
})
const required = { rule: 'required', params: {} } as const

const checkValues = (values: TemplateValues): Problems => ({
  ...(values.header === 'TEXT' && values.headerText.trim() === '' ? { headerText: required } : {}),
  ...(values.buttons.some(({ text }) => text.trim() === '') ? { buttons: required } : {}),
  ...(exampleKeys(values).some(({ key }) => (values.examples[key] ?? '').trim() === '') ? { examples: required } : {}),
})

interface TemplateEditorProps {
  channelId: number
  /** Null for a new one. */
  template: Template | null
  onSaved(): void
  onClose(): void
}

/** Writes a template and hands it in for approval. */
export function TemplateEditor({ channelId, template, onSaved, onClose }: TemplateEditorProps) {
  const t = useT('channels')
  const form = useForm<TemplateValues>({
    schema,
    initial: valuesOf(template),
    check: checkValues,
    save: (values) =>
      template
        ? call(update, {
            params: { id: channelId, templateId: template.id },
            body: draftOf(values),
            timeoutMs: 60_000,
          })
        : call(create, { params: { id: channelId }, body: draftOf(values), timeoutMs: 60_000 }),
  })
  const { values } = form
  const variables = exampleKeys(values)
  const labels = {
    name: t('templates.name'),
    language: t('templates.language'),
    category: t('templates.category'),
    header: t('templates.header'),
    headerText: t('templates.headerText'),
    sample: t('templates.sample'),
    body: t('templates.body'),
    examples: t('templates.examples'),
    footer: t('templates.footer'),
    buttons: t('templates.buttons'),
  }
  const preview = { ...values.examples }
  return (
    <FormDialog
      title={template ? template.name : t('templates.new')}
      form={form}
      labels={labels}
      onClose={onClose}
      onSaved={onSaved}
      submitLabel={t('templates.submit')}
      width={600}
    >
      <TextField
        form={form}
        name="name"
        label={labels.name}
        help={t('templates.nameHelp')}
        disabled={template !== null}
        maxLength={512}
        autoFocus={template === null}
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={3} sx={{ '& > *': { flex: 1 } }}>
        <SelectField
          form={form}
          name="language"
          label={labels.language}
          disabled={template !== null}
          choices={[...new Set([...LANGUAGES, values.language])].map((value) => ({ value, label: value }))}
        />
        <SelectField
          form={form}
          name="category"
          label={labels.category}
          choices={CATEGORIES.map((value) => ({ value, label: t(`templates.categories.${value}`) }))}
        />
      </Stack>
      <SelectField
        form={form}
        name="header"
        label={labels.header}
        choices={HEADERS.map((value) => ({ value, label: t(`templates.headers.${value}`) }))}
      />
      {values.header === 'TEXT' && <TextField form={form} name="headerText" label={labels.headerText} maxLength={60} />}
      {values.header !== 'TEXT' && values.header !== 'none' && (
        <FieldFrame label={labels.sample} help={t('templates.sampleHelp')} name="sample">
          {({ id }) => (
            <FilePick
              id={id}
              accept={ACCEPT[values.header as keyof typeof ACCEPT]}
              file={values.sample}
              onChange={(sample) => form.set('sample', sample)}
            />
          )}
        </FieldFrame>
      )}
      <TextField
        form={form}
        name="body"
        label={labels.body}
        help={t('templates.bodyHelp', { one: '{{1}}', two: '{{2}}' })}
        lines={4}
        maxLength={1024}
      />
      {variables.length > 0 && (
        <FieldFrame label={labels.examples} problem={form.problems.examples} name="examples" group>
          {() => (
            <Stack spacing={1.5}>
              {variables.map(({ key, label }) => (
                <Input
                  key={key}
                  value={values.examples[key] ?? ''}
                  placeholder={t('templates.example', { name: label })}
                  onChange={(event) => form.set('examples', { ...values.examples, [key]: event.target.value })}
                  onBlur={() => form.touch('examples')}
                  slotProps={{ input: { 'aria-label': t('templates.example', { name: label }), maxLength: 255 } }}
                />
              ))}
            </Stack>
          )}
        </FieldFrame>
      )}
      <TextField form={form} name="footer" label={labels.footer} maxLength={60} optional />
      <FieldFrame label={labels.buttons} problem={form.problems.buttons} name="buttons" optional group>
        {() => (
          <LinesField
            lines={values.buttons}
            min={0}
            max={MAX_BUTTONS}
            make={() => ({ key: crypto.randomUUID(), text: '', url: '' })}
            addLabel={t('templates.addButton')}
            onChange={(buttons) => form.set('buttons', buttons)}
          >
            {({ text, url }, index, change) => (
              <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ '& > *': { flex: 1 } }}>
                <Input
                  value={text}
                  onChange={(event) => change({ text: event.target.value })}
                  slotProps={{
                    input: { maxLength: 25, 'aria-label': t('templates.button', { number: index + 1 }) },
                  }}
                />
                <Input
                  value={url}
                  placeholder={t('templates.url')}
                  onChange={(event) => change({ url: event.target.value })}
                  slotProps={{ input: { maxLength: 2000, 'aria-label': t('templates.url') } }}
                />
              </Stack>
            )}
          </LinesField>
        )}
      </FieldFrame>
      <Box>
        <Box sx={{ fontSize: 'sm', fontWeight: 600, mb: 1 }}>{t('templates.preview')}</Box>
        <Box sx={previewStyles}>{textOf(componentsOf(values), { variables: preview })}</Box>
      </Box>
    </FormDialog>
  )
}

const previewStyles = {
  p: 3,
  borderRadius: 8,
  bgcolor: 'background.ours',
  fontSize: 'sm',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}
