const FOCUSABLE = 'a[href], button, input, textarea, summary, audio, video, [tabindex="0"]'

/** Keeps Tab inside the frame while it covers the whole screen: behind it there is nothing to see. */
export function keepFocusInside(element: HTMLElement, active: () => boolean): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab' || !active()) return
    const stops = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (stop) => stop.offsetParent !== null && !stop.hasAttribute('disabled') && stop.tabIndex >= 0,
    )
    const first = stops[0]
    const last = stops.at(-1)
    const leaving = document.activeElement === (event.shiftKey ? first : last)
    if (!leaving) return
    event.preventDefault()
    const target = event.shiftKey ? last : first
    target?.focus()
  })
}
