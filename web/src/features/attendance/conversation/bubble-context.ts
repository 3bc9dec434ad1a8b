import type { ChannelFeatures } from '@recado/sdk'
import { createContext, useContext } from 'react'

/** What every bubble of a conversation needs to know of it. */
export interface BubbleSetting {
  contactName: string
  isGroup: boolean
  features: ChannelFeatures | null
  /** False while nothing can be written (pending, closed, window over). */
  canWrite: boolean
  onReply(id: string): void
  onEdit(id: string): void
  onRemove(id: string): void
  onForward(id: string): void
  onJump(id: string, seq?: number): void
}

const Context = createContext<BubbleSetting | null>(null)

export const BubbleProvider = Context.Provider

export function useBubbleSetting(): BubbleSetting {
  const setting = useContext(Context)
  if (!setting) throw new Error('a bubble stands outside of a conversation')
  return setting
}
