/** Arbiter: what it serves, called with an app's key. */
import type {
  RollsAnswer, RollsBody, Rulebook, RulePage, StreamItem,
} from './generated/dice/types.gen.js';
import type { Shapes } from './generated/services.js';
import { Job, type JobAnswer, type JobAsk, type JobItem } from './job.js';
import { Stream, type As, type Opened, type Opening, type Service } from './stream.js';
import { Transport, newKey, type ArbiterOptions, type Call } from './transport.js';

/** A stream in a list. */
export type Listed = StreamItem;
export type OddsAsk<S extends Service = Service> = Shapes[S]['OddsAsk'];
export type OddsAnswer<S extends Service = Service> = Shapes[S]['OddsAnswer'];

interface Cancellable {
  signal?: AbortSignal | undefined;
}
interface Listing extends Cancellable {
  status?: string | undefined;
  /** How many to list at most; all if left out. */
  limit?: number | undefined;
}
interface Page<T> {
  items: T[];
  next: string | null;
}
const LONGEST_PAGE = 100;

/** Calls Arbiter. Every function throws `Problem` where it is refused, and tries again what may pass. */
export class Arbiter {
  readonly #transport: Transport;

  constructor(options: ArbiterOptions = {}) {
    this.#transport = new Transport(options);
  }

  /** Open a table, a match or a campaign; the answer has the tokens of its seats. */
  async open<S extends Service>(service: S, body: Opening<S>, { key = newKey(), signal }: Cancellable & { key?: string } = {}): Promise<Opened<S>> {
    return this.#transport.json({ method: 'POST', of: service, path: '', body, headers: { 'Idempotency-Key': key }, signal });
  }

  /** A stream, as a seat by its token, or as a seat or the app itself by the app's key. */
  stream<S extends Service>(service: S, id: string, as: As = {}): Stream<S> {
    return new Stream(this.#transport, service, id, as);
  }

  /** The app's streams, newest first; with `seat` those in which it sits. */
  streams(service: Service, { status, seat, ...listing }: Listing & { seat?: string } = {}): AsyncGenerator<Listed> {
    return this.#pages({ of: service, path: '', query: { status, seat } }, listing);
  }

  /** Every rule of a service. */
  async rules(service: Service, options: Cancellable = {}): Promise<Rulebook> {
    return this.get(`/${service}/v1/rules`, options);
  }

  /** A rule, and the rulings on it. */
  async rule(service: Service, id: string, options: Cancellable = {}): Promise<RulePage> {
    return this.get(`/${service}/v1/rules/${encodeURIComponent(id)}`, options);
  }

  /** Roll at once, on the key's own table: in notation such as `4d6kh3 + 2`, or whatever the contract has. */
  async roll(body: RollsBody | string, options: Cancellable & { key?: string } = {}): Promise<RollsAnswer> {
    const rolls: RollsBody = typeof body === 'string' ? { rolls: [{ what: { throw: 'Notation', text: body } }] } : body;
    return this.post('/dice/v1/rolls', rolls, { key: newKey(), ...options });
  }

  /** The exact odds of what a service can work out. */
  async odds<S extends Service>(service: S, body: OddsAsk<S>, options: Cancellable = {}): Promise<OddsAnswer<S>> {
    return this.post(`/${service}/v1/odds`, body, options);
  }

  /** Ask for a simulation; the same request with the same seed is the same job. */
  async job<S extends Service>(service: S, body: JobAsk<S>, options: Cancellable = {}): Promise<Job<S>> {
    const { id } = await this.post<JobAnswer>(`/${service}/v1/jobs`, body, options);
    return this.jobAt(service, id);
  }

  /** A job, by its id. */
  jobAt<S extends Service>(service: S, id: string): Job<S> {
    return new Job(this.#transport, service, id);
  }

  /** The app's jobs, newest first. */
  jobs(service: Service, { status, ...listing }: Listing = {}): AsyncGenerator<JobItem> {
    return this.#pages({ path: `/${service}/v1/jobs`, query: { status } }, listing);
  }

  /** Read what has no function of its own. */
  async get<T>(path: string, options: Pick<Call, 'query' | 'headers' | 'token' | 'signal'> = {}): Promise<T> {
    return this.#transport.json({ ...options, path });
  }

  /** Send what has no function of its own; `key` is the idempotency key, kept over all tries. */
  async post<T>(path: string, body?: unknown, { key, headers, ...options }: Pick<Call, 'query' | 'headers' | 'token' | 'signal'> & { key?: string | undefined } = {}): Promise<T> {
    return this.#transport.json({ ...options, path, body, method: 'POST', headers: { 'Idempotency-Key': key, ...headers } });
  }

  async *#pages<T>(call: Call, { limit = Infinity, signal }: Cancellable & { limit?: number | undefined }): AsyncGenerator<T> {
    let left = limit, cursor: string | undefined;
    while (left > 0) {
      const query = { ...call.query, limit: Math.min(left, LONGEST_PAGE), cursor };
      const page: Page<T> = await this.#transport.json({ ...call, query, signal });
      yield* page.items;
      left -= page.items.length;
      if (page.next === null) return;
      cursor = page.next;
    }
  }
}
