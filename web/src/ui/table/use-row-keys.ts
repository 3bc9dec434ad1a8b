import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'

interface RowKeys {
  count: number
  reveal(index: number): void
  open(index: number): void
  toggle(index: number): void
}

const INSIDE = 'button, a, input, select, textarea, label, [role=menu], [role=menuitem]'

/** One tab stop for all rows; arrows, Home and End move, Enter opens, Space selects. */
export function useRowKeys({ count, reveal, open, toggle }: RowKeys) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState(0)

  const move = (to: number) => {
    const index = Math.max(0, Math.min(count - 1, to))
    setCurrent(index)
    reveal(index)
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus())
  }

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.target !== event.currentTarget) return
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(index + 1),
      ArrowUp: () => move(index - 1),
      j: () => move(index + 1),
      k: () => move(index - 1),
      PageDown: () => move(index + 10),
      PageUp: () => move(index - 10),
      Home: () => move(0),
      End: () => move(count - 1),
      Enter: () => open(index),
      ' ': () => toggle(index),
    }
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }

  const onClick = (event: MouseEvent, index: number) => {
    setCurrent(index)
    const inside = (event.target as HTMLElement).closest(INSIDE)
    const selecting = window.getSelection()?.toString() !== ''
    if (!inside && !selecting) open(index)
  }

  return {
    body,
    rowProps: (index: number) => ({
      tabIndex: index === Math.min(current, count - 1) ? 0 : -1,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
      onClick: (event: MouseEvent) => onClick(event, index),
    }),
  }
}
