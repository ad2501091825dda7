/** A stream: a table, a match or a campaign. */
import type { DigestAnswer, Goal, ReceiptAnswer, Report as Audit, SeatBody, SeatToken } from './generated/dice/types.gen.js';
import type { Report } from './generated/verification.mjs';
import { resumed } from './sse.js';
import { knownStreams, newKey, type Call, type Transport } from './transport.js';
import type {
  As, Cancellable, CloudEvent, Command, Done, DryRun, Keyed, Kind, Legal, Opened, SendOptions, Service, View,
} from './types.js';
import { verify, type Progressing, type Written } from './verify.js';

interface Paging extends Cancellable {
  /** Read the events after this version. */
  after?: number | undefined;
  /** The maximum number of commits on a page. */
  limit?: number | undefined;
}

interface Page<T> {
  items: T[];
  next: number | null;
}

/** A stream, as its caller sees it and acts in it. Every function throws `Problem` if the server refuses. */
export class Stream<S extends Service = Service> {
  readonly service: S;
  readonly id: string;
  /** The path of the stream; unknown for a game that is newer than this client. */
  readonly path: string | undefined;
  readonly #transport: Transport;
  readonly #as: As;

  constructor(transport: Transport, service: S, id: string, as: As = {}) {
    this.service = service;
    this.id = id;
    const known = knownStreams(service);
    this.path = known && `${known}/${encodeURIComponent(id)}`;
    this.#transport = transport;
    this.#as = as;
  }

  /** Get the view, now or at a version. */
  async view({ at, signal }: Cancellable & { at?: number | undefined } = {}): Promise<View<S>> {
    return this.#transport.json(this.#call({ query: { at }, signal }));
  }

  /** Get the seats that have to act, the commands that this seat may send (all, one type, or some kinds), and the reasons against others. */
  async legal(command?: Command<S>['type'], { kinds, signal }: Cancellable & { kinds?: readonly Kind[] | undefined } = {}): Promise<Legal<S>> {
    return this.#transport.json(this.#call({ path: '/legal', query: { command, kind: kinds?.join() }, signal }));
  }

  /** Get the seats that have to act, and the moves and answers that this seat may send. */
  async moves({ signal }: Cancellable = {}): Promise<Legal<S>> {
    return this.legal(undefined, { kinds: ['move', 'answer'], signal });
  }

  /** Send a command; with `dryRun` only get its result. Repeated after a lost connection, it still takes effect once. */
  async send(command: Command<S>, options: SendOptions & { dryRun: true }): Promise<DryRun<S>>;
  async send(command: Command<S>, options?: SendOptions & { dryRun?: false | undefined }): Promise<Done<S>>;
  async send(command: Command<S>, options?: SendOptions): Promise<Done<S> | DryRun<S>>;
  async send(command: Command<S>, options: SendOptions = {}): Promise<Done<S> | DryRun<S>> {
    const { dryRun, ifMatch, key = newKey(), faces, minimal, signal } = options;
    const headers = {
      'Idempotency-Key': dryRun ? undefined : key,
      'If-Match': ifMatch === undefined ? undefined : `"${ifMatch}"`,
      Prefer: minimal ? 'return=minimal' : undefined,
    };
    const body = faces === undefined ? { command } : { command, faces };
    return this.#transport.json(this.#post('/commands', body, { headers, query: { dry_run: dryRun || undefined }, signal }));
  }

  /** Yield all events after a version, read in pages of `limit` commits; ends with the newest event. */
  async *events({ after = 0, limit, signal }: Paging = {}): AsyncGenerator<CloudEvent<S>> {
    for (let next: number | null = after; next !== null; ) {
      const call: Call = this.#call({ path: '/events', query: { after: next, limit }, signal });
      const page: Page<CloudEvent<S>> = await this.#transport.json(call);
      yield* page.items;
      next = page.next;
    }
  }

