import { internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../lib/http/client.ts'
import { session } from '../../../lib/session/session.ts'
import { type ChatKey, placeOf } from '../place.ts'
import { conversations } from '../state/conversations.ts'

/** A glance in passing is no reading. Milliseconds. */
const GLANCE = 400

const isLookedAt = (): boolean => document.hasFocus() && !document.hidden

function useLooking(): boolean {
  const [isLooking, setLooking] = useState(isLookedAt)
  useEffect(() => {
    const tell = () => setLooking(isLookedAt())
    window.addEventListener('focus', tell)
    window.addEventListener('blur', tell)
    document.addEventListener('visibilitychange', tell)
    return () => {
      window.removeEventListener('focus', tell)
      window.removeEventListener('blur', tell)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [])
  return isLooking
}

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
    const timer = setTimeout(() => void tell(), GLANCE)
    return () => clearTimeout(timer)
  }, [due])
}
