/** `<arbiter-luck .luck .seatName>`: the sum that each seat of a dice table rolled, compared with the expected sum of the same dice. */
import type { LuckAnswer } from 'arbiter-client';
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { SeatNames } from '../../page/web/src/seats.js';
import { base } from '../../page/web/src/styles.js';
import { fixed, t } from '../../page/web/src/texts.js';

type SeatLuck = LuckAnswer['seats'][number];

const WIDTH = 640, NAME = 110, ROW = 40, TOP = 26, SIDE = 12, MOST = 4;

/** Return the position of a number of standard deviations from the expected sum. */
const across = (deviations: number): number =>
  NAME + ((Math.min(MOST, Math.max(-MOST, deviations)) + MOST) / (2 * MOST)) * (WIDTH - NAME - SIDE);

const percent = (chance: number): string =>
  chance > 0 && chance < 0.0001 ? t('below 0.01 %') : `${fixed(100 * chance, chance < 0.1 ? 2 : 1)} %`;

/** Return a seat's distance from the expected sum in standard deviations; 0 if nothing can vary. */
function deviations({ luck }: SeatLuck): number {
  const spread = Math.sqrt(luck.variance.about);
  return spread > 0 ? (Number(luck.total) - luck.mean.about) / spread : 0;
}

export class ArbiterLuck extends LitElement {
  static override properties = { luck: { attribute: false }, seatName: { attribute: false } };
  declare luck: LuckAnswer;
  /** What people read for the seats. */
  declare seatName: SeatNames;

  static override styles = [base, css`
    svg { width: 100%; min-width: 26rem; height: auto; max-width: 46rem; display: block; }
    td small { display: block; min-width: 12rem; }
    .wide { fill: var(--shade); } .near { fill: var(--line); } .middle { stroke: var(--quiet); stroke-dasharray: 3 3; }
    .dot { fill: var(--accent); stroke: var(--card); stroke-width: 2; } .ink { fill: var(--ink); font-size: 15px; } .small { fill: var(--quiet); font-size: 12px; }
    td, th { font-variant-numeric: tabular-nums; } @media (max-width: 40rem) { td, th { padding-block: 0.6rem; } }
  `];

  protected override render(): TemplateResult {
    const seats = this.luck.seats.filter(({ luck }) => luck.counted > 0);
    if (seats.length === 0) return html`<p class="quiet">No seat has rolled anything that counts here yet.</p>`;
    return html`<p>Each dot is the sum of a seat's rolls. Two of three fair tables would be within the inner band, and 19 of 20 within the outer one.</p>
      ${this.plot(seats)}${this.table(seats)}`;
  }

  private plot(seats: readonly SeatLuck[]): TemplateResult {
    const height = TOP + seats.length * ROW + 8;
    const says = seats.map((one) => `${this.seatName(one.seat)} ${fixed(deviations(one), 1)}`).join(', ');
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Luck of each seat as a plot"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="luck-title luck-desc" data-luck>
      <title id="luck-title">Luck of each seat</title>
      <desc id="luck-desc">Standard deviations from the expected sum: ${says}.</desc>
      ${svg`<text class="small" x=${across(-MOST)} y="16">less than expected</text>
        <text class="small" x=${across(0)} y="16" text-anchor="middle">expected</text>
        <text class="small" x=${across(MOST)} y="16" text-anchor="end">more than expected</text>`}
      ${seats.map((one, place) => this.row(one, TOP + place * ROW))}
    </svg></div>`;
  }

  private row(one: SeatLuck, y: number): SVGTemplateResult {
    const middle = y + ROW / 2, name = this.seatName(one.seat), band = (most: number): number => across(most) - across(-most);
    return svg`<g data-seat=${one.seat}>
      <text class="ink" x="0" y=${middle + 5}>${name.length > 13 ? `${name.slice(0, 12)}…` : name}</text>
      <rect class="wide" x=${across(-2)} y=${y + 6} width=${band(2)} height=${ROW - 12} rx="4"></rect>
      <rect class="near" x=${across(-1)} y=${y + 6} width=${band(1)} height=${ROW - 12} rx="4"></rect>
      <line class="middle" x1=${across(0)} x2=${across(0)} y1=${y} y2=${y + ROW}></line>
      <circle class="dot" cx=${across(deviations(one))} cy=${middle} r="8"></circle></g>`;
  }

  private table(seats: readonly SeatLuck[]): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Luck of each seat in numbers"><table>
      <thead><tr><th scope="col">Seat</th><th scope="col">Rolls</th><th scope="col">Total</th><th scope="col">Expected</th>
        <th scope="col">Chance of this sum or more</th><th scope="col">Of this sum or less</th><th scope="col">Left out</th></tr></thead>
      <tbody>${seats.map((one) => html`<tr><th scope="row">${this.seatName(one.seat)}</th><td>${one.luck.counted}</td><td>${one.luck.total}</td>
        <td>${fixed(one.luck.mean.about, 1)} ± ${fixed(Math.sqrt(one.luck.variance.about), 1)}</td>
        <td>${percent(one.luck.at_least.about)}</td><td>${percent(one.luck.at_most.about)}</td><td>${this.leftOut(one)}</td></tr>`)}</tbody>
    </table></div>`;
  }

  private leftOut({ luck, hidden, from_a_real_table: table, void: voided }: SeatLuck): TemplateResult | typeof nothing {
    const reasons = [
      [luck.without_odds, t('without a total or exact odds')], [luck.beyond_bound, t('earlier ones, too many for an exact sum')],
      [hidden, t('hidden')], [voided, t('void')], [table, t('from a real table')],
    ] as const;
    const said = reasons.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
    return said.length > 0 ? html`<small>${said.join('; ')}</small>` : nothing;
  }
}

customElements.define('arbiter-luck', ArbiterLuck);
