import Checkbox from '@mui/joy/Checkbox'
import Dropdown from '@mui/joy/Dropdown'
import Menu from '@mui/joy/Menu'
import MenuButton from '@mui/joy/MenuButton'
import MenuItem from '@mui/joy/MenuItem'
import { ChevronDown } from 'lucide-react'
import type { Choice } from './form/fields.tsx'

interface FilterPickProps<T extends string | number> {
  label: string
  value: readonly T[]
  onChange(value: T[]): void
  choices: Choice<T>[]
}

/** A filter of a list: says how many are chosen, stays open while choosing. */
export function FilterPick<T extends string | number>({ label, value, onChange, choices }: FilterPickProps<T>) {
  const only = value.length === 1 ? choices.find((choice) => choice.value === value[0])?.label : undefined
  return (
    <Dropdown>
      <MenuButton
        variant="outlined"
        color={value.length > 0 ? 'primary' : 'neutral'}
        endDecorator={<ChevronDown size={14} aria-hidden />}
        sx={{ bgcolor: 'background.surface', minHeight: 36, maxWidth: 240 }}
      >
        {only ? `${label}: ${only}` : value.length > 0 ? `${label}: ${value.length}` : label}
      </MenuButton>
      <Menu size="sm" sx={{ maxHeight: 320, overflow: 'auto', minWidth: 200 }}>
        {choices.map((choice) => {
          const on = value.includes(choice.value)
          return (
            <MenuItem
              key={choice.value}
              role="menuitemcheckbox"
              aria-checked={on}
              onClick={(event) => {
                event.preventDefault()
                onChange(on ? value.filter((item) => item !== choice.value) : [...value, choice.value])
              }}
            >
              <Checkbox size="sm" checked={on} readOnly slotProps={{ input: { tabIndex: -1, 'aria-hidden': true } }} />
              {choice.mark}
              {choice.label}
            </MenuItem>
          )
        })}
      </Menu>
    </Dropdown>
  )
}
