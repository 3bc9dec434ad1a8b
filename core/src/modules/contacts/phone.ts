const BRAZIL = '55'
/** Area code, then a mobile number of eight digits (6 to 9 first), with or without the ninth. */
const BRAZILIAN_MOBILE = /^55([1-9][1-9])(9?)([6-9]\d{7})$/

/**
 * Digits with country code, or null for what cannot be a phone number. Ten or eleven digits are a Brazilian number
 * without its country code.
 */
export function normalisePhone(raw: string): string | null {
  if (!/^[\d\s()+.\-/]*$/.test(raw)) return null
  const digits = raw.replace(/\D/g, '').replace(/^0+/, '')
  const isLocal = !raw.trim().startsWith('+') && (digits.length === 10 || digits.length === 11)
  const number = isLocal ? BRAZIL + digits : digits
  if (number.length < 8 || number.length > 15) return null
  if (number.startsWith(BRAZIL) && number.length !== 12 && number.length !== 13) return null
  return number
}

/** Of a provider, which tells numbers with their country code, with or without the plus. */
export const providersPhone = (value: string): string | null =>
  normalisePhone(value.trim().startsWith('+') ? value : `+${value}`)

/** The forms under which the same phone may be known: Brazilian mobiles with and without the ninth digit. */
export function phoneVariants(number: string): string[] {
  const mobile = BRAZILIAN_MOBILE.exec(number)
  if (!mobile) return [number]
  const [, area, , rest] = mobile
  return [`${BRAZIL}${area}9${rest}`, `${BRAZIL}${area}${rest}`]
}

/** Country and area code and the last four digits: enough to tell two people apart. */
export const maskPhone = (number: string): string =>
  number.length < 9
    ? '•'.repeat(number.length)
    : `${number.slice(0, 4)}${'•'.repeat(number.length - 8)}${number.slice(-4)}`

export const isMasked = (number: string): boolean => number.includes('•')
