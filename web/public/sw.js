/**
 * Shows the application's shell without a network. Files of a build never change under their name, so they are kept;
 * pages are asked for first and kept as a fallback. Calls to the server are not touched.
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
