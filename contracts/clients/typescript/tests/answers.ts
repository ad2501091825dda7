// Tests how the session handles each answer, with a scripted `fetch`; prints for each fact whether it holds.
import { Arbiter, Conflict, Denied, Gone, Problem, TooMany, Unavailable, Unreachable } from 'arbiter-client';

type Answer = Response | Error | (() => Response);
const held: Record<string, boolean> = {};

function scripted(...answers: Answer[]) {
  const asked: { url: string; headers: Headers; signal: AbortSignal; redirect?: string | undefined }[] = [];
  const call: typeof fetch = (url, init) => {
    asked.push({ url: String(url), headers: new Headers(init?.headers), signal: init!.signal!, redirect: init!.redirect });
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(typeof answer === 'function' ? answer() : answer.clone());
  };
  return { asked, call };
}

const problem = (status: number, fields: object = {}, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ type: 'urn:arbiter:it', title: 'No', status, ...fields }), { status, headers });
const json = (body: unknown): Response => new Response(JSON.stringify(body));
const later = (status: number): Response => problem(status, {}, { 'Retry-After': '0' });

async function outcome(answers: Answer[], patience = 5000): Promise<{ error: unknown; asked: ReturnType<typeof scripted>['asked'] }> {
  const { asked, call } = scripted(...answers);
  const arbiter = new Arbiter({ address: 'http://there', key: 'k', fetch: call, patience });
  const error = await arbiter.stream('dice', 't').send({ type: 'Close' }).then(() => undefined, (found: unknown) => found);
  return { error, asked };
}

const passed = await outcome([later(503), later(429), new TypeError('lost'), json({})]);
held['a temporary failure is repeated'] = passed.error === undefined && passed.asked.length === 4;
held['a repeated request has the same key'] = new Set(passed.asked.map(({ headers }) => headers.get('Idempotency-Key'))).size === 1;
held['a repeated request has the same caller'] = passed.asked.every(({ headers }) => headers.get('Authorization') === 'Bearer k');

const cut = new Response(new ReadableStream({ pull: (body) => { body.error(new TypeError('terminated')); } }));
const half = await outcome([() => cut, json({})]);
held['an incomplete answer is requested again'] = half.error === undefined && half.asked.length === 2;

for (const [status, kind] of [[401, Denied], [410, Gone], [409, Conflict], [500, Problem]] as const) {
  const { error, asked } = await outcome([problem(status)]);
  held[`${status} is thrown at once`] = error instanceof kind && error.status === status && asked.length === 1;
}
for (const [answer, kind] of [[later(503), Unavailable], [later(429), TooMany], [new TypeError('no'), Unreachable]] as const) {
  const { error, asked } = await outcome([answer], 800);
  held[`${kind.name} is thrown when patience ends`] = error instanceof kind && asked.length > 1;
}
const far = await outcome([problem(429, {}, { 'Retry-After': '3600' })]);
held['a Retry-After beyond the time limit is not waited for'] = far.error instanceof TooMany && far.error.retryAfter === 3600 && far.asked.length === 1;
const plain = await outcome([new Response('<html>', { status: 404 })]);
held['an answer of a proxy is a problem too'] = plain.error instanceof Problem && plain.error.status === 404;

const message = (id: number, type: string): string => `id: ${id}\nevent: x\ndata: {"id":"${id}",\ndata: "data":{"type":"${type}"}}\n\n`;
const bytes = new TextEncoder().encode(`retry: 1\n\n: ping\n\n${message(4, 'Ä')}`);
const inPieces = (): Response => new Response(new ReadableStream({
  start: (body) => { for (const byte of bytes) body.enqueue(Uint8Array.of(byte)); body.close(); },
}));
const stream = scripted(inPieces, json({ status: 'open', version: 5 }), new Response(message(5, 'StreamClosed')));
const heard: string[] = [];
for await (const { id, data } of new Arbiter({ address: 'http://there', fetch: stream.call }).stream('dice', 't').follow({ after: 3 })) {
  heard.push(`${id} ${data.type}`);
}
held['messages are read from pieces of any size'] = heard.join() === '4 Ä,5 StreamClosed';
held['a stream resumes after its last message'] = stream.asked.map(({ headers }) => headers.get('Last-Event-ID')).join() === '3,,4';

