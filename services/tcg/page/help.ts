/**
 * `<arbiter-tcg-help .view .seat .match .version>`: which move is best for a seat that has to decide, where the match allows help.
 *
 * The server plays the rest of the match many times, from what the seat knows. For tests: `data-help` on the button,
 * `data-best` on the list, `data-finer` on the button that asks for more.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { appKey, seatsOf } from '../../page/web/src/access.js';
import { base } from '../../page/web/src/styles.js';
import { Asking, progressOf } from './asking.js';
import { between, percents, type Chance } from './points.js';
import { askedOf, type MatchView } from './table.js';
import { t } from '../../page/web/src/texts.js';

const TRIALS = 20, FINER = 5, SHOWN = 5;

export class ArbiterTcgHelp extends LitElement {
  static override properties = { view: { attribute: false }, seat: {}, match: {}, version: { type: Number } };
  declare view: MatchView;
  declare seat: string;
  declare match: string;
  declare version: number;
  private readonly asking = new Asking(this, () => seatsOf('tcg', this.match).find((one) => one.seat === this.seat)?.token);

  static override styles = [base, css`
    :host { display: block; margin-top: 0.6rem; } p { margin: 0; } .card { display: grid; gap: 0.6rem; grid-template-columns: minmax(0, 1fr); }
    ol { margin: 0; padding-left: 1.3rem; display: grid; gap: 0.25rem; } small { white-space: nowrap; } li { overflow-wrap: anywhere; }
    .progress { font-size: 0.92rem; } progress { flex: 1 1 6rem; max-width: 16rem; accent-color: var(--accent); }
  `];

  private get may(): boolean {
    const known = seatsOf('tcg', this.match).some((one) => one.seat === this.seat) || appKey() !== undefined;
    return known && this.view.settings.allow_analysis === true && this.view.stage !== 'finished' && askedOf(this.view, this.seat) !== undefined;
  }

  /** A new version is another question: the old job is stopped. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('version') || changed.get('version') === undefined) return;
    if (this.asking.running) void this.asking.cancel();
    this.asking.clear();
  }

  private ask(trials: number): void {
    const { match, seat, version } = this;
    void this.asking.ask({ chances: { match, seat, version }, trials });
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.may) return nothing;
    const { best, running, progress } = this.asking, more = best !== undefined && !running && progress?.why !== 'best';
    return html`<section class="card" aria-label="Help with this decision">
      ${best ? this.found() : nothing}${progressOf(this.asking)}
      ${best === undefined && !running ? html`<div class="row"><button data-help @click=${() => { this.ask(TRIALS); }}>Which move is best?</button>
        <small class="quiet">All players can see that this match allows help.</small></div>` : nothing}
      ${more ? html`<div class="row"><button data-finer @click=${() => { this.ask(FINER * best.progress.at_most); }}>Again, finer</button></div>` : nothing}</section>`;
  }

  private found(): TemplateResult {
    const judged = this.judged();
    if (judged.length === 1) return html`<p data-best>This is your only move.</p>`;
    return html`<p>Your chance to win with each move, the best first${judged.length > SHOWN ? t` (${SHOWN} of ${judged.length})` : ''}:</p>
      <ol data-best>${judged.slice(0, SHOWN).map(([words, chance]) => html`<li>${words}: <b>${percents(chance.value)}</b>
        <small class="quiet">${between(chance)}</small></li>`)}</ol>`;
  }

  /** Return the moves with their chances, the best first. */
  private judged(): readonly (readonly [string, Chance])[] {
    const { best } = this.asking, moves = (best?.request.simulate['moves'] as readonly string[] | undefined) ?? [];
    return moves.flatMap((words) => {
      const chance = best?.result?.ours[`wins with ${words}`]?.mean;
      return chance ? [[words, chance] as const] : [];
    }).sort(([, one], [, other]) => other.value - one.value);
  }
}

customElements.define('arbiter-tcg-help', ArbiterTcgHelp);
