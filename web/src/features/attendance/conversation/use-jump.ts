import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import type { Conversation } from '../../../entities/conversation.ts'
import { reportError } from '../../../lib/errors.ts'
import { i18n } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../lib/toasts.ts'
import type { HistoryRow } from './history-rows.ts'
import { AT_HOME, jumpState } from './jump-state.ts'

const MARKED_FOR = 1_600
/** Frames without a move after which a jump has come to rest. */
const AT_REST = 6

/** Where it lies in the ticket makes far ones quick to get. */
export type Jump = (id: string, seq?: number) => void

/**
 * Goes to a message, loading what lies around it when it is far, and marks it for a moment. Until it has come to rest
 * (`isJumping`) nothing may be loaded above it: places are counted from the top.
 */
export function useJump(
  conversation: Conversation,
  rows: readonly HistoryRow[],
  list: Virtualizer<HTMLDivElement, Element>,
  letGo: () => void,
): { marked: string | null; isJumping: boolean; jump: Jump } {
  const [{ wanted, landed, isJumping }, tell] = useReducer(jumpState, AT_HOME)
  const turn = useRef(0)
  useEffect(() => {
    if (wanted === null || !rows.some(({ key }) => key === wanted)) return
    letGo()
    tell({ type: 'landed', id: wanted })
  }, [rows, wanted, letGo])
  // aimed at again when rows come or go on the way: a page that was asked for before
  const aim = isJumping ? (landed?.id ?? null) : null
  const index = useMemo(() => (aim === null ? -1 : rows.findIndex(({ key }) => key === aim)), [rows, aim])
  useEffect(() => {
    if (index !== -1) list.scrollToIndex(index, { align: 'center' })
  }, [index, list])
  useEffect(() => {
    if (landed === null) return
    const timer = setTimeout(() => tell({ type: 'faded', landed }), MARKED_FOR)
    return () => clearTimeout(timer)
  }, [landed])
  // heights are only known once rows are drawn, so that it takes several moves to get there
  useEffect(() => {
    if (landed === null) return
    let [calm, last] = [0, Number.NaN]
    let frame = 0
    const look = () => {
      const top = list.scrollElement?.scrollTop ?? 0
      calm = top === last ? calm + 1 : 0
      last = top
      if (calm >= AT_REST) tell({ type: 'rested', landed })
      else frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [landed, list])
  const jump = useCallback(
    (id: string, seq?: number) => {
      turn.current += 1
      const mine = turn.current
      tell({ type: 'begin' })
      // what is loaded for it must not be scrolled past
      letGo()
      conversation.reach(id, seq).then(
        (isThere) => {
          // somebody went elsewhere meanwhile
          if (mine !== turn.current) return
          tell(isThere ? { type: 'loaded', id } : { type: 'failed' })
          if (!isThere) toast.info(i18n.t('attendance:message.notFound'))
        },
        (error: unknown) => {
          if (mine !== turn.current) return
          tell({ type: 'failed' })
          reportError(error)
        },
      )
    },
    [conversation, letGo],
  )
  return { marked: landed?.id ?? null, isJumping, jump }
}
