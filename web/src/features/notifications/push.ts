import { notificationsContract } from '@recado/core/modules/notifications/contract'
import { call } from '../../lib/http/client.ts'
import { session } from '../../lib/session/session.ts'
import { readStored, store } from '../../lib/storage.ts'

const { pushKey, subscribe, unsubscribe } = notificationsContract.routes

/** Whose choice it was that this browser waits for pushes. */
const KEY = 'recado.push'

/** `blocked`: the person told the browser never to show notices of ours. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && window.isSecureContext

const isMine = (): boolean => readStored(KEY) === String(session.user?.userId)

/** Without a worker (in development) nothing could show a push. */
const worker = async (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration()

export async function pushState(): Promise<PushState> {
  if (!isSupported() || !(await worker())) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await (await worker())?.pushManager.getSubscription()
  return subscription && isMine() && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Call from a click: browsers only ask then. @throws what the browser or the server refuses */
export async function switchPush(on: boolean): Promise<PushState> {
  if (!on) {
    store(KEY, null)
    const subscription = await (await worker())?.pushManager.getSubscription()
    if (subscription) {
      await call(unsubscribe, { body: { endpoint: subscription.endpoint } })
      await subscription.unsubscribe()
    }
    return pushState()
  }
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  await register()
  store(KEY, String(session.user?.userId))
  return pushState()
}

/** After a new login the browser belongs to the new session; nothing happens where it was not wanted. */
export async function renewPush(): Promise<void> {
  if (!isSupported() || !isMine() || Notification.permission !== 'granted') return
  // The choice stands; the next start tries again.
  await register().catch(() => undefined)
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  const { publicKey } = await call(pushKey, { quiet: true })
  const subscription = await subscribeWith(registration, publicKey)
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await call(subscribe, { body: { endpoint, keys: { p256dh, auth } } })
}

/** One that was made for another key of the server is of no use any more. */
async function subscribeWith({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const stale = await pushManager.getSubscription()
    if (!stale) throw error
    await stale.unsubscribe()
    return pushManager.subscribe(options)
  }
}
