import { createElement, useEffect, useRef } from 'react'
import { matches, type PaletteItem, registerPaletteSource } from '../../../lib/palette/registry.ts'
import type { MenuAction } from '../../../ui/action-menu.tsx'

/** What can be done with the open ticket is found in the palette, too. */
export function usePaletteCommands(title: string, actions: readonly (MenuAction | false)[]): void {
  // the palette asks while it draws, when no effect event may be called
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  }, [actions])
  useEffect(
    () =>
      registerPaletteSource({
        id: 'ticket-commands',
        title: () => title,
        order: 5,
        search: (text) => itemsOf(latest.current).filter((item) => matches(item, text)),
      }),
    [title],
  )
}

const itemsOf = (actions: readonly (MenuAction | false)[]): PaletteItem[] =>
  actions
    .filter((action) => action !== false)
    .map(({ id, label, icon, keys, run }) => ({
      id: `ticket-command-${id}`,
      label,
      run,
      ...(icon ? { icon: createElement(icon, { size: 16 }) } : {}),
      ...(keys ? { keys } : {}),
    }))
