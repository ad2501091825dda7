/** A bounded cache of a stream's views by version; it fetches one at a time, the last requested first. */

/** What a seat saw at a version. */
export interface Seen {
  readonly version: number;
  readonly status: string;
  readonly seats: readonly { readonly seat: string; readonly role: string; readonly name?: string }[];
  readonly [field: string]: unknown;
}

const KEPT = 120;

export class Views {
  private readonly kept = new Map<number, Seen>();
  private wanted: readonly number[] = [];
  private busy = false;

  /** `fetch` reads a view; `arrived` is called when the view of a version has loaded. */
  constructor(
    private readonly fetch: (at: number) => Promise<Seen>,
    private readonly arrived: (at: number) => void,
    private readonly failed: (error: Error) => void,
  ) {}

  /** Return the view at a version, if it is loaded. */
  at(version: number): Seen | undefined {
    const found = this.kept.get(version);
    if (found !== undefined) {
      this.kept.delete(version);
      this.kept.set(version, found);
    }
    return found;
  }

  /** Store a view. */
  keep(version: number, view: Seen): void {
    this.kept.set(version, view);
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
  }

  /** Request views, the most important first; earlier requests are dropped. */
  want(versions: readonly number[]): void {
    this.wanted = versions.filter((version) => version > 0 && !this.kept.has(version));
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    try {
      for (let next = this.wanted[0]; next !== undefined; next = this.wanted[0]) {
        this.wanted = this.wanted.slice(1);
        this.keep(next, await this.fetch(next));
        this.arrived(next);
        this.wanted = this.wanted.filter((version) => !this.kept.has(version));
      }
    } catch (error) {
      this.wanted = [];
      this.failed(error as Error);
    } finally {
      this.busy = false;
    }
  }
}
