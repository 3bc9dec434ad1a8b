/** Version of the SDK. A plugin states the range it was written for in `recado.sdk` of its package.json. */
export const SDK_VERSION = '1.0.0'

/**
 * Major version of each kind's contract that this SDK speaks. A definition carries the one it was written for, and
 * the host refuses a plugin whose number it does not know.
 */
export const CONTRACTS = {
  channel: 1,
  ai: 1,
  flow: 1,
  payment: 1,
  ispBilling: 1,
  voice: 1,
} as const

export type ContributionKind = keyof typeof CONTRACTS
export const CONTRIBUTION_KINDS = Object.keys(CONTRACTS) as ContributionKind[]
