/** The events of a stream by version, as far as they are loaded, and the moves they make up. */
import { breathe, type Commit } from '../exported.js';
import { Names, sentence, type EventWords, type Told } from '../sentence.js';

/** What happened at once: the versions after the one before, up to and with this one. */
export interface Move { readonly from: number; readonly to: number }
/** An event as the server sends it. */
export interface Sent { readonly sequence: string; readonly time: string; readonly data: Told }

const SLICE = 250;

/**
 * A log. Between the first and the last event of one decision there is no moment of the stream; the events of a decision
 * have the same time, so that a move is a run of events of the same time, or a decision, once the commits are known.
 */
export class Log extends EventTarget {
  readonly names = new Names();
  words: EventWords | undefined;
  /** The last version that is known to be there, loaded or not. */
  last = 0;
  private readonly events: (Told | undefined)[] = [];
  private readonly times: (number | undefined)[] = [];
  private readonly commits = new Map<number, Commit>();
  private readonly ends = new Set<number>();

  /** Add one event at its version. */
  add(version: number, time: number, event: Told): void {
    if (this.events[version] !== undefined) return;
    this.events[version] = event;
    this.times[version] = time;
    this.names.learn(event, version);
    this.last = Math.max(this.last, version);
  }

  /** Add what the server sends, and let the browser paint in between; tells `change` after each slice. */
  async addAll(sent: AsyncIterable<Sent>, most = Infinity): Promise<void> {
    let count = 0;
    for await (const { sequence, time, data } of sent) {
      this.add(Number(sequence), Date.parse(time), data);
      count += 1;
      if (count >= most) break;
      if (count % SLICE === 0) {
        this.tell();
        await breathe();
      }
    }
    this.tell();
  }

  /** Add commits: their events, who asked for them and what was drawn. */
  addCommits(commits: readonly Commit[]): void {
    for (const commit of commits) {
      commit.events.forEach((event, place) => this.add(commit.before + place + 1, commit.at, event));
      for (let version = commit.before + 1; version <= commit.version; version += 1) this.commits.set(version, commit);
      if (!commit.goesOn) this.ends.add(commit.version);
    }
    this.tell();
  }

  /** Tell that there is more. */
  tell(): void { this.dispatchEvent(new Event('change')); }

  /** The event that led to a version, if it is loaded. */
  at(version: number): Told | undefined { return this.events[version]; }

  /** When that was, in milliseconds since 1970. */
  timeOf(version: number): number | undefined { return this.times[version]; }

  /** The commit an event stands in, if commits are known. */
  commitOf(version: number): Commit | undefined { return this.commits.get(version); }

  /** The event as a sentence; a mark where it is not loaded yet. */
  tellEvent(version: number): string {
    const event = this.events[version];
    return event === undefined ? '…' : sentence(event, this.words, { names: this.names, at: version });
  }

  /** The move that leads to a version or goes through it. */
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
