/**
 * The page's service worker, which the server gives at `/worker.js` with `LANGUAGE` and `FILES` before it: the digest of each
 * file of this build that Home, Replay and Judge need, by its path. The browser installs it anew whenever one of them changes.
 * For another language than English it is at `/worker.de.js`, and takes the place of the other one.
 *
 * It keeps these files, and logs of finished streams that were opened. It asks for a log as a stranger, without a key or a
 * token, so it can keep only what is open to all. The page asks it by messages with a port for the answer:
 * `{ keep: { service, id, path } }`, `{ read: { service, id } }`, `{ list: true }`, `{ drop: { service, id } }`, `{ forget: true }`.
 */
const PAGE = 'arbiter-page', LOGS = 'arbiter-logs';
const MOST_LOGS = 20, MOST_BYTES = 8_000_000, DAYS = 30;
const STREAM = /^\/([a-z0-9_]+)\/v1\/[a-z]+\/([a-z0-9][a-z0-9_-]{0,63})$/;

/** Return the bytes of a file of this build. Throws: if the server has another build by now, or cannot be reached. */
async function fetched(path) {
  const answer = await fetch(path, { cache: 'no-cache', credentials: 'omit', headers: { 'Accept-Language': LANGUAGE } });
  const bytes = await answer.clone().arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (!answer.ok || hex !== FILES[path]) throw new Error(`${path} is not of this build`);
  return answer;
}

/** Replace the kept files by those of this build: all of them, or none. */
async function install() {
  const answers = await Promise.all(Object.keys(FILES).map(async (path) => [path, await fetched(path)]));
  await caches.delete(PAGE);
  const cache = await caches.open(PAGE);
  await Promise.all(answers.map(([path, answer]) => cache.put(path, answer)));
  await self.skipWaiting();
}

self.addEventListener('install', (event) => { event.waitUntil(install()); });
self.addEventListener('activate', (event) => { event.waitUntil(self.clients.claim()); });

/** A file of the page comes from the server, and from what is kept only while the server cannot be reached. */
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin || !Object.hasOwn(FILES, pathname)) return;
  event.respondWith(fetch(event.request).catch(async (error) => {
    const kept = await (await caches.open(PAGE)).match(pathname);
    if (kept === undefined) throw error;
    return kept;
  }));
});

const keyOf = ({ service, id }) => `/kept/${encodeURIComponent(service)}/${encodeURIComponent(id)}`;

/** Return a stream's log and receipt as a stranger reads them; `undefined` if the stream is not open to all, or too long to keep. */
async function readAsStranger(path) {
  const ask = (from, accept) => fetch(path + from, { headers: { Accept: accept }, credentials: 'omit', cache: 'no-store', redirect: 'error' });
  const receipt = await ask('/receipt', 'application/json');
  if (!receipt.ok) return undefined;
  const log = await ask('/events', 'application/x-ndjson');
  if (!log.ok) return undefined;
  const text = await log.text();
  return text.length > MOST_BYTES ? undefined : { receipt: await receipt.json(), log: text };
}

/** Keep the log of a stream that is over, as the newest one; return whether it is kept. */
async function keep({ service, id, path }) {
  const [, itsService, itsId] = STREAM.exec(path) ?? [];
  if (itsService !== service || itsId !== id) return false;
  const found = await readAsStranger(path), cache = await caches.open(LOGS);
  await cache.delete(keyOf({ service, id }));
  if (found === undefined) return false;
  await cache.put(keyOf({ service, id }), Response.json({ service, id, at: Date.now(), ...found }));
  await list();
  return true;
}

/** Return which logs are kept, the newest first; forget those that are too old or too many. */
async function list() {
  const cache = await caches.open(LOGS), keys = await cache.keys(), oldest = Date.now() - DAYS * 86_400_000;
  const all = await Promise.all(keys.map(async (key) => {
    const { service, id, at } = await (await cache.match(key)).json();
    return { key, service, id, at };
  }));
  const newest = all.sort((one, other) => other.at - one.at), stay = newest.filter(({ at }) => at > oldest).slice(0, MOST_LOGS);
  await Promise.all(newest.filter((one) => !stay.includes(one)).map(({ key }) => cache.delete(key)));
  return stay.map(({ service, id, at }) => ({ service, id, at }));
}

/** Return the kept log and receipt of a stream, or `null`. */
async function read(stream) {
  const isKept = (await list()).some(({ service, id }) => service === stream.service && id === stream.id);
  return isKept ? (await (await caches.open(LOGS)).match(keyOf(stream))).json() : null;
}

async function answer({ keep: kept, read: wanted, list: listed, drop, forget }) {
  if (kept) return keep(kept);
  if (wanted) return read(wanted);
  if (listed) return list();
  if (drop) return (await caches.open(LOGS)).delete(keyOf(drop));
  return forget ? caches.delete(LOGS) : undefined;
}

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  event.waitUntil(answer(event.data).catch(() => undefined).then((says) => { port?.postMessage(says); }));
});
