import { clip, text } from '@recado/loose-json'
import type { ChannelContext } from '@recado/sdk'

export type Translate = ChannelContext['t']

/** What mapping needs besides the payload. */
export interface Mapping {
  t: Translate
  /** Epoch milliseconds, for what carries no time of its own. */
  now: number
}

/** Text of at most so many characters, well-formed; undefined without any. */
export function words(value: unknown, length: number): string | undefined {
  const found = text(value)
  return found === undefined ? undefined : clip(found.toWellFormed(), length)
}

/** The provider's id of a message. */
export const messageId = (value: unknown): string | undefined => words(value, 512)
