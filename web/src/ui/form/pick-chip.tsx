import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'

interface PickChipProps extends Pick<ComponentProps<'span'>, 'tabIndex'> {
  label: string
  mark?: ReactNode
  onDelete(event: never): void
  disabled: boolean
  /** Its place in a field that arrows go through. */
  'data-tag-index'?: number
}

/** Something chosen, and the way to take it out again. Its styles are in `theme/picks.ts`. */
export function PickChip({ label, mark, onDelete, disabled, ...place }: PickChipProps) {
  const t = useT('ui')
  return (
    <span className="pick-chip" title={label} {...place}>
      {mark}
      <span className="pick-chip-label">{label}</span>
      <button
        type="button"
        className="pick-chip-delete"
        disabled={disabled}
        aria-label={t('removeItem', { name: label })}
        onClick={(event) => onDelete(event as never)}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  )
}
