/**
 * `<arbiter-tcg-course .replay .at>`: how the chances went in a match that is over: a curve, and the moments that decided it.
 *
 * The app's key pays for it: the server plays the rest of the match many times. One job a match is kept for the tab.
 * For tests: `data-ask` and `data-finer` on the buttons, `data-decisive` on each moment, with its version, `data-table`, `data-csv`.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { appKey } from '../../page/web/src/access.js';
import type { FinishedReplay } from '../../page/web/src/games.js';
import { csv, save } from '../../page/web/src/parts/files.js';
import { withoutKey } from '../../page/web/src/parts/problem.js';
import { base } from '../../page/web/src/styles.js';
import { Asking, progressOf, type PlayerName } from './asking.js';
import './better.js';
import './curve.js';
import { happened } from './happened.js';
import { between, countJudged, decisive, percents, pointsOf, seatsIn, type Change, type Point } from './points.js';
import { t } from '../../page/web/src/texts.js';

const TRIALS = 20, FINER = 5;
const PLAYERS: Readonly<Record<PlayerName, string>> = t({ greedy: 'players who choose well', random: 'random players (faster)' });

export class ArbiterTcgCourse extends LitElement {
  static override properties = {
    replay: { attribute: false }, at: { type: Number }, player: { state: true }, tabled: { state: true },
  };
  declare replay: FinishedReplay;
  /** The version that the replay shows. */
  declare at: number;
  declare private player: PlayerName;
  /** Whether the table is shown. */
  declare private tabled: boolean;
  private readonly asking = new Asking(this);
  private shown: unknown;
  private points: readonly Point[] = [];
  private seats: readonly string[] = [];
  private changes: readonly Change[] = [];
  /** The versions at which a better move was asked for: they stay in the list. */
  private readonly asked = new Set<number>();

  static override styles = [base, css`
    :host { margin: 0.3rem 0 1rem; } .card { display: grid; gap: 0.8rem; grid-template-columns: minmax(0, 1fr); } h2, h3, p { margin: 0; }
    ol { list-style: none; margin: 0.4rem 0 0; padding: 0; display: grid; gap: 0.8rem 1.4rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
    li { border-top: 1px solid var(--line); padding-top: 0.5rem; min-width: 0; }
    .go { display: block; width: 100%; text-align: left; border-color: transparent; background: none; padding: 0.2rem 0.4rem; min-height: 0; overflow-wrap: anywhere; }
    .go[aria-current] { background: var(--shade); } .go small { display: block; } arbiter-tcg-better { padding: 0 0.4rem; }
    .progress { font-size: 0.92rem; } progress { flex: 1 1 8rem; max-width: 24rem; accent-color: var(--accent); }
    .scroll { max-height: 24rem; } thead th { position: sticky; top: 0; background: var(--card); } td { font-variant-numeric: tabular-nums; } td small { display: block; white-space: nowrap; }
    label.row { gap: 0.4rem; min-width: 0; max-width: 100%; } select { min-width: 0; max-width: 100%; }
  `];

  constructor() {
    super();
    [this.player, this.tabled] = ['greedy', false];
  }

  private get kept(): string { return `arbiter.course.${this.replay.stream}`; }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('replay')) void this.begin();
    const { best } = this.asking;
    if (best === undefined || best === this.shown) return;
    this.shown = best;
    [this.points, this.seats] = [pointsOf(best, this.replay.log), seatsIn(best)];
    this.changes = decisive(this.points, this.seats[0] ?? '', this.asked);
    this.player = best.request.simulate['player'] === 'random' ? 'random' : 'greedy';
  }

  /** Load the job that this tab has requested before. */
  private async begin(): Promise<void> {
    const job = sessionStorage.getItem(this.kept);
    if (job === null || appKey() === undefined) return;
    await this.asking.follow(job);
    if (this.asking.problem === undefined) return;
    sessionStorage.removeItem(this.kept);
    this.asking.problem = undefined;
    this.requestUpdate();
  }

  private async ask(each: number): Promise<void> {
    const { replay: { stream: match, log }, player, asking } = this;
    const versions = asking.best?.request.simulate['versions'] as readonly number[] | undefined;
    await asking.ask({ course: { match, player }, trials: each * (versions?.length ?? countJudged(log)) });
    if (asking.job !== undefined) sessionStorage.setItem(this.kept, asking.job);
  }

  protected override render(): TemplateResult {
    return html`<section class="card" aria-label="How the chances went"><h2>How the chances went</h2>
      ${this.points.length > 0 ? this.found() : html`<p class="quiet">The computer plays the rest of this match many times, from each version at which
        a player could act, and counts how often each seat wins. This takes some minutes; the curve is rough at first.</p>`}
      ${progressOf(this.asking)}${appKey() === undefined ? this.keyless() : this.asking.running ? nothing : this.buttons()}</section>`;
  }

  private keyless(): TemplateResult {
    return html`<div data-keyless>${withoutKey()}</div>`;
  }

  private buttons(): TemplateResult {
    const { best } = this.asking;
    const each = best ? FINER * Math.round(best.progress.at_most / Math.max(1, this.points.length)) : 0;
    if (best) return html`<div class="row"><button data-finer @click=${() => this.ask(each)}>Again, finer</button><small>with ${FINER} times as many matches</small></div>`;
    return html`<div class="row"><button class="primary" data-ask @click=${() => this.ask(TRIALS)}>Show how the chances went</button>
      <label class="row"><small>Played on by</small><select data-player @change=${(event: Event) => { this.player = (event.target as HTMLSelectElement).value as PlayerName; }}>
        ${Object.entries(PLAYERS).map(([name, says]) => html`<option value=${name} ?selected=${name === this.player}>${says}</option>`)}</select></label></div>`;
  }

  private found(): TemplateResult {
    const { log, go } = this.replay;
    return html`<div>
        <arbiter-tcg-curve .points=${this.points} .seats=${this.seats} .seatName=${log.names.seat} .at=${this.at} .last=${log.last} @go=${({ detail }: CustomEvent<number>) => { go(detail); }}></arbiter-tcg-curve>
        <div class="row"><button aria-expanded=${this.tabled ? 'true' : 'false'} @click=${() => { this.tabled = !this.tabled; }}>${t(this.tabled ? 'Hide the table' : 'Show the table')}</button>
          <button data-csv @click=${this.saved}>Save as CSV</button></div>
        ${this.tabled ? this.table() : nothing}</div>
      <div><h3>What decided it</h3>${this.moments()}</div>`;
  }

  private moments(): TemplateResult {
    const [seat = ''] = this.seats, { log, go } = this.replay, name = log.names.seat(seat);
    if (this.changes.length === 0) return html`<p class="quiet">The chances have not changed.</p>`;
    return html`<p class="quiet">The largest changes of ${name}'s chance. A change that is smaller than the bands may be chance.</p>
      <ol>${repeat(this.changes, ({ from }) => from.version, ({ from, to }) => html`<li>
        <button class="go" data-decisive=${from.version} aria-current=${this.at > from.version && this.at <= to.version ? 'true' : nothing} @click=${() => { go(from.version + 1); }}>
          <b>${name} ${percents(from.chances.get(seat)?.value ?? 0)} → ${percents(to.chances.get(seat)?.value ?? 0)}</b> after version ${from.version}
          <small>${happened(log, from.version, to.version)}</small></button>
        <arbiter-tcg-better .replay=${this.replay} .version=${from.version} .player=${this.player}
          @asked=${() => { this.asked.add(from.version); }}></arbiter-tcg-better></li>`)}</ol>`;
  }

  private table(): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="The chances as a table"><table data-table>
      <thead><tr><th scope="col">Version</th>${this.seats.map((seat) => html`<th scope="col">${this.replay.log.names.seat(seat)} wins</th>`)}<th scope="col">matches</th></tr></thead>
      <tbody>${this.points.map(({ version, trials, chances }) => html`<tr><th scope="row">${version}${trials === 0 ? t(', the end') : ''}</th>${[...chances.values()].map((chance) =>
        html`<td>${percents(chance.value)}${trials === 0 ? nothing : html`<small class="quiet">${between(chance)}</small>`}</td>`)}<td>${trials || ''}</td></tr>`)}</tbody></table></div>`;
  }

  private readonly saved = (): void => {
    const { log, stream } = this.replay;
    const heads = ['version', 'matches', ...this.seats.map(log.names.seat).flatMap((seat) => [`${seat} wins`, `${seat} at least`, `${seat} at most`]), 'what happened then'];
    const rows = this.points.map(({ version, trials, chances }, at) => [
      String(version), String(trials), ...[...chances.values()].flatMap(({ value, low, high }) => [String(value), String(low ?? ''), String(high ?? '')]),
      happened(log, version, this.points[at + 1]?.version ?? version)]);
    save(`tcg-${stream.slice(0, 8)}-course.csv`, csv([heads, ...rows]));
  };
}

customElements.define('arbiter-tcg-course', ArbiterTcgCourse);
