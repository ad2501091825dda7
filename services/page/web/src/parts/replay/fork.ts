/**
 * `<arbiter-fork>`: plays on from a version of a stream, on a fork of it: alone, by links, or against the house.
 *
 * For tests: `data-fork` the summary, `data-alone` and `data-against` the buttons, `data-deal` whether it is dealt again,
 * `data-over` the sentence in place of them where the game is over;
 * of a puzzle `data-wins` and `data-turns` the goal, `data-pose` and `data-pose-against` the buttons.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { appKey } from '../../access.js';
import { partOf } from '../../games.js';
import { go, linkTo } from '../../router.js';
import { seatNames } from '../../seats.js';
import { base } from '../../styles.js';
import '../problem.js';
import { limitOf, openFork, type Goal } from '../puzzle.js';
import type { Seen } from './views.js';

/** How many turns a puzzle may have, of those that are offered. */
const LIMITS: readonly number[] = [1, 2, 3, 4, 5, 10];

export class ArbiterFork extends LitElement {
  static override properties = {
    service: {}, stream: {}, at: { type: Number }, seat: {}, house: {}, deals: { type: Boolean }, over: { type: Boolean }, seen: { attribute: false }, wins: {}, turns: { type: Number }, posed: { type: Boolean },
    deal: { state: true }, busy: { state: true }, problem: { state: true },
  };
  declare service: string;
  declare stream: string;
  declare at: number;
  /** The seat that looks; without it the app does. */
  declare seat: string | undefined;
  /** The player of the house that can play the other seats, if there is one. */
  declare house: string | undefined;
  /** Whether the game can deal again what a seat does not know. */
  declare deals: boolean;
  /** Whether the game was over at this version. */
  declare over: boolean;
  declare seen: Seen;
  /** The seat that has to win, and in how many turns, if a link names a puzzle. */
  declare wins: string | undefined;
  declare turns: number;
  /** Whether a link poses a puzzle, so that the choices are shown at once. */
  declare posed: boolean;
  declare private deal: boolean;
  declare private busy: boolean;
  declare private problem: Error | undefined;

  static override styles = [base, css`
    details { margin: 0.6rem 0; } summary { cursor: pointer; font-weight: 600; } fieldset { margin: 0.6rem 0 0; } p { margin: 0.4rem 0; } label.row, select { min-width: 0; max-width: 100%; } label:has([data-deal]) { flex-wrap: nowrap; }
  `];

  constructor() {
    super();
    this.deal = true;
    this.busy = false;
    this.turns = 1;
    this.posed = this.over = false;
  }

  /** Forget why a fork of another version was refused. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('at') || changed.has('stream')) this.problem = undefined;
  }

  /** Whether everybody may read the true state: then it need not be dealt again. */
  private get open(): boolean { return this.seen.status === 'closed' || appKey() !== undefined; }

  /** The seat from whose knowledge the fork is dealt again. */
  private get dealt(): string | undefined { return this.deals && (this.deal || !this.open) ? this.seat : undefined; }

  protected override render(): TemplateResult {
    if (this.over) return html`<details class="card" ?open=${this.posed}><summary data-fork>Play on from here</summary>
      <p data-over>The game is over at version ${this.at}. Go to an earlier version to play on from there.</p></details>`;
    return html`<details class="card" ?open=${this.posed}><summary data-fork>Play on from here</summary>
      <p class="quiet">A new game begins as this one was at version ${this.at}. This one does not change.</p>
      ${this.deals && this.seat !== undefined && this.open ? html`<label class="row"><input type="checkbox" data-deal .checked=${this.deal}
        @change=${(event: Event) => { this.deal = (event.target as HTMLInputElement).checked; }}>
        <span>Deal again what ${seatNames(this.seen.seats)(this.seat)} did not know</span></label>` : nothing}
      ${this.deals && this.seat !== undefined && !this.open ? html`<p>What ${seatNames(this.seen.seats)(this.seat)} does not know is dealt again.</p>` : nothing}
      <div class="row"><button class="primary" data-alone ?disabled=${this.busy} @click=${() => this.play(false)}>Alone, or by links</button>
        ${this.house === undefined ? nothing : html`<button data-against ?disabled=${this.busy} @click=${() => this.play(true)}>Against the computer</button>`}</div>
      ${this.puzzle()}
      ${this.busy ? html`<p class="quiet" role="status">Opening the fork …</p>` : nothing}
      <arbiter-problem .problem=${this.problem}></arbiter-problem></details>`;
  }

  /** Open the fork, and go to its seats, or to one of them against the house. */
  private async play(against: boolean, goal?: Goal): Promise<void> {
    [this.busy, this.problem] = [true, undefined];
    const { service } = this, player = goal?.seat ?? this.seat;
    let mine = player;
    try {
      await openFork(
        { service, stream: this.stream, at: this.at, by: this.seat, dealt: this.dealt, goal,
          house: (seat, role) => { if (role === 'player') mine ??= seat; return against && role === 'player' && seat !== mine ? this.house : undefined; } },
        (id) => { go(linkTo('play', [service, id], { seat: against ? mine : undefined })); });
    } catch (problem) {
      this.problem = problem as Error;
    } finally {
      this.busy = false;
    }
  }

  // ---------------------------------------------------------------- as a puzzle

  /** The seats that can have to win. */
  private get players(): readonly string[] { return this.seen.seats.filter(({ role }) => role === 'player').map(({ seat }) => seat); }

  private get goal(): Goal {
    const players = this.players, asked = this.wins ?? this.seat;
    return { reach: 'win', seat: asked !== undefined && players.includes(asked) ? asked : players[0] ?? '', turns: this.turns };
  }

  private puzzle(): TemplateResult | typeof nothing {
    if (partOf(this.service).puzzle === undefined || this.players.length === 0) return nothing;
    const { goal } = this, name = seatNames(this.seen.seats);
    return html`<fieldset data-puzzle><legend>As a puzzle</legend>
      <div class="row"><label class="row"><span>Who has to win</span><select data-wins @change=${(event: Event) => { this.wins = (event.target as HTMLSelectElement).value; }}>
        ${this.players.map((seat) => html`<option value=${seat} ?selected=${seat === goal.seat}>${name(seat)}</option>`)}</select></label>
      <label class="row"><span>When</span><select data-turns @change=${(event: Event) => { this.turns = Number((event.target as HTMLSelectElement).value); }}>
        ${[...new Set([...LIMITS, this.turns])].sort((one, other) => one - other).map((turns) => html`<option value=${turns} ?selected=${turns === goal.turns}>${limitOf(this.service, turns)}</option>`)}</select></label></div>
      <div class="row"><button data-pose ?disabled=${this.busy} @click=${() => this.play(false, goal)}>Open the puzzle</button>
        ${this.house === undefined ? nothing : html`<button data-pose-against ?disabled=${this.busy} @click=${() => this.play(true, goal)}>Solve it against the computer</button>`}</div></fieldset>`;
  }
}

customElements.define('arbiter-fork', ArbiterFork);
