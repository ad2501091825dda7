/**
 * `<arbiter-tcg-clock .view .seat .seatName .call>`: the time that each asked seat has left, in a match with a clock.
 *
 * For tests: `data-clock` on each seat's time, with its name; `data-late` on the button that calls time.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../../page/web/src/styles.js';
import type { SeatNames } from '../../../page/web/src/seats.js';
import type { MatchView } from '../table.js';
import { sentence, who } from '../words.js';

const SECOND = 1000, MINUTE = 60, FEW = 20;

/** Format seconds: "9:05". */
const minutes = (seconds: number): string => `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;

export class ArbiterTcgClock extends LitElement {
  static override properties = { view: { attribute: false }, seat: {}, seatName: { attribute: false }, call: { attribute: false } };
  declare view: MatchView;
  declare seat: string | undefined;
  declare seatName: SeatNames;
  /** Calls time on a seat; undefined if this is a replay. */
  declare call: ((seat: string) => void) | undefined;
  private timer: number | undefined;

  static override styles = [base, css`
    :host { display: inline-flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; align-items: center; font-variant-numeric: tabular-nums; }
    .few { color: var(--bad); font-weight: 600; } button { min-height: 1.8rem; padding: 0 0.6rem; }
  `];

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = window.setInterval(() => { this.requestUpdate(); }, SECOND);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.timer);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view, seat, call } = this, allowed = view.settings.decision_clock_s ?? 0;
    if (allowed === 0 || call === undefined) return nothing;
    return html`${view.decisions.map((one) => {
      const left = Math.max(0, Math.min(allowed, Math.ceil((one.since - Date.now()) / SECOND) + allowed)), own = one.seat === seat;
      const late = left === 0 && !own ? html`<button data-late=${one.seat} @click=${() => { call(one.seat); }}>Call time on ${this.seatName(one.seat)}</button>` : nothing;
      return html`<span role="timer" data-clock=${one.seat} class=${left <= FEW ? 'few' : ''}>${sentence(who(one.seat, this))}: ${minutes(left)} left</span>${late}`;
    })}`;
  }
}

customElements.define('arbiter-tcg-clock', ArbiterTcgClock);
