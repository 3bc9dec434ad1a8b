import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'

export interface ExtraValue {
  /** Tells it apart while it is being written. */
  key: string
  name: string
  value: string
}

interface ExtraFieldsProps {
  value: ExtraValue[]
  onChange(value: ExtraValue[]): void
}

const MAX = 50

/** Further facts about a contact: pairs of a name and a value. */
export function ExtraFields({ value, onChange }: ExtraFieldsProps) {
  const t = useT('contacts')
  /** The line that was just added, to be written in. */
  const [added, setAdded] = useState<string | null>(null)
  const add = () => {
    const key = crypto.randomUUID()
    setAdded(key)
    onChange([...value, { key, name: '', value: '' }])
  }
  const set = (key: string, change: Partial<ExtraValue>) =>
    onChange(value.map((fact) => (fact.key === key ? { ...fact, ...change } : fact)))
  return (
    <Stack spacing={2}>
      {value.map((fact) => (
        <Stack key={fact.key} direction="row" spacing={2}>
          <Input
            value={fact.name}
            placeholder={t('extra.name')}
            onChange={(event) => set(fact.key, { name: event.target.value })}
            autoFocus={fact.key === added}
            slotProps={{ input: { 'aria-label': t('extra.name'), maxLength: 100 } }}
            sx={{ flex: 2, minWidth: 0 }}
          />
          <Input
            value={fact.value}
            placeholder={t('extra.value')}
            onChange={(event) => set(fact.key, { value: event.target.value })}
            slotProps={{ input: { 'aria-label': `${t('extra.value')}: ${fact.name}`, maxLength: 1000 } }}
            sx={{ flex: 3, minWidth: 0 }}
          />
          <IconButton
            aria-label={t('extra.remove', { name: fact.name })}
            onClick={() => onChange(value.filter(({ key }) => key !== fact.key))}
          >
            <X size={16} />
          </IconButton>
        </Stack>
      ))}
      {value.length < MAX && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={<Plus size={15} />}
          onClick={add}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('extra.add')}
        </Button>
      )}
    </Stack>
  )
}
