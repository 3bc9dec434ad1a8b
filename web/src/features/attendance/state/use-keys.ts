import { type Shortcut, useShortcuts } from '../../../lib/shortcuts/registry.ts'

/** A dialog has the keyboard to itself. */
const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null

/** `useShortcuts` for what lies under dialogs. */
export function useKeys(title: string, list: Shortcut[], enabled = true): void {
  const guarded = list.map((shortcut) => ({
    ...shortcut,
    run: (event: KeyboardEvent) => {
      if (!isDialogOpen()) shortcut.run(event)
    },
  }))
  useShortcuts(title, guarded, enabled)
}
