// Keeps the files of the playground, so that it works without a network. `build.js` writes the version and the files.

const VERSION = 'VERSION';
const FILES = [];

addEventListener('install', (event) => {
  skipWaiting();
  const requests = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(requests)));
});

addEventListener('activate', (event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(old());
});

// The documentation, which is not among the files, comes from the network.
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const kept = caches.open(VERSION).then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(request)));
});
