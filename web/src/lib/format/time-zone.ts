/** The tenant's time zone (setting `timezone`); dates are shown as the company lives them, wherever the browser is. */
let zone = 'America/Sao_Paulo'

export const timeZone = (): string => zone

/** A name that Intl does not know is ignored. */
export function setTimeZone(name: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    zone = name
  } catch {
    return
  }
}
