import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { TicketList } from './ticket-list.ts'

type Step = 1 | -1
let move: ((step: Step) => void) | undefined

/** Moves the focus to the next or previous row, from anywhere on the screen. */
export const moveRowFocus = (step: Step): void => move?.(step)

const focusedId = (scroller: HTMLElement): number | null => {
  const row = scroller.ownerDocument.activeElement?.closest<HTMLElement>('[data-ticket]')
  return row && scroller.contains(row) ? Number(row.dataset.ticket) : null
}

/** The row that the keys move from: the focused one, else the open one. */
export function useRowFocus(
  list: TicketList,
  rows: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
): void {
  const go = useEffectEvent((step: Step) => {
    const box = scroller.current
    if (!box) return
    const openId = Number(box.querySelector<HTMLElement>('[aria-current="true"]')?.dataset.ticket ?? 0)
    const from = list.ids.indexOf(focusedId(box) ?? openId)
    const to = from === -1 ? 0 : Math.min(list.ids.length - 1, Math.max(0, from + step))
    const id = list.ids[to]
    if (id === undefined) return
    rows.scrollToIndex(to, { align: 'auto' })
    focusWhenThere(box, id)
  })
  useEffect(() => {
    const mine = (step: Step) => go(step)
    move = mine
    return () => {
      if (move === mine) move = undefined
    }
  }, [])
}

/** The row may have to be rendered first. */
function focusWhenThere(box: HTMLElement, id: number, tries = 10): void {
  const row = box.querySelector<HTMLElement>(`[data-ticket="${id}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(box, id, tries - 1))
}
