import { startTexts } from '../lib/i18n/i18n.ts'
import { reloadWhenIdle } from '../lib/idle.ts'
import { followOtherTabs } from '../lib/session/session.ts'
import { listenToKeys } from '../lib/shortcuts/registry.ts'
import { warnBeforeUnload } from '../lib/unsaved.ts'
import { startTips } from '../ui/tips.ts'
import { listenForInstall, startServiceWorker } from './pwa.ts'
import { followSession } from './session-effects.ts'

/** Everything that runs beside the screens, in the order it is needed. */
export async function startApp(): Promise<void> {
  await startTexts()
  followSession()
  followOtherTabs()
  listenToKeys()
  startTips()
  reloadWhenIdle()
  warnBeforeUnload()
  listenForInstall()
  startServiceWorker()
}
