/** How an allowed origin may be written: `https://shop.example`, `shop.example`, `*.shop.example`, with an own port. */
export const ORIGIN_PATTERN = '^(https?://)?(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?/?$'

interface Rule {
  scheme: string
  wildcard: boolean
  host: string
}

function parseRule(entry: string): Rule {
  const text = entry.trim().toLowerCase().replace(/\/$/, '')
  const scheme = text.startsWith('http://') ? 'http:' : 'https:'
  const rest = text.replace(/^https?:\/\//, '')
  const wildcard = rest.startsWith('*.')
  const host = (wildcard ? rest.slice(2) : rest).replace(scheme === 'https:' ? /:443$/ : /:80$/, '')
  return { scheme, wildcard, host }
}

const write = (rule: Rule): string => `${rule.scheme}//${rule.wildcard ? '*.' : ''}${rule.host}`

/** Allowed origins in one spelling; a name without a scheme means https. */
export const canonicalOrigins = (entries: readonly string[]): string[] => [
  ...new Set(entries.map((entry) => write(parseRule(entry)))),
]

/** Is the origin one of the allowed? An empty list allows every origin of the web, but never `null`. */
export function originAllowed(origin: string, entries: readonly string[]): boolean {
  const url = URL.parse(origin)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.origin !== origin.toLowerCase())
    return false
  if (entries.length === 0) return true
  return entries.map(parseRule).some((rule) => {
    if (rule.scheme !== url.protocol) return false
    return rule.wildcard ? url.host.endsWith(`.${rule.host}`) : url.host === rule.host
  })
}

/** Sources of `frame-ancestors`. */
export const frameAncestors = (entries: readonly string[]): string =>
  entries.length === 0 ? '*' : ["'self'", ...canonicalOrigins(entries)].join(' ')
