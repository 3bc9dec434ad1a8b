import type { Locale } from './locale.ts'
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

export type TextKey = keyof typeof pt
export type TextParams = Record<string, string | number | boolean | null>

const TEXTS: Record<Locale, Record<TextKey, string>> = { pt, en, es }

/**
 * A text of the server in somebody's language. `{name}` stands for a parameter; a part in `[…]` is left out when one
 * of its parameters is absent or empty. One pass: braces inside a value stay what they are.
 */
export function translate(locale: Locale, key: TextKey, params: TextParams = {}): string {
  const given = (name: string): string | null => {
    const value = Object.hasOwn(params, name) ? params[name] : null
    return value === null || value === undefined || value === '' ? null : String(value)
  }
  return TEXTS[locale][key].replace(/\[([^\]]*)\]|\{(\w+)\}/g, (_match, part: string | undefined, name: string) => {
    if (part === undefined) return given(name) ?? ''
    const names = [...part.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
    if (names.some((needed) => given(needed) === null)) return ''
    return part.replace(/\{(\w+)\}/g, (_braces, needed: string) => given(needed) ?? '')
  })
}
