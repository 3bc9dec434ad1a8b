import { loadNamespaces } from '../lib/i18n/i18n.ts'
import type { ScreenDefinition } from './screen-types.ts'

const warmed = new Set<string>()

/** Loads a screen's chunk and texts before the click. A failure is left to the click itself. */
export function warmScreen(screen: ScreenDefinition): void {
  if (warmed.has(screen.id)) return
  warmed.add(screen.id)
  Promise.all([screen.load(), loadNamespaces(screen.texts)]).catch(() => warmed.delete(screen.id))
}
