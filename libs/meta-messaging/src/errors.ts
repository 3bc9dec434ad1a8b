import type { GraphFault, Judge } from '@recado/meta-graph'

const OUTSIDE_WINDOW = new Set([2018278, 2534022])
/** Meta could not fetch a file, or does not take it (Messenger Platform, error codes). */
const FILE_REFUSED = new Set([2018008, 2018047, 2018074, 2018109, 2018294])
const CANNOT_FETCH = 2018008
const NOBODY = 2018001
const BLOCKED_US = 1545041

/** Codes of Messenger and Instagram messaging, before those that all of Graph shares. */
export const judge: Judge = ({ code, subcode = 0 }) => {
  if (OUTSIDE_WINDOW.has(subcode) && code === 10) return 'WINDOW_CLOSED'
  if (code === 551 || subcode === BLOCKED_US || (code === 100 && subcode === NOBODY)) return 'RECIPIENT_INVALID'
  if (code === 100 && FILE_REFUSED.has(subcode)) return 'MEDIA_REJECTED'
  return undefined
}

/** The token itself is no longer valid, whatever it was used for. */
export const isTokenDead = ({ code }: GraphFault): boolean => code === 190 || code === 102

/** The app or the token lacks a permission for what was asked. */
export const lacksPermission = ({ code }: GraphFault): boolean =>
  code === 3 || code === 10 || (code >= 200 && code <= 299)

/** Meta restricts the account for what it sent. */
export const isRestricted = ({ code }: GraphFault): boolean => code === 368

export const couldNotFetch = ({ code, subcode }: GraphFault): boolean => code === 100 && subcode === CANNOT_FETCH

/** An answer to a comment was refused because there is one already. */
export const isAnswered = ({ code }: GraphFault): boolean => code === 10900