  /** Yield all events after a version, and then new ones, across lost connections; ends with the stream or the signal. */
  async *follow({ after = 0, signal }: Omit<Paging, 'limit'> = {}): AsyncGenerator<CloudEvent<S>> {
    const isOver = async (last: string): Promise<boolean> => {
      const { status, version } = await this.view({ signal });
      return status === 'closed' && version <= Number(last);
    };
    for await (const { data } of resumed(this.#transport, this.#call({ path: '/events', signal }), String(after), isOver)) {
      const event = JSON.parse(data) as CloudEvent<S>;
      yield event;
      if (event.data.type === 'StreamClosed') return;
    }
  }

  /** Get the log as this seat may read it: a line of JSON for each commit. */
  async export({ signal }: Cancellable = {}): Promise<string> {
    const call = this.#call({ path: '/events', headers: { Accept: 'application/x-ndjson' }, signal });
    return this.#transport.send(call, (answer) => answer.text());
  }

  /** Let the server verify the log: chain, draws and decisions. */
  async audit({ signal }: Cancellable = {}): Promise<Audit> {
    return this.#transport.json(this.#call({ path: '/audit', signal }));
  }

  /** Get a digest of what this seat may read of the game, now or at a version: of its state, or of the seat's view. */
  async digest({ at, signal }: Cancellable & { at?: number | undefined } = {}): Promise<DigestAnswer> {
    return this.#transport.json(this.#call({ path: '/digest', query: { at }, signal }));
  }

  /** Get the current version and head, signed by the server. */
  async receipt({ signal }: Cancellable = {}): Promise<ReceiptAnswer> {
    return this.#transport.json(this.#call({ path: '/receipt', signal }));
  }

  /**
   * Verify the log here, against a receipt of the server: that it is unchanged, and that the visible draws
   * follow from their seeds. `publicKey` is the server's public key; `parent` is for a fork: the log of the stream that it
   * came from, or a receipt of that. `luck` is for dice that a table rolled: the log of that table.
   */
  async verify({ publicKey, parent, luck, progress, signal }: Progressing & Cancellable & {
    publicKey?: string; parent?: Written; luck?: string | Uint8Array;
  } = {}): Promise<Report> {
    const receipt = await this.receipt({ signal });
    const call = this.#call({ path: '/events', headers: { Accept: 'application/x-ndjson' }, signal });
    const log = await this.#transport.send(call, async (answer) => new Uint8Array(await answer.arrayBuffer()));
    return verify(log, { receipt, key: publicKey, parent, luck, progress });
  }

  /** Add a seat, and get its token. */
  async addSeat(seat: SeatBody, { key = newKey(), signal }: Keyed = {}): Promise<SeatToken> {
    return this.#transport.json(this.#post('/seats', seat, { headers: { 'Idempotency-Key': key }, signal }));
  }

  /** Give a seat a new token; older ones stop working. */
  async rotateToken(seat: string, { key = newKey(), signal }: Keyed = {}): Promise<SeatToken> {
    const path = `/seats/${encodeURIComponent(seat)}/token`;
    return this.#transport.json(this.#post(path, undefined, { headers: { 'Idempotency-Key': key }, signal }));
  }

  /**
   * Open a fork: a new stream that begins as this one was at a version, with `seat` dealt again from what that seat knew.
   * With a `goal`, such as `{ reach: 'win', seat: 'ann', turns: 1 }`, the fork is a puzzle.
   */
  async fork(at: number, { seat, goal, key = newKey(), signal }: Keyed & { seat?: string | undefined; goal?: Goal | undefined } = {}): Promise<Opened<S>> {
    return this.#transport.json(this.#post('/forks', { at, seat, goal }, { headers: { 'Idempotency-Key': key }, signal }));
  }

  /** Read a path below the stream that has no function here: `get('/luck')` at a dice table. */
  async get<T>(path: string, options: Pick<Call, 'query' | 'headers' | 'signal'> = {}): Promise<T> {
    return this.#transport.json(this.#call({ ...options, path }));
  }

  #post(path: string, body: unknown, others: Partial<Call>): Call {
    return this.#call({ ...others, path, body, method: 'POST' });
  }

  #call({ path = '', headers = {}, ...others }: Partial<Call>): Call {
    const seat = this.#as.token === undefined ? this.#as.seat : undefined;
    const whole = `/${encodeURIComponent(this.id)}${path}`;
    return { ...others, of: this.service, path: whole, token: this.#as.token, headers: { 'Arbiter-Seat': seat, ...headers } };
  }
}
