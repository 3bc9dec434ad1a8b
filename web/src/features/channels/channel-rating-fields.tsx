import { useT } from '../../lib/i18n/i18n.ts'
import { NumberField, SelectField, TextField } from '../../ui/form/fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { type ChannelValues, RATING_CHOICES } from './channel-form.ts'

const TEXTS = ['ratingMessage', 'ratingThanksMessage', 'ratingInvalidMessage', 'ratingExpiryMessage'] as const
const NUMBERS = ['ratingIntervalHours', 'ratingWaitMinutes'] as const

interface ChannelRatingFieldsProps {
  form: Form<ChannelValues>
  labels: Record<'rating' | (typeof TEXTS)[number] | (typeof NUMBERS)[number], string>
}

/** How customers of a channel are asked for a mark; what is left empty is the company's. */
export function ChannelRatingFields({ form, labels }: ChannelRatingFieldsProps) {
  const t = useT('channels')
  const helps = { ratingIntervalHours: t('rating.intervalHelp'), ratingWaitMinutes: t('rating.waitHelp') }
  return (
    <>
      <SelectField
        form={form}
        name="rating"
        label={labels.rating}
        help={t('rating.help')}
        choices={RATING_CHOICES.map((value) => ({ value, label: t(`rating.choice.${value}`) }))}
      />
      {form.values.rating !== 'off' && (
        <>
          {NUMBERS.map((name) => (
            <NumberField key={name} form={form} name={name} label={labels[name]} help={helps[name]} optional />
          ))}
          {TEXTS.map((name) => (
            <TextField
              key={name}
              form={form}
              name={name}
              label={labels[name]}
              help={t('rating.textHelp')}
              lines={2}
              optional
            />
          ))}
        </>
      )}
    </>
  )
}
