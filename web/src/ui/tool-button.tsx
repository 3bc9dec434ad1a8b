import type { ComponentProps } from 'react'
import { type TipSide, tip } from './tips.ts'

interface ToolButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'type'> {
  /** Says what it does: to screen readers, and to who points at it. */
  label: string
  /** Other words for who points at it. */
  hint?: string
  side?: TipSide
  look?: 'plain' | 'soft' | 'solid' | 'outlined'
  colour?: 'neutral' | 'primary' | 'success'
  children: ComponentProps<'button'>['children']
}

/**
 * A button that is a sign. Its styles are made once for all of them (`theme/tools.ts`): every ticket that is opened draws
 * many.
 */
export const ToolButton = (props: ToolButtonProps) => {
  const { label, hint = label, side, look = 'plain', colour = 'neutral', className, children, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      className={['tool', look !== 'plain' && `tool-${look}`, colour !== 'neutral' && `tool-${colour}`, className]
        .filter(Boolean)
        .join(' ')}
      {...tip(hint, side)}
      {...rest}
    >
      {children}
    </button>
  )
}

interface MenuToolProps extends ComponentProps<'button'> {
  ownerState?: unknown
  as?: unknown
}

/** The same as root of Joy's `MenuButton`, which gives along what no element knows. */
export const MenuTool = ({ ownerState: _, as: __, className = '', ...rest }: MenuToolProps) => (
  <button type="button" {...rest} className={`tool ${className}`} />
)
