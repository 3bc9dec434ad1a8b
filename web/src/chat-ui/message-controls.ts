/** A message of a history, or what stands in one like it. */
export const MESSAGE = '[data-message]'

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), audio[controls], video, [tabindex="0"]'

/** What has a use of its own for arrows. */
const OWN_ARROWS = '[role="slider"], input, audio, video'

/** Links, players and buttons of a message in the order in which they are drawn. */
export const controlsOf = (message: HTMLElement): HTMLElement[] =>
  [...message.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.tabIndex >= 0 && control.offsetParent !== null,
  )

export const messagesIn = (box: Element): HTMLElement[] => [...box.querySelectorAll<HTMLElement>(MESSAGE)]

export const ownsArrows = (control: Element): boolean => control.closest(OWN_ARROWS) !== null

/** Opens the menu of a message, which stands last in it. */
export function openMenu(message: HTMLElement): void {
  const button = [...message.querySelectorAll<HTMLElement>('[aria-haspopup="menu"]')].at(-1)
  if (!button) return
  keepOwnMenuAway()
  button.focus()
  button.click()
}

/** Some systems open theirs when the key is let go. */
function keepOwnMenuAway(): void {
  const refuse = (event: Event) => event.preventDefault()
  window.addEventListener('contextmenu', refuse, true)
  window.addEventListener('keyup', () => setTimeout(() => window.removeEventListener('contextmenu', refuse, true)), {
    once: true,
  })
}

/** The message on which one was before if it is still on screen, else the newest there. */
export function messageInView(scroller: HTMLElement, before: string | null): HTMLElement | undefined {
  const view = scroller.getBoundingClientRect()
  const shown = messagesIn(scroller).filter((message) => {
    const { top, bottom } = message.getBoundingClientRect()
    return bottom > view.top && top < view.bottom
  })
  const whole = shown.findLast((message) => message.getBoundingClientRect().bottom <= view.bottom + 1)
  return shown.find(({ dataset }) => dataset.message === before) ?? whole ?? shown.at(-1)
}

/** What stands before a message in its history, else after it: who deletes goes on from there. */
export function nextTo(id: string): string | null {
  const message = document.querySelector<HTMLElement>(`[data-message="${id}"]`)
  const history = message?.closest('[role="region"]')
  if (!message || !history) return null
  const all = messagesIn(history)
  const at = all.indexOf(message)
  return (all[at - 1] ?? all[at + 1])?.dataset.message ?? null
}

/** Once a dialog about a message is gone: what opened it went with the focus, and the message takes that back. */
export function backToMessage(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-message="${id}"]`)?.focus({ preventScroll: true })
  })
}
