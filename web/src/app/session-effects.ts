import { reaction } from 'mobx'
import { REDIRECT_AFTER_401 } from '../lib/constants.ts'
import { describe } from '../lib/errors.ts'
import { setTimeZone } from '../lib/format/time-zone.ts'
import { askAnew } from '../lib/http/ask-anew.ts'
import { call } from '../lib/http/client.ts'
import type { HttpError } from '../lib/http/errors.ts'
import { httpHandlers } from '../lib/http/handlers.ts'
import { currentLanguage, i18n } from '../lib/i18n/i18n.ts'
import { preferences } from '../lib/preferences.ts'
import { queryClient } from '../lib/query.ts'
import { session } from '../lib/session/session.ts'
import { connection } from '../lib/socket/connection.ts'
import { onEvent, onResync } from '../lib/socket/hub.ts'
import { tellPresence } from '../lib/socket/presence.ts'
import { settingsQuery } from '../lib/tenant-settings.ts'
import { toast } from '../lib/toasts.ts'
import { hasScreen } from './screens.ts'
import { shortcutChoices } from './shortcut-choices.ts'

const FINANCE = '/financeiro'

/** Imported late: schemas are no part of the first load. */
const authRoutes = async () => (await import('@recado/core/modules/auth/contract')).authContract.routes

/** Ties session, socket, queries and the answers of the server together. Called once. */
export function followSession(): void {
  httpHandlers.language = currentLanguage
  httpHandlers.sessionLost = (error) => endSession(describe(error).text)
  httpHandlers.planExpired = planExpired
  onEvent('session', ({ reason }) => void explainAndEnd(reason))
  onEvent('settings', () => askAnew(queryClient, settingsQuery.queryKey))
  onEvent('user', ({ user, userId }) => {
    if ((user?.id ?? userId) === session.user?.userId) void refreshMe()
  })
  onResync(() => {
    askAnew(queryClient)
    void refreshMe()
  })
  reaction(
    () => session.user?.timezone,
    (zone) => zone && setTimeZone(zone),
    { fireImmediately: true },
  )
  reaction(
    () => session.user && `${session.user.tenantId}.${session.user.userId}`,
    (person) => person && preferences.belongTo(person),
    { fireImmediately: true },
  )
  let stopPresence: (() => void) | undefined
  let stopLive: (() => void) | undefined
  let stopNotices: (() => void) | undefined
  let stopChat: (() => void) | undefined
  let stopShortcuts: (() => void) | undefined
  reaction(
    () => session.user?.userId,
    (userId) => {
      stopPresence?.()
      stopLive?.()
      stopLive = undefined
      stopNotices?.()
      stopNotices = undefined
      stopChat?.()
      stopChat = undefined
      stopShortcuts?.()
      stopShortcuts = undefined
      connection.close()
      if (!userId) {
        queryClient.clear()
        return
      }
      void connection.open()
      stopPresence = tellPresence()
      stopShortcuts = shortcutChoices.follow()
      void refreshMe()
      // Imported late: the screens come first.
      import('../features/attendance/live/start-live.ts').then(
        ({ startLive }) => {
          if (session.user?.userId === userId) stopLive ??= startLive()
        },
        // Without it the screens still load what they show.
        () => undefined,
      )
      import('../features/notifications/start-notices.ts').then(
        ({ startNotices }) => {
          if (session.user?.userId === userId) stopNotices ??= startNotices()
        },
        () => undefined,
      )
      import('../features/internal-chat/start-chat.ts').then(
        ({ startChat }) => {
          if (session.user?.userId === userId) stopChat ??= startChat()
        },
        () => undefined,
      )
    },
    { fireImmediately: true },
  )
}

/** Rights, names and the plan may have changed since the login. */
export async function refreshMe(): Promise<void> {
  if (!session.token) return
  try {
    session.patchUser(await call((await authRoutes()).me, { quiet: true }))
  } catch (error) {
    // What was known still stands; a lost session has been dealt with by the client.
    if (!(error instanceof Error)) throw error
  }
}

/** Specification §8: the stored session goes, the reason shows, the login follows after two seconds. */
export function endSession(reason: string): void {
  if (session.leaving || session.token === null) return
  session.expire()
  connection.close()
  toast.warning(reason)
  setTimeout(() => {
    if (session.token === null) session.clear()
  }, REDIRECT_AFTER_401)
}

/** The socket only names the reason; the next call brings the server's own words. */
async function explainAndEnd(reason: string): Promise<void> {
  await refreshMe()
  endSession(reason.includes(' ') ? reason : i18n.t('common:errors.sessionEnded'))
}

function planExpired(error: HttpError): void {
  session.patchUser({ planExpired: true })
  toast.warning(error.message || i18n.t('common:errors.planExpired'))
  if (hasScreen(FINANCE)) window.location.hash = `#${FINANCE}`
}

/** Leaves: the server is told, but the browser forgets the session whatever it answers. */
export async function leave(): Promise<void> {
  session.beginLeaving()
  const userId = session.user?.userId
  try {
    await call((await authRoutes()).logout, { body: { userId } })
  } finally {
    session.clear()
  }
}
