/** A stream: a table, a match or a campaign, looked at and acted in. */
import type { ReceiptAnswer, Report as Audit, SeatBody, SeatToken } from './generated/dice/types.gen.js';
import type { Report } from './generated/verification.mjs';
import { resumed } from './sse.js';
import { knownStreams, newKey, type Call, type Transport } from './transport.js';
import type {
  As, Cancellable, CloudEvent, Command, Done, DryRun, Keyed, Kind, Legal, SendOptions, Service, View,
} from './types.js';
import { verify, type Progressing } from './verify.js';

interface Paging extends Cancellable {
  /** A version: what happened after it is read. */
  after?: number | undefined;
  /** How many commits a page holds at most. */
  limit?: number | undefined;
}

interface Page<T> {
  items: T[];
  next: number | null;
}

/** A stream, as somebody may see it and act in it. Every function throws `Problem` where it is refused. */
export class Stream<S extends Service = Service> {
  readonly service: S;
  readonly id: string;
  /** Where it is; not known of a game that is newer than this client. */
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

  /** Look at the stream as it is, or as it was at a version. */
  async view({ at, signal }: Cancellable & { at?: number | undefined } = {}): Promise<View<S>> {
    return this.#transport.json(this.#call({ query: { at }, signal }));
  }

  /** Who is waited for, what the seat may send now, of all commands, of one type or of some kinds, and why not the rest. */
  async legal(command?: Command<S>['type'], { kinds, signal }: Cancellable & { kinds?: readonly Kind[] | undefined } = {}): Promise<Legal<S>> {
    return this.#transport.json(this.#call({ path: '/legal', query: { command, kind: kinds?.join() }, signal }));
  }

  /** Who is waited for, and the moves and answers that the seat may send now: what goes on with the game. */
  async moves({ signal }: Cancellable = {}): Promise<Legal<S>> {
    return this.legal(undefined, { kinds: ['move', 'answer'], signal });
  }

  /** Send a command; with `dryRun` only hear what it would lead to. Sent again after a lost connection, it is still one. */
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

  /** All events after a version, read in pages of so many commits. It ends with what has happened until now. */
  async *events({ after = 0, limit, signal }: Paging = {}): AsyncGenerator<CloudEvent<S>> {
    for (let next: number | null = after; next !== null; ) {
      const call: Call = this.#call({ path: '/events', query: { after: next, limit }, signal });
      const page: Page<CloudEvent<S>> = await this.#transport.json(call);
      yield* page.items;
      next = page.next;
    }
  }

  /** All events after a version, and then each as it happens, over cut connections too; ends with the stream or the signal. */
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

  /** The log as this seat may read it, verbatim: a line of JSON for each commit. */
  async export({ signal }: Cancellable = {}): Promise<string> {
    const call = this.#call({ path: '/events', headers: { Accept: 'application/x-ndjson' }, signal });
    return this.#transport.send(call, (answer) => answer.text());
  }

  /** What the server finds when it verifies the log: chain, draws and decisions. */
  async audit({ signal }: Cancellable = {}): Promise<Audit> {
    return this.#transport.json(this.#call({ path: '/audit', signal }));
  }

  /** The version and head of now, signed by the server. */
  async receipt({ signal }: Cancellable = {}): Promise<ReceiptAnswer> {
    return this.#transport.json(this.#call({ path: '/receipt', signal }));
  }

  /**
   * Verify the log here, against a receipt of the server: that nothing was changed, and that the draws which are shown
   * follow from their seeds. `publicKey` is the one by which the server is known.
   */
  async verify({ publicKey, progress, signal }: Progressing & Cancellable & { publicKey?: string } = {}): Promise<Report> {
    const receipt = await this.receipt({ signal });
    const call = this.#call({ path: '/events', headers: { Accept: 'application/x-ndjson' }, signal });
    const log = await this.#transport.send(call, async (answer) => new Uint8Array(await answer.arrayBuffer()));
    return verify(log, { receipt, key: publicKey, progress });
  }

  /** Add a seat, and get its token. */
  async addSeat(seat: SeatBody, { key = newKey(), signal }: Keyed = {}): Promise<SeatToken> {
    return this.#transport.json(this.#post('/seats', seat, { headers: { 'Idempotency-Key': key }, signal }));
  }

  /** Give a seat another token; those before are void. */
  async rotateToken(seat: string, { key = newKey(), signal }: Keyed = {}): Promise<SeatToken> {
    const path = `/seats/${encodeURIComponent(seat)}/token`;
    return this.#transport.json(this.#post(path, undefined, { headers: { 'Idempotency-Key': key }, signal }));
  }

  /** Read what has no function of its own: `get('/luck')` at a dice table. */
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
