/** The client of an Arbiter server, called with an app's key. */
import type { RollsAnswer, RollsBody, Rulebook, RulePage, StreamItem } from './generated/dice/types.gen.js';
import { Job, type JobAnswer, type JobItem } from './job.js';
import { Stream } from './stream.js';
import { Transport, newKey, type ArbiterOptions, type Call, type Origin } from './transport.js';
import type { As, Cancellable, JobAsk, Keyed, OddsAnswer, OddsAsk, Opened, Opening, Service } from './types.js';

/** A stream in a list. */
export type Listed = StreamItem;

interface Listing extends Cancellable {
  status?: string | undefined;
  /** The maximum number of items; all if left out. */
  limit?: number | undefined;
}
type Others = Pick<Call, 'query' | 'headers' | 'token' | 'signal'>;
interface Page<T> {
  items: T[];
  next: string | null;
}
const LONGEST_PAGE = 100;

/** Calls Arbiter. Every function throws `Problem` if the server refuses, and repeats calls that fail temporarily. */
export class Arbiter {
  readonly #transport: Transport;
  readonly #options: ArbiterOptions;

  constructor(options: ArbiterOptions = {}) {
    this.#options = options;
    this.#transport = new Transport(options);
  }

  /** Return a client whose writes name the event that they follow from, and the chain that they belong to. */
  because(origin: Origin): Arbiter {
    return new Arbiter({ ...this.#options, because: origin });
  }

  /** Open a table, a match or a campaign; the answer has the tokens of its seats. */
  async open<S extends Service>(service: S, body: Opening<S>, { key = newKey(), signal }: Keyed = {}): Promise<Opened<S>> {
    const headers = { 'Idempotency-Key': key };
    return this.#transport.json({ method: 'POST', of: service, path: '', body, headers, signal });
  }

  /** Return a stream: as a seat by its token, or with the app's key as a seat or as the app itself. */
  stream<S extends Service>(service: S, id: string, as: As = {}): Stream<S> {
    return new Stream(this.#transport, service, id, as);
  }

  /** List the app's streams, newest first; with `seat` only those that have this seat. */
  streams(service: Service, { status, seat, ...listing }: Listing & { seat?: string } = {}): AsyncGenerator<Listed> {
    return this.#pages({ of: service, path: '', query: { status, seat } }, listing);
  }

  /** Get every rule of a service. */
  async rules(service: Service, options: Cancellable = {}): Promise<Rulebook> {
    return this.get(`/${encodeURIComponent(service)}/v1/rules`, options);
  }

  /** Get a rule with its rulings. */
  async rule(service: Service, id: string, options: Cancellable = {}): Promise<RulePage> {
    return this.get(`/${encodeURIComponent(service)}/v1/rules/${encodeURIComponent(id)}`, options);
  }

  /** Roll at once, on the key's own table: notation such as `4d6kh3 + 2`, or any roll of the contract. */
  async roll(body: RollsBody | string, options: Keyed = {}): Promise<RollsAnswer> {
    const rolls: RollsBody = typeof body === 'string' ? { rolls: [{ what: { throw: 'Notation', text: body } }] } : body;
    return this.post('/dice/v1/rolls', rolls, { key: newKey(), ...options });
  }

  /** Get exact odds from a service. */
  async odds<S extends Service>(service: S, body: OddsAsk<S>, options: Cancellable = {}): Promise<OddsAnswer<S>> {
    return this.#transport.json({ ...options, method: 'POST', path: `/${encodeURIComponent(service)}/v1/odds`, body });
  }

  /** Start a simulation; the same request with the same seed returns the same job. */
  async job<S extends Service>(service: S, body: JobAsk<S>, options: Cancellable = {}): Promise<Job<S>> {
    const call: Call = { ...options, method: 'POST', path: `/${encodeURIComponent(service)}/v1/jobs`, body };
    const { id } = await this.#transport.json<JobAnswer>(call);
    return this.jobAt(service, id);
  }

  /** Return a job by its id. */
  jobAt<S extends Service>(service: S, id: string): Job<S> {
    return new Job(this.#transport, service, id);
  }

  /** List the app's jobs, newest first. */
  jobs(service: Service, { status, ...listing }: Listing = {}): AsyncGenerator<JobItem> {
    return this.#pages({ path: `/${encodeURIComponent(service)}/v1/jobs`, query: { status } }, listing);
  }

  /** Read a path that has no function here. */
  async get<T>(path: string, options: Others = {}): Promise<T> {
    return this.#transport.json({ ...options, path });
  }

  /**
   * Post to a path that has no function here. With an idempotency key the request is repeated after errors; without one,
   * only if the server surely did not receive it.
   */
  async post<T>(path: string, body?: unknown, { key, headers, ...options }: Others & Keyed = {}): Promise<T> {
    const all = { 'Idempotency-Key': key, ...headers };
    return this.#transport.json({ ...options, path, body, method: 'POST', headers: all, once: key === undefined });
  }

  async *#pages<T>(call: Call, { limit = Infinity, signal }: Omit<Listing, 'status'>): AsyncGenerator<T> {
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
