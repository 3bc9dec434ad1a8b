import Button from '@mui/joy/Button'
import { DISTRIBUTIONS } from '@recado/core/modules/queues/contract'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { NumberField, SelectField } from '../../ui/form/fields.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { useCompanyDistribution } from './company-distribution.ts'
import { DistributionPreview } from './distribution-preview.tsx'
import type { Values } from './queue-form.ts'

/** Who gets the tickets of a queue; of one that is saved it can be tried out before the change is. */
export function DistributionFields({ form, queueId }: { form: Form<Values>; queueId: number | null }) {
  const t = useT('queues')
  const [isAsked, setAsked] = useState(false)
  const company = useCompanyDistribution()
  const { distribution, agentCapacity } = form.values
  return (
    <>
      <SelectField
        form={form}
        name="distribution"
        label={t('distribution')}
        help={t('distributionHelp')}
        placeholder={t('company', { mode: t(`mode.${company}`) })}
        clearable
        choices={DISTRIBUTIONS.map((mode) => ({ value: mode, label: t(`mode.${mode}`), hint: t(`modeHint.${mode}`) }))}
      />
      {(distribution ?? company) !== 'off' && (
        <>
          <NumberField form={form} name="agentCapacity" label={t('capacity')} help={t('capacityHelp')} optional />
          <NumberField form={form} name="headStartMinutes" label={t('headStart')} help={t('headStartHelp')} />
        </>
      )}
      {queueId !== null && !isAsked && (
        <Button
          variant="soft"
          color="neutral"
          startDecorator={<Users size={16} />}
          onClick={() => setAsked(true)}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('preview.ask')}
        </Button>
      )}
      {queueId !== null && isAsked && (
        <DistributionPreview queueId={queueId} distribution={distribution} agentCapacity={agentCapacity} />
      )}
    </>
  )
}
