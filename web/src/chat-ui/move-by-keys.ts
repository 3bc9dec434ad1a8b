import type { KeyboardEvent } from 'react'

/** What has a use of its own for these keys. */
const OWN_KEYS = '[role="slider"], [role="menu"], input, audio, video'

/** Up and down go from message to message. */
export function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  if (!(event.target instanceof HTMLElement) || event.target.closest(OWN_KEYS)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')].sort(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  )
  const current = event.target.closest<HTMLElement>('[data-message]')
  const at = current ? all.indexOf(current) + (event.key === 'ArrowUp' ? -1 : 1) : all.length - 1
  event.preventDefault()
  all[at]?.focus()
}
