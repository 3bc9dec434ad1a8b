/** What somebody typed, as it is sent: the plus says that the country is told, else it may be Brazil. Null for nothing. */
export function typedPhone(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  if (digits === '') return null
  return text.trim().startsWith('+') ? `+${digits}` : digits
}

/** Digits with country code → "+55 11 98765-4321"; other countries with the plus alone. */
export function formatPhone(digits: string | null | undefined): string {
  const only = (digits ?? '').replace(/\D/g, '')
  if (only === '') return ''
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(only)
  if (brazil) return `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}`
  return only.length >= 8 ? `+${only}` : only
}
