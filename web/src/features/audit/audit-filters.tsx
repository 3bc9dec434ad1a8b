import Autocomplete from '@mui/joy/Autocomplete'
import Input from '@mui/joy/Input'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import { useEverybody } from '../../entities/everybody.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { AREAS, useAuditTexts } from './audit-texts.ts'
import type { FilterValues } from './use-audit.ts'

interface AuditFiltersProps {
  values: FilterValues
  onChange(name: keyof FilterValues, value: string): void
}

/** Two beside each other on a phone; a date needs more. */
const GROWS = { xs: '1 1 140px', sm: 'none' }
const GROWS_LONG = { xs: '1 1 200px', sm: 'none' }

/** By whom, about what, from when to when. */
export function AuditFilters({ values, onChange }: AuditFiltersProps) {
  const t = useT('audit')
  const ui = useT('ui')
  const { areaName } = useAuditTexts()
  const people = useEverybody().data ?? []
  return (
    <>
      <Autocomplete
        options={people}
        value={people.find(({ id }) => String(id) === values.quem) ?? null}
        onChange={(_, person) => onChange('quem', person ? String(person.id) : '')}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        placeholder={t('who')}
        noOptionsText={ui('nothingFound')}
        clearText={ui('clear')}
        openText={ui('open')}
        closeText={ui('close')}
        slotProps={{ input: { 'aria-label': t('who') } }}
        sx={{ flex: GROWS, width: 220 }}
      />
      <Select<string>
        value={values.area}
        onChange={(_, area) => onChange('area', area ?? '')}
        slotProps={{ button: { 'aria-label': t('area') }, listbox: { sx: { maxHeight: 360 } } }}
        sx={{ flex: GROWS, minHeight: 36 }}
      >
        <Option value="">{t('everything')}</Option>
        {AREAS.map((area) => (
          <Option key={area} value={area}>
            {areaName(area)}
          </Option>
        ))}
      </Select>
      <Input
        type="date"
        value={values.de}
        onChange={(event) => onChange('de', event.target.value)}
        startDecorator={t('from')}
        slotProps={{ input: { 'aria-label': t('from'), max: values.ate || undefined } }}
        sx={{ flex: GROWS_LONG }}
      />
      <Input
        type="date"
        value={values.ate}
        onChange={(event) => onChange('ate', event.target.value)}
        startDecorator={t('to')}
        slotProps={{ input: { 'aria-label': t('to'), min: values.de || undefined } }}
        sx={{ flex: GROWS_LONG }}
      />
    </>
  )
}
