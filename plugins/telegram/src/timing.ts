/** How long things take, in milliseconds unless the name says otherwise. Tests shorten them. */
export interface Timing {
  /** How long Telegram holds a getUpdates open when there is nothing to tell. */
  longPollSeconds: number
  /** What an answer may take on top of that. */
  callMs: number
  uploadMs: number
  /** First and longest pause after a failure; the pauses between double. */
  firstPauseMs: number
  longestPauseMs: number
  /** Pause after another program was found to fetch the same bot's messages. */
  conflictPauseMs: number
  /** How often a webhook is looked after. */
  watchMs: number
}

export const TIMING: Timing = {
  longPollSeconds: 50,
  callMs: 20_000,
  uploadMs: 300_000,
  firstPauseMs: 1000,
  longestPauseMs: 60_000,
  conflictPauseMs: 10_000,
  watchMs: 300_000,
}
