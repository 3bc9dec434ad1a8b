import type { Keys } from './keys.ts'

/** Why keys cannot be given: they have a fixed meaning, belong to typing, or the browser keeps them. */
export type KeyRefusal = 'fixed' | 'typing' | 'browser'

const MODIFIERS = ['control', 'meta', 'alt', 'shift', 'altgraph', 'capslock', 'os', 'fn']
/** Move, edit and leave, or are the browser's. */
const NAMED = /^f(2|4|[6-9]|10)$/
const EDITING = ['a', 'c', 'v', 'x', 'z', 'y', 'shift+z', 'shift+v']
const BROWSERS = [
  't',
  'n',
  'w',
  'q',
  'r',
  'l',
  'shift+t',
  'shift+n',
  'shift+w',
  'shift+q',
  'shift+r',
  'shift+i',
  'shift+j',
  'shift+c',
]

/** Whether a key on its own is none, since it only goes with others. */
export const isModifier = (key: string): boolean => MODIFIERS.includes(key.toLowerCase())

/** Null when the keys may be given to something. */
export function refusalOf(keys: Keys): KeyRefusal | null {
  const strokes = keys.split(' ')
  if (strokes.length > 1 && strokes.some((stroke) => stroke.startsWith('mod+'))) return 'fixed'
  for (const stroke of strokes) {
    const refusal = strokeRefusal(stroke)
    if (refusal) return refusal
  }
  return null
}

function strokeRefusal(stroke: string): KeyRefusal | null {
  // with Alt, Macs and many keyboards type signs
  if (stroke.includes('alt+')) return 'typing'
  const bare = stroke.replace(/^mod\+/, '')
  const key = bare.replace(/^shift\+/, '')
  if (key.length !== 1 || key === '+') return NAMED.test(key) ? null : 'fixed'
  if (!stroke.startsWith('mod+')) return null
  if (EDITING.includes(bare)) return 'typing'
  return BROWSERS.includes(bare) || !/^[a-z/.,;]$/.test(key) ? 'browser' : null
}

/** Whether one would get in the other's way. */
export const clashes = (a: Keys, b: Keys): boolean => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)
