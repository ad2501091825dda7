/**
 * `<arbiter-puzzle>`: the goal of a puzzle and how it ended, a link to share it, and a button to try it again.
 *
 * For tests: `data-puzzle` has its status, `data-goal` the sentence, `data-share` copies the link, `data-link` is the
 * link, `data-again` opens the puzzle anew.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { addSeat, appKey, arbiter, seatsOf, streamFor } from '../access.js';
import { partOf } from '../games.js';
import { go, linkTo } from '../router.js';
import { seatNames } from '../seats.js';
import { base } from '../styles.js';
import type { ForkOf } from './forked.js';
import type { AnyView } from './play/live.js';
import './problem.js';
import { MISSED } from './sentences/filling.js';
import { t } from '../texts.js';

/** A goal: what a seat has to reach, and in how many turns. */
export interface Goal { readonly reach: string; readonly seat: string; readonly turns: number }

/** The puzzle of a view: its goal with the number of its last turn, and how it ended. */
export interface PuzzleView {
  readonly goal: Goal & { readonly last: number };
  readonly status: 'open' | 'reached' | 'missed';
  readonly why: string | null;
}

/** A new game that begins as another one was at a version. */
export interface Start {
  readonly service: string;
  readonly stream: string;
  readonly at: number;
  /** The seat that opens it, if it is not the app. */
  readonly by: string | undefined;
  /** The seat from whose knowledge it is dealt again. */
  readonly dealt: string | undefined;
  readonly goal?: Goal | undefined;
  /** The player of the house for each seat that it plays. */
  readonly house: (seat: string, role: string) => string | undefined;
}

/** Open a fork, seat its players of the house, and return its id; the tokens of its seats are stored once `then` was called with it. */
export async function openFork({ service, stream, at, by, dealt, goal, house }: Start, then: (id: string) => void): Promise<void> {
  const { id, seats } = await streamFor(service, stream, by).fork(at, { seat: dealt, goal });
  const { path } = streamFor(service, id);
  for (const { seat, role, token } of seats) {
    const player = house(seat, role);
    if (player !== undefined) await arbiter().post(`${path}/seats/${seat}/player`, { player }, { token });
  }
  then(id);
  for (const { seat, token } of seats) addSeat(service, id, { seat, token }); // the replay loads again with them, if it is still there
}

/** Return the limit of a goal in words: "in this turn", "within 3 rounds". */
export function limitOf(service: string, turns: number): string {
  if (partOf(service).puzzle === 'round') return t(turns === 1 ? 'in this round' : `within ${turns} rounds`);
  return t(turns === 1 ? 'in this turn' : `within ${turns} turns`);
}

/** Return the link to a puzzle: all who may fork the stream can try it there. */
export function puzzleLink(service: string, id: string, at: number, { seat, turns }: Goal): string {
  return linkTo('replay', [service, id], { at, wins: seat, turns });
}

const NAME = /^[a-z0-9_]+\.[a-z]+:(.+)$/;

export class ArbiterPuzzle extends LitElement {
  static override properties = {
    service: {}, seat: {}, seats: { attribute: false }, fork: { attribute: false }, puzzle: { attribute: false },
    link: { state: true }, busy: { state: true }, problem: { state: true },
  };
  declare service: string;
  /** The seat that looks, if it is not the app. */
  declare seat: string | undefined;
  declare seats: AnyView['seats'];
  declare fork: ForkOf;
  declare puzzle: PuzzleView;
  declare private link: string;
  declare private busy: boolean;
  declare private problem: Error | undefined;

  static override styles = [base, css`
    .card { border-left: 4px solid var(--accent); margin: 0.5rem 0; } p { margin: 0 0 0.4rem; }
    input { flex: 1; min-width: 12rem; font-family: var(--mono); font-size: 0.85rem; }
  `];

  constructor() {
    super();
    this.link = '';
    this.busy = false;
  }

  private get origin(): string { return NAME.exec(this.fork.stream)?.[1] ?? ''; }

  /** The seat of the first game as which this browser may fork it, if it is not the app; `undefined` also if it has none. */
  private get by(): string | undefined {
    return appKey() === undefined ? (seatsOf(this.service, this.origin).find(({ seat }) => seat === this.fork.seat) ?? seatsOf(this.service, this.origin)[0])?.seat : undefined;
  }

  private get mayTryAgain(): boolean { return appKey() !== undefined || this.by !== undefined; }

  protected override render(): TemplateResult {
    const { goal, status } = this.puzzle;
    return html`<div class="card" data-puzzle=${status}><p data-goal><strong>A puzzle:</strong> ${seatNames(this.seats)(goal.seat)} has to win ${limitOf(this.service, goal.turns)}. ${this.ending()}</p>
      <div class="row"><button data-share @click=${this.share}>Share this puzzle</button>
        ${this.mayTryAgain ? html`<button data-again class=${status === 'missed' ? 'primary' : ''} ?disabled=${this.busy} @click=${this.again}>Try it again</button>` : nothing}
        ${this.link ? html`<input readonly aria-label="The link to this puzzle" data-link .value=${this.link}
          @focus=${(event: Event) => { (event.target as HTMLInputElement).select(); }}>` : nothing}</div>
      ${this.link ? html`<p class="quiet" role="status">The link opens the puzzle for everybody who may play on from the first game.</p>` : nothing}
      <arbiter-problem .problem=${this.problem}></arbiter-problem></div>`;
  }

  private ending(): TemplateResult | typeof nothing {
    const { goal, status, why } = this.puzzle;
    if (status === 'open') return nothing;
    if (status === 'reached') return html`<strong>Solved: ${seatNames(this.seats)(goal.seat)} has won.</strong>`;
    return html`<strong>Not solved: ${MISSED[why ?? ''] ?? t('it has ended')}.</strong>`;
  }

  private readonly share = async (): Promise<void> => {
    this.link = location.origin + location.pathname + puzzleLink(this.service, this.origin, this.fork.version, this.puzzle.goal);
    try { await navigator.clipboard?.writeText(this.link); } catch { /* the link can be copied by hand */ }
  };

  private readonly again = async (): Promise<void> => {
    [this.busy, this.problem] = [true, undefined];
    const { service, fork: { version, dealt, seat }, puzzle: { goal } } = this, played = new Map(this.seats.map((one) => [one.seat, one.player]));
    try {
      await openFork(
        { service, stream: this.origin, at: version, by: this.by, dealt: dealt ? seat ?? undefined : undefined,
          goal: { reach: goal.reach, seat: goal.seat, turns: goal.turns }, house: (one) => played.get(one) },
        (id) => { go(linkTo('play', [service, id], { seat: this.seat })); });
    } catch (problem) {
      this.problem = problem as Error;
    } finally {
      this.busy = false;
    }
  };
}

customElements.define('arbiter-puzzle', ArbiterPuzzle);

/** Return the goal of a view that is a puzzle; nothing for other views. */
export function puzzleOf(service: string, view: AnyView | undefined, seat?: string): TemplateResult | typeof nothing {
  if (view?.puzzle === undefined || view.fork === undefined) return nothing;
  return html`<arbiter-puzzle .service=${service} .seat=${seat} .seats=${view.seats} .fork=${view.fork} .puzzle=${view.puzzle}></arbiter-puzzle>`;
}
