type Scalar = string | number | boolean | null | undefined

/** `/tickets/{id}/logs` + `{ id: 7 }` → `/tickets/7/logs`. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null) throw new Error(`path ${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** Query text as the server reads it: `a[]=1&a[]=2` for lists, absent and null dropped, an empty text kept. */
export function queryText(query: Record<string, unknown> = {}): string {
  const pairs: string[] = []
  const add = (name: string, value: Scalar, list = '') => {
    if (value === undefined || value === null) return
    pairs.push(`${encodeURIComponent(name)}${list}=${encodeURIComponent(String(value))}`)
  }
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) add(name, item as Scalar, '[]')
    else if (typeof value === 'object' && value !== null) add(name, JSON.stringify(value))
    else add(name, value as Scalar)
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

export const urlOf = (path: string, params?: object, query?: object): string =>
  fillPath(path, params as Record<string, unknown>) + queryText(query as Record<string, unknown>)
