import { h } from './dom.ts'

const URL_TEXT = /\bhttps?:\/\/[^\s<>"']+/gi
const TRAILING = /[.,;:!?)\]}»”’]+$/

export const safeUrl = (url: string): string | null => {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed && ['https:', 'http:', 'mailto:', 'tel:'].includes(parsed.protocol) ? parsed.href : null
}

export const outside = (href: string, ...children: (Node | string)[]): HTMLAnchorElement =>
  h('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...children)

/** Text as text nodes, with web addresses as links. Nothing of it is ever parsed as markup. */
export function linkify(text: string): (Node | string)[] {
  const parts: (Node | string)[] = []
  let end = 0
  for (const match of text.matchAll(URL_TEXT)) {
    const shown = match[0].replace(TRAILING, '')
    const href = safeUrl(shown)
    if (!href) continue
    parts.push(text.slice(end, match.index), outside(href, shown))
    end = match.index + shown.length
  }
  return [...parts, text.slice(end)].filter((part) => part !== '')
}
