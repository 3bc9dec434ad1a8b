import { type Notification, notificationsContract } from '@recado/core/modules/notifications/contract'
import { tasksContract } from '@recado/core/modules/tasks/contract'
import { reaction } from 'mobx'
import { notices } from '../../entities/notices.ts'
import { badges } from '../../lib/badges.ts'
import { call } from '../../lib/http/client.ts'
import { i18n, loadNamespaces } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { onEvent, onResync } from '../../lib/socket/hub.ts'
import { toast } from '../../lib/toasts.ts'
import { renewPush } from './push.ts'

const { list, read } = notificationsContract.routes

/** Several that come together ask once. */
const ASK_AFTER = 250
/** More than so many at a time are counted by the bell alone. */
const AT_ONCE = 3

/** What goes on whichever screen is open: the bell's number, sounds, notices on the screen. Answers the way to stop. */
export function startNotices(): () => void {
  void loadNamespaces(['notifications'])
  let timer: ReturnType<typeof setTimeout> | undefined
  const fresh = new Set<number>()

  const ask = async () => {
    timer = undefined
    const asked = [...fresh]
    fresh.clear()
    const pageSize = Math.min(Math.max(1, asked.length), 100)
    const { notifications, unread } = await call(list, { query: { pageSize }, quiet: true })
    notices.setUnread(unread)
    tell(notifications.filter(({ id, readAt }) => asked.includes(id) && readAt === null))
  }
  const askSoon = () => {
    // the numbers stay as they were until the next event
    timer ??= setTimeout(() => void ask().catch(() => undefined), ASK_AFTER)
  }
  const loadPreferences = () => void notices.loadPreferences().catch(() => undefined)
  const countTasks = () =>
    void call(tasksContract.routes.open, { quiet: true }).then(
      ({ delayed, pending }) => badges.set('tasks', delayed + pending),
      () => undefined,
    )

  loadPreferences()
  askSoon()
  countTasks()
  void renewPush()
  const stops = [
    onEvent('notification', (event) => {
      if (event.action === 'preferences') return loadPreferences()
      if (event.action === 'create') fresh.add(event.id)
      askSoon()
    }),
    onEvent('task', ({ userIds }) => {
      if (userIds.includes(session.user?.userId ?? 0)) countTasks()
    }),
    onResync(() => {
      loadPreferences()
      askSoon()
      countTasks()
    }),
    followWorker(),
    reaction(() => notices.unread, badges.setNotices.bind(badges)),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    notices.clear()
    badges.setNotices(0)
    badges.set('tasks', 0)
  }
}

function tell(news: Notification[]): void {
  for (const { event } of news.slice(0, 1)) notices.sound(event)
  for (const notice of news
    .filter(({ event }) => notices.shows(event))
    .slice(0, AT_ONCE)
    .toReversed()) {
    const { title, body, link } = notice
    const action =
      link === null ? {} : { action: { label: i18n.t('notifications:open'), run: () => openNotice(notice) } }
    toast.info(title, { ...(body ? { detail: body } : {}), ...action })
  }
}

/** Goes to the thing; what was opened counts as read. */
export function openNotice({ id, link }: Pick<Notification, 'id' | 'link'>): void {
  if (link !== null) window.location.hash = `#${link}`
  call(read, { params: { id }, quiet: true }).catch(() => undefined)
}

/** A click on a notice of the system opens its thing in the window that is there. */
function followWorker(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const onMessage = ({ data }: MessageEvent<{ type?: string; link?: string }>) => {
    if (data?.type === 'open' && data.link?.startsWith('/')) window.location.hash = `#${data.link}`
  }
  navigator.serviceWorker.addEventListener('message', onMessage)
  return () => navigator.serviceWorker.removeEventListener('message', onMessage)
}
