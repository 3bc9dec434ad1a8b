const MINUTE = 60_000

export type WaitingTone = 'calm' | 'warm' | 'hot' | 'late'

/** How long the customer waits, as a colour that warms. */
export function waitingTone(waitingSince: number, now: number): WaitingTone {
  const minutes = (now - waitingSince) / MINUTE
  if (minutes < 5) return 'calm'
  if (minutes < 15) return 'warm'
  return minutes < 60 ? 'hot' : 'late'
}
