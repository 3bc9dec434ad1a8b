const EVERY_MS = 3_000
const EXPIRES_MS = 5_000
const STOP_MS = 4_000

/** Typing, both ways: told at most every three seconds, believed for five. */
export function createTyping(onChange: () => void, tell: (on: boolean) => void) {
  let theirs = false
  let expiry = 0
  let told = 0
  let silence = 0

  return {
    theirs: () => theirs,
    heard(on: boolean): void {
      clearTimeout(expiry)
      if (on) expiry = setTimeout(() => this.heard(false), EXPIRES_MS)
      if (theirs === on) return
      theirs = on
      onChange()
    },
    /** The visitor pressed a key. */
    key(): void {
      clearTimeout(silence)
      silence = setTimeout(() => this.stop(), STOP_MS)
      if (Date.now() - told < EVERY_MS) return
      told = Date.now()
      tell(true)
    },
    stop(): void {
      clearTimeout(silence)
      if (told > 0) tell(false)
      told = 0
    },
  }
}
