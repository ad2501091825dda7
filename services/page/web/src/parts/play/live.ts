/** A stream as one seat sees it, kept up to date: its view, the commands it may send, and new events. */
import { Stale, type Command, type Service, type Stream } from 'arbiter-client';
import { completed, type Body, type LegalList } from './entries.js';
import type { Happened } from './happened.js';
import type { Foreseen } from './odds.js';
import type { Sender } from './command.js';
import type { Undos } from '../undo/undo.js';
import type { ForkOf } from '../forked.js';
import type { PuzzleView } from '../puzzle.js';
import { t } from '../../texts.js';

/** A seat of a view; `name` is what people read for it, if it has a name. */
export interface Seated { readonly seat: string; readonly role: string; readonly name?: string; readonly player?: string }

/** The fields of a view that every game has. */
export interface AnyView {
  readonly version: number;
  readonly status: 'open' | 'closed';
  readonly seats: readonly Seated[];
  readonly undo?: Undos;
  readonly fork?: ForkOf;
  /** What may be said in the chat; missing if there is none. */
  readonly chat?: string;
  readonly luck?: unknown;
  readonly puzzle?: PuzzleView;
  readonly game: Readonly<Record<string, unknown>>;
}

/** A line of chat: the version after it, and who sent it. */
export interface Line { readonly version: number; readonly seat: string; readonly text: string }

/** A command that this table sent, and the versions before and after it. */
export interface Sent { readonly type: string; readonly after: number; readonly until: number }

const HISTORY = 60, KEPT = 300;

/** Return the version after which events are read: enough of them to say what an undo would take back, and what was said. */
function firstOf({ version, undo, chat }: AnyView): number {
  if (chat !== undefined) return Math.max(0, version - KEPT);
  const ways = [...undo?.back ?? [], ...undo?.redo ?? [], ...(undo?.proposal ? [undo.proposal] : [])];
  return Math.max(0, version - KEPT, Math.min(version - HISTORY, ...ways.map(({ to }) => to)));
}

/** Follows a stream and calls its listener on every change, until `stop`. */
export class Live implements Sender {
  view: AnyView | undefined;
  legal: LegalList = { allowed: [], blocked: [] };
  /** The version of the list of legal commands. */
  listed = -1;
  events: readonly Happened[] = [];
  /** The newest lines of chat, oldest first. */
  lines: readonly Line[] = [];
  problem: unknown;
  /** Whether a command was sent and its outcome is not shown yet. */
  busy = false;
  /** The command that was sent last. */
  sent: Sent | undefined;
  private readonly stream: Stream;
  private readonly changed: () => void;
  /** Whether a board shows all entries of a command. */
  private readonly shows: (command: string) => boolean;
  /** The versions before and after this seat's newest commands, one directly after another. */
  private own: { readonly after: number; readonly until: number } | undefined;
  private unfolded: string | undefined;
  private readonly ended = new AbortController();
  private known = 0;
  private loading: Promise<void> | undefined;

  constructor(stream: Stream, changed: () => void, shows: (command: string) => boolean) {
    [this.stream, this.changed, this.shows] = [stream, changed, shows];
    void this.begin();
  }

  stop(): void { this.ended.abort(); }

  private notify(): void { if (!this.ended.signal.aborted) this.changed(); }

  private async begin(): Promise<void> {
    try {
      await this.reload();
      if (this.view !== undefined) await this.follow(firstOf(this.view));
    } catch (problem) {
      if (!this.ended.signal.aborted) this.problem = problem;
    }
    this.notify();
  }

  private async follow(after: number): Promise<void> {
    for await (const event of this.stream.follow({ after, signal: this.ended.signal })) {
      const version = Number(event.sequence);
      this.events = [...this.events, { version, event: event.data as Happened['event'] }].slice(-KEPT);
      if (this.heard(version, event.data as Happened['event'])) continue;
      this.known = Math.max(this.known, version);
      if (this.known > Math.min(this.listed, this.view?.version ?? 0)) void this.reload().catch((problem: unknown) => { this.problem = problem; });
      this.notify();
    }
  }

  /** Note a line of chat; return whether the event is one. It changes neither the view nor the list, so nothing is read again. */
  private heard(version: number, { type, seat, text }: Happened['event']): boolean {
    if (type !== 'ChatSent') return false;
    this.lines = [...this.lines, { version, seat: String(seat), text: String(text) }].slice(-KEPT);
    this.notify();
    return true;
  }

  /** Reload the view and the list until they have the newest known version; one request at a time. */
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
      const legal = await this.filled(list.legal as unknown as LegalList, list.version);
      this.show(view);
      [this.legal, this.listed, this.problem] = [legal, list.version, undefined];
      this.known = Math.max(this.known, view.version, list.version);
      this.notify();
    } while (Math.min(this.listed, this.view?.version ?? 0) < this.known);
    this.loading = undefined;
  }

  /** Read all entries of a command, now and with every later list: its form is open. */
  async complete(command: string): Promise<void> {
    this.unfolded = command;
    while (this.legal.more?.includes(command) && !this.ended.signal.aborted) await this.reload();
  }

  /** Return a list with all entries of the command whose form is open; and of those that a board shows. */
  private async filled(list: LegalList, version: number): Promise<LegalList> {
    let filled = list;
    for (const command of (list.more ?? []).filter((name) => this.shows(name) || name === this.unfolded)) {
      const whole = await this.stream.legal(command as Command<Service>['type'], { signal: this.ended.signal });
      if (whole.version === version) filled = completed(filled, command, whole.legal as unknown as LegalList);
      this.known = Math.max(this.known, whole.version);
    }
    return filled;
  }

  private show(view: AnyView): void {
    if (this.view === undefined || view.version >= this.view.version) this.view = view;
  }

  /** Return the version that this seat has seen: the list's, or a later one if only this seat's own commands came since. */
  private seen(): number {
    return this.own && this.own.after <= this.listed && this.listed < this.own.until ? this.own.until : this.listed;
  }

  /** Send a command. One without fields and an undo are meant for the version that is shown, and are refused if the stream has moved on. */
  async send(command: Body, faces?: number[]): Promise<void> {
    const meant = command.type === 'ProposeUndo' ? this.view?.version : Object.keys(command).length === 1 ? this.seen() : undefined;
    const after = this.known;
    this.busy = true;
    this.notify();
    try {
      const done = await this.stream.send(command as unknown as Command<Service>, { faces, ifMatch: meant });
      this.sent = { type: String(command.type), after, until: done.version };
      this.own = done.first !== after + 1 ? undefined : { after: this.own?.until === after ? this.own.after : after, until: done.version };
      if (done.view) this.show(done.view as AnyView);
      this.known = Math.max(this.known, done.version);
    } catch (problem) {
      if (problem instanceof Stale) void this.reload();
      this.busy = false;
      this.notify();
      throw problem instanceof Stale ? new Error(t('The game has changed since you looked. The page shows its current state now.')) : problem;
    }
    await this.reload().finally(() => { this.busy = false; });
    this.notify();
  }

  /** Send a line of chat. The board is not busy meanwhile: the line is shown when it comes back as an event. */
  readonly say = async (command: Body): Promise<void> => {
    await this.stream.send(command as unknown as Command<Service>);
  };

  async dryRun(command: Body, faces?: number[]): Promise<Foreseen> {
    return await this.stream.send(command as unknown as Command<Service>, { dryRun: true, faces }) as Foreseen;
  }
}
