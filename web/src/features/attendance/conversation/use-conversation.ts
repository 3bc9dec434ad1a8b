import { useEffect, useMemo } from 'react'
import { conversations } from '../../../entities/conversations.ts'
import { connection } from '../../../lib/socket/connection.ts'
import { outbox } from '../sending/outbox.ts'

/** The conversation of a ticket while it is on screen: loaded, followed, and told to the others who look at it. */
export function useConversation(ticketId: number, canRead: boolean) {
  const conversation = useMemo(() => conversations.open(ticketId), [ticketId])
  const isLive = connection.state === 'live'
  useEffect(() => {
    if (canRead) void conversation.load().then(() => outbox.showIn(conversation))
  }, [conversation, canRead])
  // The server forgets the rooms of a lost connection.
  useEffect(() => {
    if (!isLive) return
    connection.emit('joinChatBox', ticketId)
    return () => connection.emit('leaveChatBox', ticketId)
  }, [ticketId, isLive])
  useEffect(() => () => conversations.close(ticketId), [ticketId])
  return conversation
}
