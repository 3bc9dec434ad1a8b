import Chip from '@mui/joy/Chip'
import ChipDelete from '@mui/joy/ChipDelete'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'

interface PickChipProps {
  label: string
  mark?: ReactNode
  onDelete(event: never): void
  disabled: boolean
}

/** Something chosen, and the way to take it out again. */
export function PickChip({ label, mark, onDelete, disabled }: PickChipProps) {
  const t = useT('ui')
  return (
    <Chip
      variant="soft"
      color="neutral"
      startDecorator={mark}
      endDecorator={
        <ChipDelete
          onDelete={onDelete}
          disabled={disabled}
          aria-label={t('removeItem', { name: label })}
          sx={{ '--Icon-fontSize': '1rem' }}
        />
      }
      title={label}
      sx={{
        maxWidth: '100%',
        // its cross is as high as the chip
        '@media (pointer: coarse)': { '--Chip-minHeight': '36px' },
        '& .MuiChip-label': { overflow: 'hidden', textOverflow: 'ellipsis' },
      }}
    >
      {label}
    </Chip>
  )
}
