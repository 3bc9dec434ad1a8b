import type { Content, ConversationPage } from '@recado/sdk'

/** What the channel's nodes tell each other. `to` is the address of a conversation. */
export type Hint =
  /** The company wrote: `content` spares a look-up that finds nothing. */
  | { type: 'message'; to: string; id: string; seq: number; at: number; content?: Content; sender?: string }
  /** The visitor wrote through `from`, one of their sockets. */
  | { type: 'mine'; to: string; id: string; at: number; from: string; content?: Content; replyTo?: string }
  | { type: 'edited'; to: string; id: string; content?: Content }
  | { type: 'removed'; to: string; id: string }
  | { type: 'read'; to: string; ids: string[] }
  | { type: 'typing'; to: string; on: boolean }
  | { type: 'ticket'; to: string; ticket: ConversationPage['ticket'] }
  /** A session ended or changed its address: its sockets must come back with a new token. */
  | { type: 'ended'; to: string; session: string }

export const TOPIC = 'webchat'

/** The host carries 4 KB; some of it is its own. */
const MOST_BYTES = 3_500

/** The hint as it may travel: without its content when that is too long. */
export function slim(hint: Hint): Hint {
  if (!('content' in hint) || Buffer.byteLength(JSON.stringify(hint)) <= MOST_BYTES) return hint
  const { content: _, ...rest } = hint
  return rest
}
