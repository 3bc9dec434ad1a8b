import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Input from '@mui/joy/Input'
import type { Media } from '@recado/core/modules/media/contract'
import type { Template } from '@recado/core/modules/templates/contract'
import { filesOf, type TemplateVariable, textOf, variablesOf } from '@recado/core/modules/templates/policy'
import type { MediaRef } from '@recado/sdk'
import { Type } from 'typebox'
import { contacts } from '../../../entities/contacts.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { FilePick } from '../../../ui/form/file-pick.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { sendContent } from '../composer/send.ts'
import { RichView } from '../content/rich-view.tsx'

interface Values {
  texts: Record<string, string>
  header: Media | null
  cards: (Media | null)[]
}

const schema = Type.Object({})
const required = { rule: 'required', params: {} } as const
const ACCEPT: Record<string, string> = {
  IMAGE: 'image/jpeg,image/png',
  VIDEO: 'video/mp4',
  DOCUMENT: 'application/pdf',
}

interface TemplateFormProps {
  ticket: LiveTicket
  template: Template
  onBack(): void
  onClose(): void
}

/** Fills a template in, beside what the customer will read. */
export function TemplateForm({ ticket, template, onBack, onClose }: TemplateFormProps) {
  const t = useT('attendance')
  const { components } = template
  const variables = variablesOf(components)
  const files = filesOf(components)
  const cardFiles = files.cards.map((format, index) => ({ format, name: `cards.${index}`, index }))
  const contactName = contacts.get(ticket.contactId)?.name ?? ticket.name
  const labelOf = ({ part, label, card }: TemplateVariable) =>
    [card === null ? '' : t('template.card', { number: card + 1 }), t(`template.${part}`, { label })]
      .filter(Boolean)
      .join(' · ')
  const form = useForm<Values>({
    schema,
    initial: { texts: {}, header: null, cards: files.cards.map(() => null) },
    check: ({ texts, header, cards }): Problems => ({
      ...Object.fromEntries(
        variables.filter(({ key }) => (texts[key] ?? '').trim() === '').map(({ key }) => [key, required]),
      ),
      ...(files.header && !header ? { header: required } : {}),
      ...Object.fromEntries(cards.flatMap((card, index) => (card ? [] : [[`cards.${index}`, required]]))),
    }),
    save: async ({ texts, header, cards }) => {
      sendContent(ticket.id, {
        type: 'template',
        name: template.name,
        language: template.language,
        variables: texts,
        text: textOf(components, { variables: texts }),
        ...(header ? { header: refOf(header) } : {}),
        ...(cards.length > 0 ? { cards: cards.flatMap((card) => (card ? [refOf(card)] : [])) } : {}),
      })
    },
  })
  const { texts, header, cards } = form.values
  const setText = (key: string, text: string) => form.set('texts', { ...texts, [key]: text })
  const labels = {
    ...Object.fromEntries(variables.map((variable) => [variable.key, labelOf(variable)])),
    header: t('template.file'),
    ...Object.fromEntries(cardFiles.map(({ name, index }) => [name, t('template.card', { number: index + 1 })])),
  }
  return (
    <FormDialog
      title={template.name}
      text={t('template.fill', { name: contactName })}
      form={form}
      labels={labels}
      onClose={onClose}
      submitLabel={t('composer.send')}
      aside={
        <Button variant="plain" color="neutral" onClick={onBack}>
          {t('template.back')}
        </Button>
      }
    >
      {files.header && (
        <FieldFrame label={t('template.file')} problem={form.problems.header} name="header">
          {({ id }) => (
            <FilePick
              id={id}
              accept={ACCEPT[files.header ?? ''] ?? '*/*'}
              file={header}
              onChange={(file) => form.set('header', file)}
            />
          )}
        </FieldFrame>
      )}
      {variables.map((variable) => (
        <FieldFrame
          key={variable.key}
          label={labelOf(variable)}
          problem={form.problems[variable.key]}
          name={variable.key}
        >
          {({ id, describedBy }) => (
            <Input
              value={texts[variable.key] ?? ''}
              onChange={(event) => setText(variable.key, event.target.value)}
              onBlur={() => form.touch(variable.key as keyof Values)}
              slotProps={{ input: { id, 'aria-describedby': describedBy, maxLength: 1024 } }}
            />
          )}
        </FieldFrame>
      ))}
      {cardFiles.map(({ format, name, index }) => (
        <FieldFrame
          key={name}
          label={t('template.card', { number: index + 1 })}
          problem={form.problems[name]}
          name={name}
        >
          {({ id }) => (
            <FilePick
              id={id}
              accept={ACCEPT[format] ?? '*/*'}
              file={cards[index] ?? null}
              onChange={(file) =>
                form.set(
                  'cards',
                  cards.map((card, at) => (at === index ? file : card)),
                )
              }
            />
          )}
        </FieldFrame>
      ))}
      <Box>
        <Box sx={{ fontSize: 'sm', fontWeight: 600, mb: 1 }}>{t('template.preview')}</Box>
        <Box sx={{ p: 3, borderRadius: 8, bgcolor: 'background.ours' }} aria-live="polite">
          <RichView text={textOf(components, { variables: texts })} />
        </Box>
      </Box>
    </FormDialog>
  )
}

const refOf = ({ id, mimeType, size, fileName }: Media): MediaRef => ({
  id,
  mimeType,
  size,
  ...(fileName ? { fileName } : {}),
})
