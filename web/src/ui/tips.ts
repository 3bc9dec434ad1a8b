/** Milliseconds over something before its tip comes, and while another one was just shown. */
const DELAY = 400
const NEXT_DELAY = 100
/** So long one may take from the thing to its tip. */
const LEAVE = 120
/** A finger that rests this long wants to know. */
const TOUCH = 700
const GAP = 6

export type TipSide = 'top' | 'bottom' | 'right'

/** What makes an element say more of itself when it is pointed at or focused. */
export const tip = (text: string | undefined, side: TipSide = 'bottom') =>
  text ? { 'data-tip': text, 'data-tip-side': side } : {}

/**
 * One tip for the whole page, told by attributes: a screen draws hundreds of buttons, and a component around each that
 * waits to be pointed at costs more than the button.
 */
export function startTips(): void {
  let box: HTMLElement | null = null
  let anchor: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let goneAt = 0

  const later = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const hide = () => {
    clearTimeout(timer)
    anchor = null
    changes.disconnect()
    if (!box?.isConnected) return
    box.remove()
    goneAt = Date.now()
  }
  const draw = () => {
    const text = anchor?.dataset.tip
    if (!anchor?.isConnected || !text) return hide()
    box ??= newBox()
    box.textContent = text
    if (!box.isConnected) {
      document.body.append(box)
      // above dialogs and what fills the screen
      box.showPopover?.()
    }
    place(box, anchor)
  }
  // words may change while they are read ("Copy", "Copied"), and what they belong to may go
  const changes = new MutationObserver(draw)
  const show = (next: HTMLElement) => {
    clearTimeout(timer)
    anchor = next
    draw()
    changes.observe(next, { attributeFilter: ['data-tip'] })
    if (next.parentElement) changes.observe(next.parentElement, { childList: true })
  }
  const wanted = (next: HTMLElement | null, delay: number) => {
    if (next === anchor) clearTimeout(timer)
    else if (!next) later(LEAVE, hide)
    else {
      const isNext = anchor !== null || Date.now() - goneAt < NEXT_DELAY * 5
      later(isNext ? Math.min(delay, NEXT_DELAY) : delay, () => {
        hide()
        show(next)
      })
    }
  }

  document.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    // who reads it with the pointer on it may go on
    if (box?.contains(target)) clearTimeout(timer)
    else wanted(target.closest<HTMLElement>('[data-tip]'), DELAY)
  })
  document.documentElement.addEventListener('pointerleave', hide)
  document.addEventListener('pointerdown', ({ target, pointerType }) => {
    if (pointerType !== 'touch') return
    hide()
    const held = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
    if (held) later(TOUCH, () => show(held))
  })
  for (const ended of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(ended, ({ pointerType }) => {
      if (pointerType === 'touch') later(anchor ? 2_000 : 0, hide)
    })
  document.addEventListener('focusin', ({ target }) => {
    const focused = target instanceof HTMLElement && target.matches('[data-tip]:focus-visible') ? target : null
    if (focused) wanted(focused, NEXT_DELAY)
    else hide()
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  document.addEventListener('scroll', hide, { capture: true, passive: true })
}

function newBox(): HTMLElement {
  const box = document.createElement('div')
  box.className = 'tip'
  box.role = 'tooltip'
  box.popover = 'manual'
  return box
}

/** On the side that was asked for, or across from it where that does not fit. */
function place(box: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const within = (value: number, room: number) => Math.round(Math.max(GAP, Math.min(value, room - GAP)))
  let left = at.left + (at.width - width) / 2
  let top = at.bottom + GAP
  if (anchor.dataset.tipSide === 'right' && at.right + GAP + width < innerWidth) {
    left = at.right + GAP
    top = at.top + (at.height - height) / 2
  } else if (anchor.dataset.tipSide === 'top' ? at.top > height + GAP : top + height > innerHeight) {
    top = at.top - height - GAP
  }
  box.style.left = `${within(left, innerWidth - width)}px`
  box.style.top = `${within(top, innerHeight - height)}px`
}
