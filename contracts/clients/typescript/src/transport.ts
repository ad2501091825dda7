/** Sends requests: their headers, and when and for how long they are repeated. */
import { COLLECTIONS } from './generated/services.js';
import { NotFound, Problem, TooMany, isPassing, problemOf, sentElsewhere, unreachable } from './problem.js';

/** Why a request is sent. */
export interface Origin {
  /** The `id` of the event that it follows from, such as `dice.table:t1/5`. */
  cause?: string | undefined;
  /** The id of the chain that it belongs to; if left out, that of the cause. */
  correlation?: string | undefined;
}

/** The server's address, and the caller's key. */
export interface ArbiterOptions {
  /** An address such as `https://arbiter.example`; if left out, the page's origin. */
  address?: string | undefined;
  /** The app's key. */
  key?: string | undefined;
  /** A replacement for the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** The event that every write follows from, and the chain that it belongs to. */
  because?: Origin | undefined;
  /** How long a request is repeated before its problem is thrown, in milliseconds; 30 000 if left out. */
  patience?: number | undefined;
}

/** A request to send. */
export interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The service to whose streams the path is relative; if left out, the path is complete. */
  of?: string | undefined;
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  body?: unknown;
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** A seat's token, instead of the app's key. */
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Sending it twice may act twice: it is repeated only if the server surely did not receive it. */
  once?: boolean | undefined;
}

const PATIENCE = 30_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;

/** Return a new idempotency key. `crypto.randomUUID` is missing on pages without https; this works there. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Return the wait before the next attempt, in milliseconds: longer each time, and random, so that clients do not retry together. */
export function pauseBefore(tries: number, retryAfter = 0): number {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries);
  return Math.max(retryAfter * 1000, longest / 2) + (Math.random() * longest) / 2;
}

/** Return the path of a service's streams; `undefined` for a game that is newer than this client. */
export function knownStreams(service: string): string | undefined {
  const known: Readonly<Record<string, string>> = COLLECTIONS;
  return Object.hasOwn(known, service) ? `/${service}/v1/${known[service]}` : undefined;
}

/** A path segment that leads to another path: `.`, `..`, or an empty one. */
const ASTRAY = /\/(?:\.|%2e){0,2}(?:\/|$)/i;

/** Return the header of a key or a token without surrounding blanks. Throws: TypeError, which does not quote it. */
function bearer(secret: string): string {
  const plain = secret.trim();
  if (!/^[!-~]*$/.test(plain)) throw new TypeError('that is no key and no token: it has characters that none has');
  return `Bearer ${plain}`;
}

/** Wait; rejects with the signal's reason if that comes first. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => { clearTimeout(timer); reject(signal?.reason as Error); };
    const timer = setTimeout(() => { signal?.removeEventListener('abort', stop); resolve(); }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Sends requests, and repeats them after 503, 429 and lost connections, until the time is up. */
export class Transport {
  readonly #options: ArbiterOptions;
  readonly #patience: number;
  #served: Promise<{ services: { name: string; streams: string }[] }> | undefined;

  constructor(options: ArbiterOptions) {
    this.#options = options;
    this.#patience = options.patience ?? PATIENCE;
  }

  /** Send a request and return the JSON of its answer. Throws: Problem, or the signal's reason. */
  async json<T>(call: Call): Promise<T> {
    return this.send(call, async (answer) => (answer.status === 204 ? undefined : await answer.json()) as T);
  }

  /**
   * Send a request and read its answer. It is repeated if the connection is lost while the answer is read.
   *
   * Redirects are not followed, because the request contains a credential for this address.
   * Throws: Problem, or the signal's reason; TypeError if the address, an id or the key is invalid.
   */
  async send<T>(call: Call, read: (answer: Response) => Promise<T>): Promise<T> {
    const url = this.#url(call, call.of === undefined ? '' : await this.#streamsOf(call.of));
    const request = this.#init(call);
    const until = Date.now() + this.#patience;
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#try(url, request, until, read);
      } catch (error) {
        call.signal?.throwIfAborted();
        const again = isPassing(error) && (!call.once || error instanceof TooMany);
        const pause = again ? pauseBefore(tries, error.retryAfter) : Infinity;
        if (Date.now() + pause > until) throw error;
        await sleep(pause, call.signal);
      }
    }
  }

  async #try<T>(url: URL, request: RequestInit, until: number, read: (answer: Response) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => { late.abort(new Error('it took too long')); }, until - Date.now());
    try {
      const signal = request.signal ? AbortSignal.any([request.signal, late.signal]) : late.signal;
      const answer = await (this.#options.fetch ?? fetch)(url, { ...request, signal, redirect: 'manual' });
      if (answer.type === 'opaqueredirect') throw sentElsewhere();
      if (!answer.ok) throw await problemOf(answer);
      return await read(answer);
    } catch (error) {
      throw error instanceof Problem ? error : unreachable(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Return the path of a service's streams; for a game that is newer than this client it asks the server. */
  async #streamsOf(service: string): Promise<string> {
    const known = knownStreams(service);
    if (known !== undefined) return known;
    this.#served ??= this.json({ path: '/arbiter/v1/services' });
    const { services } = await this.#served.catch((error: unknown) => { this.#served = undefined; throw error; });
    const found = services.find(({ name }) => name === service);
    if (found) return `/${service}/v1/${found.streams}`;
    throw new NotFound({ type: 'about:blank', title: `there is no service ${service}`, status: 404 });
  }

  #url({ path, query = {} }: Call, before: string): URL {
    const given = Object.entries(query).filter((one): one is [string, string | number | boolean] => one[1] !== undefined);
    const words = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const address = (this.#options.address ?? '').replace(/\/$/, '');
    if (ASTRAY.test(before + path)) throw new TypeError(`${before}${path} is no path: an id or a name in it is none`);
    return new URL(`${address}${before}${path}${words && `?${words}`}`, globalThis.location?.href);
  }

  #init({ method = 'GET', body, headers = {}, token, signal }: Call): RequestInit {
    const caller = token ?? this.#options.key, { cause, correlation } = (method === 'GET' ? undefined : this.#options.because) ?? {};
    const all: Record<string, string | undefined> = {
      Accept: 'application/json',
      'Content-Type': body === undefined ? undefined : 'application/json',
      Authorization: caller === undefined ? undefined : bearer(caller),
      'Arbiter-Cause': cause,
      'Arbiter-Correlation': correlation,
      ...headers,
    };
    const given = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined);
    const text = body === undefined ? null : JSON.stringify(body);
    return { method, headers: new Headers(given), signal: signal ?? null, body: text };
  }
}
