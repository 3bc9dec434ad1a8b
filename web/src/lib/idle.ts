import { IDLE_RELOAD } from './constants.ts'
import { hasUnsaved } from './unsaved.ts'

const SIGNS = ['pointerdown', 'pointermove', 'keydown'] as const
/** Moves come by the hundred; one per second is enough to know. */
const AT_MOST_EVERY = 1_000

/** Calls back on clicks, moves and keys, at most once a second. */
export function onActivity(handler: () => void): () => void {
  let last = 0
  const notice = () => {
    const now = Date.now()
    if (now - last < AT_MOST_EVERY) return
    last = now
    handler()
  }
  for (const sign of SIGNS) window.addEventListener(sign, notice, { passive: true })
  return () => {
    for (const sign of SIGNS) window.removeEventListener(sign, notice)
  }
}

/** Loads the page anew after half an hour without a person, so a forgotten tab gets new versions. */
export function reloadWhenIdle(reload: () => void = () => window.location.reload()): () => void {
  const expire = () => {
    if (hasUnsaved()) timer = setTimeout(expire, IDLE_RELOAD)
    else reload()
  }
  let timer = setTimeout(expire, IDLE_RELOAD)
  const stop = onActivity(() => {
    clearTimeout(timer)
    timer = setTimeout(expire, IDLE_RELOAD)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
