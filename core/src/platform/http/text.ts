/** What PostgreSQL cannot store (reliability D-06): NUL, and half of a surrogate pair. */
export const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** The same for every text within a value, keys included. */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanDeep)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [cleanText(key), cleanDeep(entry)]))
  return value
}

/** Cheap test on raw JSON: only these escapes can bring such characters in. */
export const needsCleaning = (json: string): boolean => /\\u(0000|[dD][89a-fA-F])/.test(json)
