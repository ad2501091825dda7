/**
 * `<arbiter-plot>`: chances of outcomes as bars, for one distribution or two side by side; with `counts`, whole numbers of things.
 *
 * The outcome under the pointer, or selected by the arrow keys, is shown below the bars with its exact fraction.
 * For tests: `data-outcome` is the label of the selected outcome, `data-exact` its fraction in the first series.
 */
import { LitElement, css, html, nothing, svg, type PropertyValues, type SVGTemplateResult, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { percent, rounded, short } from './fractions.js';
import { heightOf, read, rowsOf, type Point, type Reading, type Series } from './series.js';
import { t } from '../../texts.js';

const LEFT = 46, RIGHT = 8, TOP = 10, BOTTOM = 24;
const WIDEST = 120;
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5];
const SAYS: Record<Reading, string> = { exactly: '', at_least: t(' or more'), at_most: t(' or less') };

type Rows = ReturnType<typeof rowsOf>;

export class ArbiterPlot extends LitElement {
  static override properties = {
    series: { attribute: false }, reading: {}, counts: { type: Boolean }, label: {}, height: { type: Number }, mark: {},
    width: { state: true }, chosen: { state: true },
  };
  declare series: readonly Series[];
  declare reading: Reading;
  /** Whether the bars are whole numbers instead of chances. */
  declare counts: boolean;
  /** What the plot shows, for screen readers. */
  declare label: string;
  declare height: number;
  /** An outcome to highlight, such as the one just rolled. */
  declare mark: string | undefined;
  declare private width: number;
  declare private chosen: number | undefined;
  private rows: Rows = [];
  private readonly sizes = new ResizeObserver(([entry]) => { this.width = Math.round(entry?.contentRect.width ?? 0); });

  static override styles = [base, css`
    .plot { border-radius: 8px; touch-action: pan-y; cursor: crosshair; }
    svg { display: block; width: 100%; }
    .grid { stroke: var(--line); stroke-width: 1; } .axis { fill: var(--quiet); font: 12px system-ui, sans-serif; }
    .bar0 { fill: var(--accent); } .bar1 { fill: var(--second); } .chosen { fill: var(--shade); stroke: var(--quiet); }
    .mean { stroke: var(--ink); stroke-dasharray: 3 4; opacity: 0.7; }
    .says { display: flex; flex-wrap: wrap; gap: 0 1.2rem; min-height: 1.6rem; margin: 0.3rem 0 0; font-size: 0.92rem; overflow-wrap: anywhere; }
    .key { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 3px; margin-right: 0.35rem; background: var(--accent); }
    .key.second { background: var(--second); }
    :host { --second: light-dark(#b3541e, #f0a773); }
  `];

  constructor() {
    super();
    this.series = [];
    this.reading = 'exactly';
    this.label = t('Chances');
    this.height = 220;
    this.width = 0;
  }

  override connectedCallback(): void { super.connectedCallback(); this.sizes.observe(this); }
  override disconnectedCallback(): void { super.disconnectedCallback(); this.sizes.disconnect(); }