const silent = scripted(() => new Response(new ReadableStream({})));
const stop = new AbortController();
const ended = (async () => {
  for await (const _ of new Arbiter({ address: 'http://there', fetch: silent.call }).stream('dice', 't').follow({ signal: stop.signal }));
  return true;
})();
setTimeout(() => { stop.abort(); }, 50);
held['a signal ends a stream'] = await ended;
const call = new Arbiter({ address: 'http://there', fetch: scripted(later(503)).call }).get('/x', { signal: AbortSignal.timeout(50) });
held['a signal ends a request'] = (await call.then(() => '', (error: Error) => error.name)) === 'TimeoutError';
const unkeyed = scripted(later(429), later(503), json({}));
const posted = await new Arbiter({ address: 'http://there', fetch: unkeyed.call }).post('/x', {}).catch((error: unknown) => error);
held['a request that might act twice is not repeated'] = posted instanceof Unavailable && unkeyed.asked.length === 2;
const badKey = await new Arbiter({ address: 'http://there', key: 'ak_\u2026' }).get('/x').catch((error: unknown) => error);
held['an invalid key is an error at once'] = badKey instanceof TypeError;
held['an invalid key is not quoted'] = !String(badKey).includes('ak_') && await new Arbiter({ address: 'http://there', key: 'ak_\nx' })
  .get('/x').catch((error: unknown) => error instanceof TypeError && !error.message.includes('ak_')) === true;
const kept = scripted(json({}));
await new Arbiter({ address: 'http://there', key: 'ak_x\n', fetch: kept.call }).get('/x');
held['a line end is not part of a key'] = kept.asked[0]!.headers.get('Authorization') === 'Bearer ak_x';
const nowhere = await new Arbiter({ fetch: stream.call }).get('/x').then(() => undefined, (error: unknown) => error);
held['an invalid address is an error at once'] = nowhere instanceof TypeError;

const newer = scripted(json({ services: [{ name: 'coin', streams: 'tosses' }] }), json({}), json({}));
const coins = new Arbiter({ address: 'http://there', fetch: newer.call }).stream('coin' as never, 'c');
await coins.view();
await coins.legal();
const paths = newer.asked.map(({ url }) => new URL(url).pathname).join();
held['the path of a newer game is read from the server'] = paths === '/arbiter/v1/services,/coin/v1/tosses/c,/coin/v1/tosses/c/legal';

const unsent = scripted(json({}));
const app = new Arbiter({ address: 'http://there', fetch: unsent.call });
for (const id of ['', '.', '..']) {
  const asked = [app.stream('dice', id).view(), app.rule('dice', id), app.jobAt('dice', id).look(), app.stream('dice', 't').rotateToken(id)];
  const found = await Promise.all(asked.map((one) => one.then(() => undefined, (error: unknown) => error)));
  held[`'${id}' is no id`] = found.every((error) => error instanceof TypeError) && unsent.asked.length === 0;
}
const inherited = scripted(json({ services: [] }));
const strange = await new Arbiter({ address: 'http://there', fetch: inherited.call }).stream('constructor' as never, 't').view().catch((error: unknown) => error);
held['names of object properties are no games'] = strange instanceof Problem && strange.status === 404 && inherited.asked.length === 1;
const moved = await outcome([new Response('', { status: 307, headers: { Location: 'http://elsewhere/' } })]);
held['a redirect is not followed'] = moved.error instanceof Problem && moved.error.status === 307 && moved.asked.every(({ redirect }) => redirect === 'manual');
const hostile = await outcome([new Response('{"title": "No", "__proto__": {}, "stack": "x", "message": "x", "retryAfter": 0}', { status: 503 })], 500);
held['an answer with wrong fields is a problem'] = hostile.error instanceof Unavailable && hostile.error.message === 'No' && hostile.asked.length > 1;
const crlf = scripted(new Response(message(5, 'StreamClosed').replaceAll('\n', '\r\n')));
const lines: string[] = [];
for await (const { id } of new Arbiter({ address: 'http://there', fetch: crlf.call }).stream('dice', 't').follow()) lines.push(id);
held['a line may end with CR LF'] = lines.join() === '5';
console.log(JSON.stringify(held));
(globalThis as any).process.exit();
