/** A stream as one seat sees it, kept current: its view, what may be sent, and what happens. */
import { Stale, type Command, type Service, type Stream } from 'arbiter-client';
import type { Body, LegalList } from './entries.js';
import type { Happened } from './happened.js';
import type { Foreseen } from './odds.js';
import type { Sender } from './command.js';

/** A view, as far as every game has it. */
export interface AnyView {
  readonly version: number;
  readonly status: 'open' | 'closed';
  readonly seats: readonly { readonly seat: string; readonly role: string }[];
  readonly game: Readonly<Record<string, unknown>>;
}

const HISTORY = 60, KEPT = 300;

/** Follows a stream and tells whoever listens; `stop` ends it, and nothing is told afterwards. */
export class Live implements Sender {
  view: AnyView | undefined;
  legal: LegalList = { allowed: [], blocked: [] };
  /** The version that the list of what is legal is of. */
  listed = -1;
  events: readonly Happened[] = [];
  problem: unknown;
  /** Whether a command was sent whose outcome is not shown yet. */
  busy = false;
  private readonly stream: Stream;
  private readonly told: () => void;
  private readonly ended = new AbortController();
  private known = 0;
  private loading: Promise<void> | undefined;

  constructor(stream: Stream, told: () => void) {
    this.stream = stream;
    this.told = told;
    void this.begin();
  }

  stop(): void { this.ended.abort(); }

  private tell(): void { if (!this.ended.signal.aborted) this.told(); }

  private async begin(): Promise<void> {
    try {
      await this.reload();
      if (this.view !== undefined) await this.follow(Math.max(0, this.view.version - HISTORY));
    } catch (problem) {
      if (!this.ended.signal.aborted) this.problem = problem;
    }
    this.tell();
  }

  private async follow(after: number): Promise<void> {
    for await (const event of this.stream.follow({ after, signal: this.ended.signal })) {
      const version = Number(event.sequence);
      this.events = [...this.events, { version, event: event.data as Happened['event'] }].slice(-KEPT);
      this.known = Math.max(this.known, version);
      if (this.known > Math.min(this.listed, this.view?.version ?? 0)) void this.reload().catch((problem: unknown) => { this.problem = problem; });
      this.tell();
    }
  }

  /** Read view and list anew, until they are of the last version that is known of; one reading at a time. */
  private reload(): Promise<void> {
    this.loading ??= this.readAll().catch((problem: unknown) => { this.loading = undefined; throw problem; });
    return this.loading;
  }

  private async readAll(): Promise<void> {
    const { signal } = this.ended;
    do {
      const [view, list] = await Promise.all([
        (this.view?.version ?? -1) >= this.known && this.view ? this.view : this.stream.view({ signal }) as Promise<AnyView>,
        this.stream.legal(undefined, { signal }),
      ]);
      this.show(view);
      [this.legal, this.listed, this.problem] = [list.legal as unknown as LegalList, list.version, undefined];
      this.known = Math.max(this.known, view.version, list.version);
      this.tell();
    } while (Math.min(this.listed, this.view?.version ?? 0) < this.known);
    this.loading = undefined;
  }

  private show(view: AnyView): void {
    if (this.view === undefined || view.version >= this.view.version) this.view = view;
  }

  /** Send a command; one that names nothing is meant for this very moment, and refused if that has passed. */
  async send(command: Body, faces?: number[]): Promise<void> {
    const isBare = Object.keys(command).length === 1;
    this.busy = true;
    this.tell();
    try {
      const done = await this.stream.send(command as unknown as Command<Service>, { faces, ifMatch: isBare ? this.listed : undefined });
      if (done.view) this.show(done.view as AnyView);
      this.known = Math.max(this.known, done.version);
    } catch (problem) {
      if (problem instanceof Stale) void this.reload();
      this.busy = false;
      this.tell();
      throw problem instanceof Stale ? new Error('The game has moved on since you looked. Here is how it stands now.') : problem;
    }
    await this.reload().finally(() => { this.busy = false; });
    this.tell();
  }

  async dryRun(command: Body, faces?: number[]): Promise<Foreseen> {
    return await this.stream.send(command as unknown as Command<Service>, { dryRun: true, faces }) as Foreseen;
  }
}
