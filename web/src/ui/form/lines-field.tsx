import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'

interface LinesFieldProps<T extends { key: string }> {
  lines: T[]
  min: number
  max: number
  make(): T
  addLabel: string
  onChange(lines: T[]): void
  children(line: T, index: number, change: (part: Partial<T>) => void): ReactNode
}

/** A list of like things in a form, between a least and a greatest number. */
export function LinesField<T extends { key: string }>(props: LinesFieldProps<T>) {
  const { lines, min, max, make, addLabel, onChange, children } = props
  const t = useT('ui')
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, alignItems: 'stretch' }}>
      {lines.map((line, index) => (
        <Box key={line.key} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {children(line, index, (part) =>
              onChange(lines.map((one) => (one.key === line.key ? { ...one, ...part } : one))),
            )}
          </Box>
          <IconButton
            aria-label={t('removeLine', { number: index + 1 })}
            disabled={lines.length <= min}
            onClick={() => onChange(lines.filter((one) => one.key !== line.key))}
          >
            <Trash2 size={16} />
          </IconButton>
        </Box>
      ))}
      {lines.length < max && (
        <Button
          size="sm"
          variant="plain"
          startDecorator={<Plus size={15} aria-hidden />}
          onClick={() => onChange([...lines, make()])}
          sx={{ alignSelf: 'flex-start' }}
        >
          {addLabel}
        </Button>
      )}
    </Box>
  )
}
