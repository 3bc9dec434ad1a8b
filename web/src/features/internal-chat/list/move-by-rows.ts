import type { KeyboardEvent } from 'react'

/** Up and down go from row to row. */
export function moveByRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')].sort(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  )
  const next = all[all.indexOf(event.target) + step]
  event.preventDefault()
  next?.focus()
}
