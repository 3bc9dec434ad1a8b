import Box from '@mui/joy/Box'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import Textarea from '@mui/joy/Textarea'
import type { Media } from '@recado/core/modules/media/contract'
import { useId } from 'react'
import { Type } from 'typebox'
import { useT } from '../../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { FilePick } from '../../../ui/form/file-pick.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { sendContent } from '../composer/send.ts'
import { uuidV7 } from '../sending/uuid.ts'
import type { StructuredDialogProps } from './more-menu.tsx'

interface Card {
  key: string
  title: string
  text: string
  file: Media | null
  button: string
}

const schema = Type.Object({})
const card = (): Card => ({ key: uuidV7(), title: '', text: '', file: null, button: '' })

/** Cards side by side, each with a picture, words and a button. */
export function CarouselDialog({ ticket, features, onClose }: StructuredDialogProps) {
  const t = useT('attendance')
  const form = useForm({
    schema,
    initial: { text: '', cards: [card(), card()] },
    check: ({ cards }): Problems =>
      cards.some(({ title }) => title.trim() === '') ? { cards: { rule: 'required', params: {} } } : {},
    save: async ({ text, cards }) =>
      sendContent(ticket.id, {
        type: 'carousel',
        ...(text.trim() ? { text: text.trim() } : {}),
        cards: cards.map(({ title, text, file, button }, index) => ({
          title: title.trim(),
          ...(text.trim() ? { text: text.trim() } : {}),
          ...(file ? { media: { id: file.id, mimeType: file.mimeType, size: file.size } } : {}),
          buttons: button.trim() ? [{ id: `c${index + 1}`, label: button.trim() }] : [],
        })),
      }),
  })
  const labels = { text: t('structured.text'), cards: t('structured.cards') }
  return (
    <FormDialog
      title={t('structured.kinds.carousel')}
      form={form}
      labels={labels}
      onClose={onClose}
      submitLabel={t('composer.send')}
      width={560}
    >
      <TextField form={form} name="text" label={labels.text} lines={2} maxLength={1024} optional />
      <FieldFrame label={labels.cards} problem={form.problems.cards} name="cards" group>
        {() => (
          <LinesField
            lines={form.values.cards}
            min={1}
            max={features.carousel?.maxCards ?? 10}
            make={card}
            addLabel={t('structured.addCard')}
            onChange={(cards) => form.set('cards', cards)}
          >
            {(line, index, change) => <CardFields card={line} number={index + 1} onChange={change} />}
          </LinesField>
        )}
      </FieldFrame>
    </FormDialog>
  )
}

function CardFields(props: { card: Card; number: number; onChange(part: Partial<Card>): void }) {
  const { card, number, onChange } = props
  const t = useT('attendance')
  const id = useId()
  const labelled = (name: string) => `${t('template.card', { number })} · ${name}`
  return (
    <Box sx={{ p: 3, border: '1px solid', borderColor: 'divider', borderRadius: 6 }}>
      <Stack spacing={1.5}>
        <FilePick id={id} accept="image/jpeg,image/png" file={card.file} onChange={(file) => onChange({ file })} />
        <Input
          value={card.title}
          placeholder={t('structured.cardTitle')}
          onChange={(event) => onChange({ title: event.target.value })}
          slotProps={{ input: { maxLength: 80, 'aria-label': labelled(t('structured.cardTitle')) } }}
        />
        <Textarea
          value={card.text}
          placeholder={t('structured.text')}
          minRows={2}
          onChange={(event) => onChange({ text: event.target.value })}
          slotProps={{ textarea: { maxLength: 160, 'aria-label': labelled(t('structured.text')) } }}
        />
        <Input
          value={card.button}
          placeholder={t('structured.cardButton')}
          onChange={(event) => onChange({ button: event.target.value })}
          slotProps={{ input: { maxLength: 20, 'aria-label': labelled(t('structured.cardButton')) } }}
        />
      </Stack>
    </Box>
  )
}
