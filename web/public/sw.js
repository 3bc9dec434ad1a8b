/**
 * Shows the application's shell without a network. Files of a build never change under their name, so they are kept;
 * pages are asked for first and kept as a fallback. Calls to the server are not touched. Also shows what the server
 * pushes while nobody looks at a window of ours.
 */
const CACHE = 'recado-shell-1'
const BASE = new URL('./', self.location.href).pathname

const isBuilt = (path) => path.startsWith(`${BASE}assets/`) || path.startsWith(`${BASE}icons/`)

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([BASE, `${BASE}icons/icon.svg`]))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && url.pathname === BASE) event.respondWith(page(request))
  else if (isBuilt(url.pathname)) event.respondWith(built(request))
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() ?? {})))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link ?? null))
})

/** Whoever looks at a window of ours is told there. */
async function show({ title, body, link, tag }) {
  const windows = await self.clients.matchAll({ type: 'window' })
  if (!title || windows.some((client) => client.focused)) return
  const icon = `${BASE}icons/icon-192.png`
  await self.registration.showNotification(title, { body, tag, icon, badge: icon, data: { link } })
}

/** In the window that is there, which keeps what was being written; else in a new one. */
async function open(link) {
  const [client] = await self.clients.matchAll({ type: 'window' })
  if (!client) return self.clients.openWindow(link ? `${BASE}#${link}` : BASE)
  await client.focus()
  if (link) client.postMessage({ type: 'open', link })
}

async function page(request) {
  const cache = await caches.open(CACHE)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(BASE, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(BASE)
    if (kept) return kept
    throw error
  }
}

async function built(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}
