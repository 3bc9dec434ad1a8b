import { messagesContract } from '@recado/core/modules/messages/contract'
import { reaction } from 'mobx'
import { followEntities } from '../../../entities/follow.ts'
import { badges } from '../../../lib/badges.ts'
import { call } from '../../../lib/http/client.ts'
import { loadNamespaces } from '../../../lib/i18n/i18n.ts'
import { onEvent, onResync } from '../../../lib/socket/hub.ts'
import { outbox } from '../sending/outbox.ts'
import { tellMessage } from './notify.ts'
import { startDrafts } from './start-drafts.ts'
import { countInTitle } from './title-count.ts'

/** Many events in a row ask once. */
const ASK_AFTER = 2_000

const unread = (): number => Number(badges.values.attendance ?? 0)

/**
 * What goes on whichever screen is open: live entities, the number in the rail and in the tab's title, sound and
 * notifications. Answers the way to stop.
 */
export function startLive(): () => void {
  void loadNamespaces(['attendance'])
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    timer = undefined
    call(messagesContract.routes.count, { quiet: true }).then(
      (counts) => badges.set('attendance', counts.unread),
      // The number stays as it was until the next event.
      () => undefined,
    )
  }
  const askSoon = () => {
    timer ??= setTimeout(ask, ASK_AFTER)
  }
  ask()
  outbox.resume()
  const stops = [
    onResync(() => outbox.retryOffline()),
    followEntities(tellMessage),
    startDrafts(),
    onEvent('ticketList', askSoon),
    onResync(askSoon),
    countInTitle(unread, (changed) => reaction(unread, changed, { fireImmediately: true })),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    badges.set('attendance', 0)
  }
}
