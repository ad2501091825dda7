/**
 * `<arbiter-tcg-better .replay .version .player>`: the best moves that a seat had at a version, by the share of matches it won.
 *
 * It fires `asked` when the server is asked. For tests: `data-better` on the button, `data-moves` on the list, `data-made` on the move that was made.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import type { FinishedReplay } from '../../page/web/src/games.js';
import { base } from '../../page/web/src/styles.js';
import { Asking, progressOf, type PlayerName } from './asking.js';
import { isMove, madeAfter } from './made.js';
import { between, percents, type Chance } from './points.js';
import type { MatchView, Sent } from './table.js';
import { many, t } from '../../page/web/src/texts.js';

const TRIALS = 20, FINER = 5;
const SHOWN = 3;

/** A move with the chance to win after it. */
interface Judged { readonly words: string; readonly chance: Chance; readonly made: boolean }

export class ArbiterTcgBetter extends LitElement {
  static override properties = {
    replay: { attribute: false }, version: { type: Number }, player: {}, view: { state: true },
  };
  declare replay: FinishedReplay;
  declare version: number;
  declare player: PlayerName;
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
    const seat = String(request['seat']), judged = this.judged(request, seat, view), made = judged.find((one) => one.made), name = this.replay.log.names.seat(seat);
    if (judged.length === 1) return html`<p data-moves>${name} had no other move.</p>`;
    const best = judged.slice(0, SHOWN);
    return html`<p>The best of the ${many(judged.length, t('move|moves'))} that ${name} had:</p>
      <ol data-moves>${best.map((one) => html`<li data-made=${one.made ? 'yes' : nothing}>${this.move(one)}</li>`)}</ol>
      ${made === undefined ? html`<p class="quiet">The log does not show which of them was made.</p>`
      : best.includes(made) ? nothing : html`<p data-made="yes">${this.move(made, t`, in place ${judged.indexOf(made) + 1}`)}</p>`}`;
  }

  private move({ words, chance, made }: Judged, place = ''): TemplateResult {
    return html`${words}: <b>${percents(chance.value)}</b> <small class="quiet">${between(chance)}</small>${made ? html` <span class="tag">the move made${place}</span>` : nothing}`;
  }

  /** Return the moves with their chances, the best first. */
  private judged(request: Readonly<Record<string, unknown>>, seat: string, view: MatchView): readonly Judged[] {
    const command = madeAfter(this.version, seat, this.replay.log), commands = request['commands'] as readonly Sent[] | undefined;
    const measures = this.asking.best?.result?.ours ?? {};
    return (request['moves'] as readonly string[] | undefined ?? []).flatMap((words, place) => {
      const chance = measures[`wins with ${words}`]?.mean, move = commands?.[place];
      return chance ? [{ words, chance, made: command !== undefined && move !== undefined && isMove(move, command, view) }] : [];
    }).sort((one, other) => other.chance.value - one.chance.value);
  }
}

customElements.define('arbiter-tcg-better', ArbiterTcgBetter);
