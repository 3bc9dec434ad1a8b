/** A combination such as `mod+k`, `shift+?`, `g a` (one after the other) or `escape`. `mod` is ⌘ on a Mac, else Ctrl. */
export type Keys = string

export const isMac = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The stroke that an event makes, in the notation of `Keys`. */
export function strokeOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  const mod = isMac() ? event.metaKey : event.ctrlKey
  // A printed sign already tells that shift was held.
  const shift = event.shiftKey && (key.length > 1 || /[a-z0-9]/.test(key))
  return [mod && 'mod', event.altKey && 'alt', shift && 'shift', key].filter(Boolean).join('+')
}

const SYMBOLS: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
  escape: 'Esc',
  backspace: '⌫',
  tab: 'Tab',
}

/** Parts to print on key caps: `mod+shift+k` → ['Ctrl', 'Shift', 'K']. */
export function capsOf(keys: Keys): string[] {
  return keys.split(/[\s+]/).map((part) => {
    if (part === 'mod') return isMac() ? '⌘' : 'Ctrl'
    if (part === 'alt') return isMac() ? '⌥' : 'Alt'
    if (part === 'shift') return isMac() ? '⇧' : 'Shift'
    return SYMBOLS[part] ?? (part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1))
  })
}
