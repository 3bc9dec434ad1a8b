import { internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { useEffect, useEffectEvent } from 'react'
import { GLANCE_MS, useLooking } from '../../../chat-ui/use-looking.ts'
import { call } from '../../../lib/http/client.ts'
import { session } from '../../../lib/session/session.ts'
import { type ChatKey, placeOf } from '../place.ts'
import { conversations } from '../state/conversations.ts'

/** Marks as read what is really read: this window is looked at, and the end of the conversation is on screen. */
export function useReading(key: ChatKey, lastSeq: number, isAtEnd: boolean): void {
  const isLooking = useLooking()
  const readSeq = conversations.rows.get(key)?.readSeq ?? 0
  /** Changes with what is to be read. */
  const due = isLooking && isAtEnd && lastSeq > readSeq ? `${key} ${lastSeq}` : ''
  const tell = useEffectEvent(async () => {
    const me = session.user?.userId ?? 0
    const { userId, groupId } = placeOf(key)
    try {
      const answer = await call(internalChatContract.routes.read, {
        body: { ...placeOf(key), seq: lastSeq },
        quiet: true,
      })
      conversations.read({ groupId: groupId ?? null, fromUserId: me, toUserId: userId ?? null, ...answer })
    } catch {
      // it stays unread, and the next look tries again
      conversations.loadSoon()
    }
  })
  useEffect(() => {
    if (due === '') return
    const timer = setTimeout(() => void tell(), GLANCE_MS)
    return () => clearTimeout(timer)
  }, [due])
}
