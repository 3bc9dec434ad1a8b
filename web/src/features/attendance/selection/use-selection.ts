import { useEffect } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../../lib/shortcuts/registry.ts'
import type { TicketList } from '../list/ticket-list.ts'
import { selection } from './selection.ts'

/** The ticket of the row that has the focus. */
function focused(): number | null {
  const row = document.activeElement?.closest('.row')?.querySelector<HTMLElement>('[data-ticket]')
  return row ? Number(row.dataset.ticket) : null
}

/** Keys that pick rows; what was picked in another list is forgotten. */
export function useSelection(list: TicketList, isAllowed: boolean): void {
  const t = useT('ticketWorkUi')
  useEffect(() => {
    void list
    return () => selection.leave()
  }, [list])
  const pick = (range: boolean) => {
    const id = focused()
    if (id === null) selection.start()
    else selection.toggle(id, list.ids, range)
  }
  useShortcuts(
    t('select.keys'),
    [
      { keys: 'x', label: t('select.toggle'), run: () => pick(false) },
      { keys: 'shift+x', label: t('select.range'), run: () => pick(true) },
    ],
    isAllowed,
  )
}
