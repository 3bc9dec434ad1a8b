import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Conversation } from '../../../entities/conversation.ts'
import { i18n } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import type { HistoryRow } from './history-rows.ts'

const MARKED_FOR = 1_600

/** Goes to a message, loading older pages until it is there, and marks it for a moment. */
export function useJump(
  conversation: Conversation,
  rows: readonly HistoryRow[],
  list: Virtualizer<HTMLDivElement, Element>,
  letGo: () => void,
): { marked: string | null; jump(id: string): void } {
  const [marked, setMarked] = useState<string | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const leave = useEffectEvent(letGo)
  useEffect(() => {
    if (wanted === null) return
    const index = rows.findIndex(({ key }) => key === wanted)
    if (index === -1) return
    leave()
    list.scrollToIndex(index, { align: 'center' })
    setWanted(null)
    setMarked(wanted)
  }, [rows, wanted, list])
  useEffect(() => {
    if (marked === null) return
    const timer = setTimeout(() => setMarked(null), MARKED_FOR)
    return () => clearTimeout(timer)
  }, [marked])
  const jump = useCallback(
    (id: string) => {
      void conversation.reach(id).then((isThere) => {
        if (isThere) setWanted(id)
        else toast.info(i18n.t('attendance:message.notFound'))
      })
    },
    [conversation],
  )
  return { marked, jump }
}
