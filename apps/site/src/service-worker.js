// The build puts the names of its files here, which hold a hash of their bytes.
const files = __FILES__
const name = `lectern-${files.join()}`
// A server of JSON-RPC has the page for those who accept HTML alone.
const page = new Request('./', { headers: { accept: 'text/html' } })

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(name)
      .then((cache) => cache.addAll([page, ...files]))
      .then(() => self.skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(clean())
})

async function clean() {
  for (const key of await caches.keys())
    if (key.startsWith('lectern-') && key !== name) await caches.delete(key)
  await self.clients.claim()
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  const scope = new URL(self.registration.scope)
  if (request.method !== 'GET' || !request.url.startsWith(scope.origin)) return
  // The page from the network first, so that a new version is seen; without a network from the cache.
  if (request.mode === 'navigate' && pathname === scope.pathname)
    event.respondWith(fetch(request).catch(() => caches.match('./', { ignoreVary: true })))
  // A worker's policy is that of its own response, which the server may change.
  else if (pathname.includes('worker-'))
    event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreVary: true })))
  else if (pathname.startsWith(`${scope.pathname}assets/`))
    event.respondWith(caches.match(request, { ignoreVary: true }).then((hit) => hit ?? fetch(request)))
})
