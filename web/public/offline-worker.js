// Shows a page of ours instead of the browser's error while there is no connection, and does nothing else:
// pages, scripts and API answers always come from the network, so that no update waits for this file.
const CACHE = 'offline-1';
const PAGE = '/offline';

self.addEventListener('install', (event) => {
  self.skipWaiting();
  const page = new Request(PAGE, { cache: 'reload' });
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(page)));
});

self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The request of a page starts while this worker still does.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const isPage = (request) =>
  request.mode === 'navigate' &&
  request.method === 'GET' &&
  !/^\/(api|health|sandbox)\//.test(new URL(request.url).pathname);

self.addEventListener('fetch', (event) => {
  if (isPage(event.request)) event.respondWith(load(event));
});

async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}
