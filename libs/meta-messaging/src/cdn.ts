/** Endpoints of the manifest behind which Meta keeps files; `*.` stands for every host below. */
const CDN_ENDPOINTS = ['fbcdn', 'fbsbx', 'cdninstagram']

/**
 * Is it the address of a file at Meta? Such addresses are signed, hold for a while, and are fetched without a token.
 * Where an operator moved the Graph API to, its files lie too.
 */
export function isFileAddress(address: string, endpoints: Readonly<Record<string, string>>): boolean {
  if (address.length > 2048 || !URL.canParse(address)) return false
  const { protocol, host, origin, username, password } = new URL(address)
  if (username || password) return false
  if (Object.entries(endpoints).some(([name, base]) => name === 'graph' && originOf(base) === origin)) return true
  return CDN_ENDPOINTS.some((name) => {
    const base = endpoints[name] ?? ''
    const [scheme, place] = base.split('://')
    if (!place?.startsWith('*.')) return originOf(base) === origin
    return protocol === `${scheme}:` && host.endsWith(place.slice(1))
  })
}

const originOf = (base: string): string | null => (URL.canParse(base) ? new URL(base).origin : null)
