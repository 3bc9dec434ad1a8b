import { tickets } from '../../../entities/tickets.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../../lib/shortcuts/registry.ts'
import { moveRowFocus } from '../list/row-focus.ts'
import type { TicketList } from '../list/ticket-list.ts'

interface ScreenKeys {
  list: TicketList
  openId: number | null
  onOpen(id: number | null): void
  onNew(): void
}

const focusSearch = (): void => document.querySelector<HTMLInputElement>('#ticket-search input')?.focus()

/** Keys of the list and of the screen; those of the open ticket come with it. */
export function useScreenKeys({ list, openId, onOpen, onNew }: ScreenKeys): void {
  const t = useT('attendance')
  const nextUnread = () => {
    const from = openId === null ? -1 : list.ids.indexOf(openId)
    const after = [...list.ids.slice(from + 1), ...list.ids.slice(0, Math.max(0, from))]
    const id = after.find((other) => (tickets.get(other)?.unreadMessages ?? 0) > 0)
    if (id !== undefined) onOpen(id)
  }
  // Escape first leaves the field, then the conversation.
  const back = (event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    // That Escape was for a menu.
    if (target.closest('[role="menu"], [role="listbox"], [role="combobox"], [aria-haspopup]')) return
    if (/^(INPUT|TEXTAREA)$/.test(target.tagName)) target.blur()
    else if (openId !== null) onOpen(null)
  }
  useShortcuts(t('keys.list'), [
    { keys: 'j', label: t('keys.down'), run: () => moveRowFocus(1) },
    { keys: 'k', label: t('keys.up'), run: () => moveRowFocus(-1) },
    { keys: 'arrowdown', label: t('keys.down'), run: () => moveRowFocus(1) },
    { keys: 'arrowup', label: t('keys.up'), run: () => moveRowFocus(-1) },
    { keys: 'u', label: t('keys.nextUnread'), run: nextUnread },
    { keys: '/', label: t('list.search'), run: focusSearch },
    { keys: 'n', label: t('actions.new'), run: onNew },
    { keys: 'escape', label: t('keys.back'), run: back, whileTyping: true },
  ])
}
