import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { MultiPick, type MultiPickProps } from './multi-pick.tsx'
import { PickChip } from './pick-chip.tsx'

/**
 * A `MultiPick` that is mostly read: what is chosen, in a field that becomes the real one when somebody gets into it. The
 * real one is the dearest control there is, and every ticket that is opened shows two.
 */
export function QuietPick<T extends string | number>(props: MultiPickProps<T>) {
  const { value, onChange, choices, placeholder, id, describedBy, disabled = false } = props
  const [isUsed, setUsed] = useState<false | 'keys' | 'pointer'>(false)
  const [isPressed, setPressed] = useState(false)
  if (isUsed) return <MultiPick {...props} begin={isUsed} />
  return (
    <div className="pick-quiet" onPointerDown={() => setPressed(true)}>
      {value.map((item) => {
        const choice = choices.find((one) => one.value === item)
        return (
          <PickChip
            key={item}
            label={choice?.label ?? `#${item}`}
            mark={choice?.mark}
            disabled={disabled}
            onDelete={() => onChange(value.filter((other) => other !== item))}
          />
        )
      })}
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        aria-describedby={describedBy}
        autoComplete="off"
        disabled={disabled}
        placeholder={value.length === 0 ? placeholder : undefined}
        readOnly
        onFocus={() => setUsed(isPressed ? 'pointer' : 'keys')}
      />
      <ChevronDown size={16} aria-hidden />
    </div>
  )
}
