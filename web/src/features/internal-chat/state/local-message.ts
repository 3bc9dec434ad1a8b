import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'

/** A message on its way to the server. */
export interface LocalMessage {
  /** The one it will have there, too. */
  id: string
  body: string
  file: File | null
  /** Address of the file in this browser's memory, for pictures. */
  previewUrl: string | null
  replyTo: ChatMessage['replyTo']
  /** Epoch milliseconds. */
  at: number
  state: 'sending' | 'failed'
  /** Share of the file that is there, 0 to 1. */
  progress: number
  /** Why it failed, and whether nobody answered at all. */
  problem: string | null
  isOffline: boolean
  /** Once the file is there. */
  mediaId: string | null
}
