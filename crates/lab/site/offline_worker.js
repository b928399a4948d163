// Keeps the files of one version of the page, and answers with them. Another version has another list, and takes over when no
// page of the old one is open.

"use strict";

const VERSION = "@VERSION@";
const FILES = [/*@FILES@*/];

const NAME = `rootward-${VERSION}`;

self.addEventListener("install", (event) => {
  // "no-cache": the browser's own copy is used if the host confirms it, so that nothing old is kept and little is fetched twice.
  const asked = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(asked)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("rootward-") && name !== NAME;
  const clear = async () => {
    for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const find = async () => {
    const cache = await caches.open(NAME);
    // `?embed` is the same page.
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(find());
});