  protected override willUpdate(changes: PropertyValues): void {
    if (!changes.has('series')) return;
    const before = this.rows;
    this.rows = rowsOf(this.series);
    const marked = this.rows.findIndex(([label]) => label === this.mark);
    const haveSameLabels = before.length === this.rows.length && this.rows.every(([label], at) => label === before[at]?.[0]);
    this.chosen = marked >= 0 ? marked : haveSameLabels ? this.chosen : undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.rows.length === 0) return nothing;
    const chosen = this.chosen === undefined ? undefined : this.rows[this.chosen];
    return html`
      <div class="plot" role="slider" tabindex="0" aria-label=${t`${this.label}: outcome`} aria-valuemin="0"
        aria-valuemax=${this.rows.length - 1} aria-valuenow=${this.chosen ?? 0} aria-valuetext=${chosen ? this.spoken(chosen) : t('none chosen')}
        data-outcome=${chosen?.[0] ?? nothing} data-exact=${chosen?.[1][0] ? read(chosen[1][0], this.reading).exact : nothing}
        @pointermove=${this.pointed} @pointerdown=${this.pointed} @keydown=${this.pressed}>
        ${this.width > 0 ? this.drawn() : nothing}</div>
      <p class="says">${chosen ? this.readout(chosen) : html`<small>${t(this.counts ? 'Point at a bar, or use the arrow keys, to see its number.' : 'Point at a bar, or use the arrow keys, to see its exact chance.')}</small>`}</p>`;
  }

  private readout([label, points]: Rows[number]): unknown {
    return html`<strong>${label}${SAYS[this.reading]}</strong>${points.map((point, at) => {
      const chance = point && read(point, this.reading);
      return html`<span>${this.series.length > 1 ? html`<span class=${at ? 'key second' : 'key'}></span>${this.series[at]?.name}: ` : nothing}
        ${chance ? this.counts ? chance.exact : html`${percent(chance.about)} <code title=${short(chance.exact)}>${short(chance.exact)}</code>` : 'never'}</span>`;
    })}`;
  }

  private spoken([label, points]: Rows[number]): string {
    const said = points.map((point, at) => `${this.series.length > 1 ? `${this.series[at]?.name}: ` : ''}${point ? this.words(point) : 'never'}`);
    return `${label}${SAYS[this.reading]}: ${said.join('; ')}`;
  }

  private words(point: Point): string {
    const chance = read(point, this.reading);
    return this.counts ? chance.exact : t`${percent(chance.about)}, exactly ${short(chance.exact)}`;
  }

  // ---------------------------------------------------------------- selection

  private pointed(event: PointerEvent): void {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const part = (event.clientX - box.left - LEFT) / (this.width - LEFT - RIGHT);
    this.chosen = Math.min(this.rows.length - 1, Math.max(0, Math.floor(part * this.rows.length)));
  }

  private pressed(event: KeyboardEvent): void {
    const last = this.rows.length - 1, now = this.chosen ?? -1;
    const moves: Record<string, number> = {
      ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, Home: 0, End: last, PageUp: now + 10, PageDown: now - 10,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.chosen = Math.min(last, Math.max(0, next));
  }

  // ---------------------------------------------------------------- drawing

  private drawn(): SVGTemplateResult {
    const high = this.top(), inside = this.width - LEFT - RIGHT, slot = inside / this.rows.length;
    const y = (share: number): number => TOP + (this.height - TOP - BOTTOM) * (1 - share / high);
    return svg`<svg height=${this.height} viewBox=${`0 0 ${this.width} ${this.height}`} aria-hidden="true">
      ${(this.counts ? wholeTicks(high) : ticks(high)).map((share) => svg`<line class="grid" x1=${LEFT} x2=${this.width - RIGHT} y1=${y(share)} y2=${y(share)} />
        <text class="axis" x=${LEFT - 6} y=${y(share) + 4} text-anchor="end">${this.counts ? share : `${rounded(share * 100)} %`}</text>`)}
      ${this.chosen === undefined ? nothing : svg`<rect class="chosen" x=${LEFT + this.chosen * slot} y=${TOP} width=${slot} height=${this.height - TOP - BOTTOM} />`}
      ${this.series.map((_, at) => svg`<path class=${`bar${at}`} d=${this.bars(at, slot, y)} />`)}
      ${this.series.length === 1 ? this.meanLine(slot) : nothing}
      ${this.labels(slot)}
    </svg>`;
  }

  private top(): number {
    const heights = this.rows.flatMap(([, points]) => points.map((point) => (point ? heightOf(point, this.reading) : 0)));
    return heights.reduce((one, other) => Math.max(one, other), 1e-9) * 1.04;
  }

  private bars(at: number, slot: number, y: (share: number) => number): string {
    const room = Math.min(WIDEST, slot > 4 ? slot * 0.8 : slot), wide = room / this.series.length, floor = y(0);
    return this.rows.map(([, points], row) => {
      const point = points[at];
      if (!point) return '';
      const x = LEFT + row * slot + (slot - room) / 2 + at * wide, top = Math.min(y(heightOf(point, this.reading)), floor - 0.5);
      return `M${x.toFixed(2)} ${floor}V${top.toFixed(2)}h${wide.toFixed(2)}V${floor}z`;
    }).join('');
  }

  private meanLine(slot: number): SVGTemplateResult | typeof nothing {
    const mean = this.series[0]?.mean, values = this.series[0]?.points.map(({ at }) => at) ?? [];
    if (mean === undefined || this.reading !== 'exactly' || values.length < 2) return nothing;
    const next = values.findIndex((value) => value >= mean), high = values[next], low = values[next - 1];
    if (high === undefined) return nothing;
    const place = low === undefined ? next : next - 1 + (mean - low) / (high - low);
    const x = LEFT + (place + 0.5) * slot;
    return svg`<line class="mean" x1=${x} x2=${x} y1=${TOP} y2=${this.height - BOTTOM} />`;
  }

  private labels(slot: number): SVGTemplateResult[] {
    const longest = Math.max(...this.rows.map(([label]) => label.length));
    const each = Math.max(1, Math.ceil((longest * 7 + 10) / slot));
    return this.rows.flatMap(([label], at) => (at % each ? [] : [
      svg`<text class="axis" x=${LEFT + (at + 0.5) * slot} y=${this.height - 7} text-anchor="middle">${label}</text>`]));
  }
}

/** Return the chances at which grid lines are drawn: three to six of them. */
function ticks(high: number): number[] {
  const step = STEPS.find((one) => high / one <= 5.5) ?? 0.25;
  const fine = high < 0.003 ? high / 3 : step;
  return Array.from({ length: Math.floor(high / fine) + 1 }, (_, at) => at * fine);
}

/** Return the whole numbers at which grid lines are drawn: at most six of them. */
function wholeTicks(high: number): number[] {
  const step = Math.max(1, Math.ceil(high / 5.5));
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, at) => at * step);
}

customElements.define('arbiter-plot', ArbiterPlot);
