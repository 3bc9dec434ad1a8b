/** A wall clock somewhere. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  date: string
  /** 0 = Sunday. */
  weekday: number
  /** Minutes since midnight. */
  minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timezone, made)
  return made
}

export function isTimezone(name: string): boolean {
  try {
    formatFor(name)
    return true
  } catch {
    return false
  }
}

/** What the clock on the wall shows in an IANA time zone at a moment (epoch milliseconds). */
export function localTime(now: number, timezone: string): LocalTime {
  const parts = new Map(
    formatFor(timezone)
      .formatToParts(now)
      .map((part) => [part.type, part.value]),
  )
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  return {
    date,
    weekday: new Date(`${date}T00:00:00Z`).getUTCDay(),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}
