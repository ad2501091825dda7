/** The loaded events of a stream by version, and the moves that they form. */
import { breathe, type Commit } from '../exported.js';
import { Names, sentence, type EventWords, type Message } from '../sentence.js';
import { beginnings, isAbout } from '../play/turns.js';
import { Way } from '../undo/way.js';

/** The events of one decision: the first and the last version. */
export interface Move { readonly from: number; readonly to: number }
/** An event as the server sends it. */
export interface Sent { readonly sequence: string; readonly time: string; readonly data: Message }

const SLICE = 250, SEAT = 'SeatOpened';

/**
 * A log. A stream has no state between the first and the last event of one decision. Events of one decision have the same
 * time, so a move is a run of events with the same time, or a decision once the commits are known.
 */
export class Log extends EventTarget {
  readonly names: Names;
  words: EventWords | undefined;
  /** The newest known version, loaded or not. */
  last = 0;
  private readonly events: (Message | undefined)[] = [];
  private readonly times: (number | undefined)[] = [];
  private readonly commits = new Map<number, Commit>();
  private readonly ends = new Set<number>();
  private undone = false;
  private way: Way | undefined;
  private turns: ReadonlySet<number> | undefined;

  constructor(private readonly service: string | undefined) {
    super();
    this.names = new Names(service);
  }

  /** Add one event at its version. */
  add(version: number, time: number, event: Message): void {
    if (this.events[version] !== undefined) return;
    this.events[version] = event;
    this.way = this.turns = undefined;
    this.undone ||= event.type === 'TakenBack';
    this.times[version] = time;
    this.names.learn(event, version);
    this.last = Math.max(this.last, version);
  }

  /** Add the server's events, and let the browser paint in between; fires `change` after each slice. */
  async addAll(sent: AsyncIterable<Sent>, most = Infinity): Promise<void> {
    let count = 0;
    for await (const { sequence, time, data } of sent) {
      this.add(Number(sequence), Date.parse(time), data);
      count += 1;
      if (count >= most) break;
      if (count % SLICE === 0) {
        this.notify();
        await breathe();
      }
    }
    this.notify();
  }

  /** Add commits: their events, their commands and their draws. */
  addCommits(commits: readonly Commit[]): void {
    for (const commit of commits) {
      commit.events.forEach((event, place) => this.add(commit.before + place + 1, commit.at, event));
      for (let version = commit.before + 1; version <= commit.version; version += 1) this.commits.set(version, commit);
      if (!commit.goesOn) this.ends.add(commit.version);
    }
    this.notify();
  }

  /** Fire `change`: there are more events. */
  notify(): void { this.dispatchEvent(new Event('change')); }

  /** Return the event that led to a version, if it is loaded. */
  at(version: number): Message | undefined { return this.events[version]; }

  /** The newest version of the game itself: a seat that was opened later, such as a watcher's, is no part of it. */
  get played(): number {
    let version = this.last;
    while (version > 1 && this.events[version]?.type === SEAT) version -= 1;
    return version;
  }

  /** Return its time, in milliseconds since 1970. */
  timeOf(version: number): number | undefined { return this.times[version]; }

  /** Return the commit that contains an event, if commits are known. */
  commitOf(version: number): Commit | undefined { return this.commits.get(version); }

  /** Return the version of the undo that took back an event; `undefined` if the event counts. */
  takenBackAt(version: number): number | undefined {
    if (!this.undone) return undefined;
    if (this.way === undefined) {
      this.way = new Way();
      for (const [at, event] of this.events.entries()) if (event !== undefined) this.way.add(at, event);
    }
    return this.way.takenBackAt(version);
  }

  /** Whether a turn or a round begins with an event. */
  beginsAt(version: number): boolean {
    this.turns ??= beginnings(this.loaded());
    return this.turns.has(version);
  }

  /** Return the versions of the loaded events that name an id. */
  versionsAbout(id: string): readonly number[] {
    return this.loaded().filter(({ event }) => isAbout(event, id)).map(({ version }) => version);
  }

  private loaded(): { version: number; event: Message }[] {
    return this.events.flatMap((event, version) => (event === undefined ? [] : [{ version, event }]));
  }

  /** Return the event as a sentence; "…" while it is not loaded. */
  sentenceAt(version: number): string {
    const event = this.events[version];
    return event === undefined ? '…' : sentence(event, this.words, { names: this.names, at: version, service: this.service });
  }

  /** Return the move that contains a version. */
  moveAt(version: number): Move {
    const held = Math.min(Math.max(version, Math.min(1, this.last)), this.last);
    let from = held, to = held;
    while (to < this.last && !this.endsAt(to)) to += 1;
    while (from > 1 && !this.endsAt(from - 1)) from -= 1;
    return { from, to };
  }

  private endsAt(version: number): boolean {
    if (this.ends.has(version)) return true;
    if (this.commits.has(version)) return false;
    const time = this.times[version];
    return time === undefined || time !== this.times[version + 1];
  }
}
