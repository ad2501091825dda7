/**
 * `<arbiter-tcg-better .replay .version .player .cards>`: the best moves that a seat had at a version, by the share of matches it won.
 *
 * It fires `asked` when the server is asked. For tests: `data-better` on the button, `data-moves` on the list, `data-made` on the move that was made.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import type { FinishedReplay } from '../../page/web/src/games.js';
import { base } from '../../page/web/src/styles.js';
import { Asking, progressOf, type PlayerName } from './asking.js';
import type { Cards } from './cards.js';
import { isMove, madeAfter, moveInWords, type Position } from './keys.js';
import { between, percents, type Chance } from './points.js';
import type { MatchView } from './table.js';
import { many } from './words.js';

const TRIALS = 20, FINER = 5;
const SHOWN = 3;

/** A move with the chance to win after it. */
interface Judged { readonly key: string; readonly chance: Chance; readonly made: boolean }

export class ArbiterTcgBetter extends LitElement {
  static override properties = {
    replay: { attribute: false }, version: { type: Number }, player: {}, cards: { attribute: false }, view: { state: true },
  };
  declare replay: FinishedReplay;
  declare version: number;
  declare player: PlayerName;
  declare cards: Cards;
  /** The match at the version, once it is asked about. */
  declare private view: MatchView | undefined;
  private readonly asking = new Asking(this);

  static override styles = [base, css`
    :host { margin-top: 0.4rem; } button { min-height: 2rem; padding: 0.15rem 0.7rem; font-size: 0.92rem; } p { margin: 0.4rem 0 0; }
    ol { margin: 0.3rem 0 0; padding-left: 1.3rem; display: grid; gap: 0.25rem; } small, .tag { white-space: nowrap; }
    .progress { margin-top: 0.4rem; font-size: 0.92rem; } progress { flex: 1 1 6rem; max-width: 14rem; accent-color: var(--accent); }
  `];

  private async ask(each: number): Promise<void> {
    const { replay: { stream: match, view }, version, player } = this;
    this.dispatchEvent(new CustomEvent('asked'));
    void this.asking.ask({ chances: { match, version, player }, trials: each });
    try {
      this.view ??= (await view(version)).game as MatchView;
    } catch (problem) {
      this.asking.problem = problem as Error;
      this.requestUpdate();
    }
  }

  protected override render(): TemplateResult {
    const { best, running, progress, problem } = this.asking;
    const begins = best === undefined && !running && (progress === undefined || problem !== undefined || progress.status !== 'completed');
    return html`${best && this.view ? this.found(best.request.simulate, this.view) : nothing}${progressOf(this.asking)}
      ${begins ? html`<button data-better @click=${() => this.ask(TRIALS)}>What would have been better?</button>` : nothing}
      ${best && !running ? html`<p><button data-finer @click=${() => this.ask(FINER * best.progress.at_most)}>Again, finer</button></p>` : nothing}`;
  }

  private found(request: Readonly<Record<string, unknown>>, view: MatchView): TemplateResult {
    const seat = String(request['seat']), position = { view, seat, cards: this.cards };
    const judged = this.judged((request['moves'] as string[] | undefined) ?? [], position), made = judged.find((one) => one.made);
    if (judged.length === 1) return html`<p data-moves>${seat} had no other move.</p>`;
    const best = judged.slice(0, SHOWN);
    return html`<p>The best of the ${many(judged.length, 'move')} that ${seat} had:</p>
      <ol data-moves>${best.map((one) => html`<li data-made=${one.made ? 'yes' : nothing}>${this.move(one, position)}</li>`)}</ol>
      ${made === undefined ? html`<p class="quiet">The log does not show which of them was made.</p>`
      : best.includes(made) ? nothing : html`<p data-made="yes">${this.move(made, position, `, in place ${judged.indexOf(made) + 1}`)}</p>`}`;
  }

  private move({ key, chance, made }: Judged, position: Position, place = ''): TemplateResult {
    return html`${moveInWords(key, position)}: <b>${percents(chance.value)}</b> <small class="quiet">${between(chance)}</small>${made ? html` <span class="tag">the move made${place}</span>` : nothing}`;
  }

  /** Return the moves with their chances, the best first. */
  private judged(moves: readonly string[], position: Position): readonly Judged[] {
    const command = madeAfter(this.version, position.seat, this.replay.log);
    const measures = this.asking.best?.result?.ours ?? {};
    return moves.flatMap((key) => {
      const chance = measures[`wins with ${key}`]?.mean;
      return chance ? [{ key, chance, made: command !== undefined && isMove(key, command, position) }] : [];
    }).sort((one, other) => other.chance.value - one.chance.value);
  }
}

customElements.define('arbiter-tcg-better', ArbiterTcgBetter);
