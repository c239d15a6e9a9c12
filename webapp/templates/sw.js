// One build of the hand page, whole. Its name is a hash of its content; another build gets another cache.
const BUILD = {{ build|tojson }};
const CACHE = `zhuoji-${BUILD}`;
const FILES = {{ files|tojson }};

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("message", (event) => { if (event.data === "take over") self.skipWaiting(); });

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((url) => new Request(url, { cache: "reload" })));
  const page = await fetch("/", { cache: "reload" });
  if (page.headers.get("X-Build") !== BUILD) throw new Error("the server has another build by now");
  await cache.put("/", page);
}

async function clear() {
  for (const name of await caches.keys()) {
    if (name.startsWith("zhuoji-") && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && url.pathname === "/") event.respondWith(page(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(event));
});

/** The page as the server has it, if it is of this build; else the kept one, until the player refreshes. */
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (!answer.ok || answer.redirected) return answer;
    if (answer.headers.get("X-Build") === BUILD) {
      await cache.put("/", answer.clone());
      return answer;
    }
    self.registration.update();
  } catch { /* the computer is away */ }
  return (await cache.match("/")) ?? Response.error();
}

/** Files of the hand page come from its own build; other pages are not kept and ask the server. */
async function file(event) {
  const client = event.clientId ? await self.clients.get(event.clientId) : null;
  if (client && new URL(client.url).pathname === "/") {
    const hit = await (await caches.open(CACHE)).match(event.request, { ignoreSearch: true });
    if (hit) return hit;
  }
  return fetch(event.request);
}
