import { startHubLine, startPlusLine, startWwebjsLine } from './gateways.ts'
import type { Line } from './line.ts'
import { startCloud, startFacebookLine, startInstagramLine } from './meta.ts'
import { startBaileys, startTelegram } from './polled.ts'

export type { Line } from './line.ts'

/** Every channel that has a provider, each with its stand-in. */
export const startLines = (): Promise<Line[]> =>
  Promise.all(
    [
      startTelegram,
      startCloud,
      startInstagramLine,
      startFacebookLine,
      startHubLine,
      startPlusLine,
      startWwebjsLine,
      startBaileys,
    ].map((start) => start()),
  )
