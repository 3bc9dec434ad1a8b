import type { ChatMember, ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { createContext, useContext } from 'react'
import type { ChatKey } from '../place.ts'

/** What all messages of a conversation share. */
export interface ChatSetting {
  key: ChatKey
  me: number
  members: readonly ChatMember[]
  canWrite: boolean
  onReply(message: ChatMessage): void
  onEdit(message: ChatMessage): void
  onRemove(message: ChatMessage): void
  onJump(seq: number): void
}

const Context = createContext<ChatSetting | null>(null)

export const ChatSettingProvider = Context.Provider

export function useChatSetting(): ChatSetting {
  const setting = useContext(Context)
  if (!setting) throw new Error('outside of a conversation')
  return setting
}
