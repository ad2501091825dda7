/**
 * `<arbiter-tcg-curve .points .seats .seatName .at .last>`: the chance of each seat to win at the versions of a match, with bounds as bands.
 *
 * It fires `go` with the version of the point that was clicked, or reached with the arrow keys.
 * For tests: `data-curve` on the plot, with the number of points; `data-point` on each point, with its version.
 */
import { LitElement, css, html, nothing, svg, type PropertyValues, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { SeatNames } from '../../page/web/src/seats.js';
import { base } from '../../page/web/src/styles.js';
import { between, percents, type Chance, type Point } from './points.js';
import { t } from '../../page/web/src/texts.js';

const LEFT = 44, RIGHT = 10, TOP = 10, BOTTOM = 26, HEIGHT = 230;
const LINES = [0, 0.25, 0.5, 0.75, 1];
const LABEL = 56, COLOURS = 4;
const FORWARD = ['ArrowRight', 'ArrowUp'], BACK = ['ArrowLeft', 'ArrowDown'];

/** Return the class of a seat's colour. */
export const colourOf = (seat: number): string => `seat${seat % COLOURS}`;

export class ArbiterTcgCurve extends LitElement {
  static override properties = {
    points: { attribute: false }, seats: { attribute: false }, seatName: { attribute: false }, at: { type: Number }, last: { type: Number },
    width: { state: true }, looked: { state: true },
  };
  declare points: readonly Point[];
  declare seats: readonly string[];
  declare seatName: SeatNames;
  /** The version that the replay shows. */
  declare at: number;
  /** The last version of the match. */
  declare last: number;
  declare private width: number;
  /** The point under the pointer. */
  declare private looked: number | undefined;
  private drawn: SVGTemplateResult | typeof nothing = nothing;
  private readonly sizes = new ResizeObserver(([entry]) => { this.width = Math.round(entry?.contentRect.width ?? 0); });

  static override styles = [base, css`
    :host { --seat0: var(--accent); --seat1: light-dark(#b3541e, #f0a773); --seat2: light-dark(#3b5ba5, #9db7f5); --seat3: light-dark(#7a3b8f, #d9a3ea); }
    .plot { border-radius: 8px; touch-action: pan-y; cursor: pointer; }
    svg { display: block; width: 100%; }
    .grid { stroke: var(--line); } .axis { fill: var(--quiet); font: 12px system-ui, sans-serif; }
    .seat0 { --seat: var(--seat0); } .seat1 { --seat: var(--seat1); } .seat2 { --seat: var(--seat2); } .seat3 { --seat: var(--seat3); }
    .line { fill: none; stroke: var(--seat); stroke-width: 2; } .line.seat1 { stroke-dasharray: 7 3; } .line.seat2 { stroke-dasharray: 2 3; } .line.seat3 { stroke-dasharray: 9 3 2 3; }
    .band { fill: var(--seat); opacity: 0.16; } .dot { fill: var(--seat); }
    .line, .band, .now, .looked { pointer-events: none; }
    .now { stroke: var(--ink); stroke-width: 1.5; } .looked { stroke: var(--quiet); stroke-dasharray: 2 3; }
    .says { display: flex; flex-wrap: wrap; gap: 0 1.2rem; min-height: 1.6rem; margin: 0.3rem 0 0.5rem; font-size: 0.92rem; }
    .key { display: inline-block; width: 1.4rem; height: 0; margin: 0 0.35rem 0.3rem 0; border-top: 3px solid var(--seat); }
    .key.seat1 { border-top-style: dashed; } .key.seat2 { border-top-style: dotted; } .key.seat3 { border-top-style: double; }
  `];

  constructor() {
    super();
    [this.points, this.seats, this.at, this.last, this.width] = [[], [], 0, 1, 0];
  }

  override connectedCallback(): void { super.connectedCallback(); this.sizes.observe(this); }
  override disconnectedCallback(): void { super.disconnectedCallback(); this.sizes.disconnect(); }

  /** Draw the curves only when they change: the version changes with each step of the slider. */
  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('points') || changes.has('seats') || changes.has('width') || changes.has('last')) this.drawn = this.width > 0 ? this.curves() : nothing;
  }

  protected override render(): TemplateResult {
    const now = this.nearest(this.at), shown = this.points[this.looked ?? now];
    return html`<div class="plot" role="slider" tabindex="0" aria-label="The chances to win, by version" data-curve=${this.points.length}
        aria-valuemin="1" aria-valuemax=${this.last} aria-valuenow=${this.at} aria-valuetext=${t`version ${this.at}. ${this.spoken(this.points[now])}`}
        @pointermove=${this.pointed} @pointerleave=${() => { this.looked = undefined; }} @click=${this.clicked} @keydown=${this.pressed}>
        <svg height=${HEIGHT} viewBox=${`0 0 ${Math.max(1, this.width)} ${HEIGHT}`} aria-hidden="true">${this.drawn}${this.upright('now', this.at)}
          ${this.looked === undefined ? nothing : this.upright('looked', this.points[this.looked]?.version ?? 0)}</svg></div>
      <p class="says">${shown ? html`<strong>${this.placed(shown)}</strong>${this.seats.map((seat, at) => html`<span><span class="key ${colourOf(at)}"></span>${this.seatName(seat)} ${this.read(shown, seat)}</span>`)}` : nothing}</p>`;
  }

  private placed({ version, trials }: Point): string {
    return t(trials === 0 ? 'The end' : `Version ${version}`);
  }

  private read(point: Point, seat: string): TemplateResult | typeof nothing {
    const chance = point.chances.get(seat);
    if (!chance) return nothing;
    return html`<b>${percents(chance.value)}</b>${point.trials === 0 ? nothing : html` <small>${between(chance)}</small>`}`;
  }

  private spoken(point: Point | undefined): string {
    if (!point) return '';
    const said = [...point.chances].map(([seat, chance]) => `${this.seatName(seat)} ${percents(chance.value)}${point.trials === 0 ? '' : `, ${between(chance)}`}`);
    return `${this.placed(point)}: ${said.join('; ')}`;
  }

  // ---------------------------------------------------------------- selection

  private nearest(version: number): number {
    let found = 0;
    this.points.forEach((point, at) => {
      if (Math.abs(point.version - version) < Math.abs((this.points[found]?.version ?? 0) - version)) found = at;
    });
    return found;
  }

  private under(event: MouseEvent): number {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect(), inside = this.width - LEFT - RIGHT;
    return this.nearest(1 + (this.last - 1) * (event.clientX - box.left - LEFT) / inside);
  }

  private pointed(event: PointerEvent): void { this.looked = event.pointerType === 'touch' ? undefined : this.under(event); }

  private clicked(event: MouseEvent): void { this.go(this.under(event)); }

  private pressed(event: KeyboardEvent): void {
    const to = event.ctrlKey || event.altKey || event.metaKey ? undefined : this.reached(event.key);
    if (to === undefined) return;
    event.preventDefault();
    this.looked = undefined;
    this.go(to);
  }

  /** Return the point to which a key leads; -1 if there is none on that side. */
  private reached(key: string): number | undefined {
    if (FORWARD.includes(key)) return this.points.findIndex(({ version }) => version > this.at);
    if (BACK.includes(key)) return this.points.findLastIndex(({ version }) => version < this.at);
    return key === 'Home' ? 0 : key === 'End' ? this.points.length - 1 : undefined;
  }

  private go(at: number): void {
    const point = this.points[at];
    if (point) this.dispatchEvent(new CustomEvent('go', { detail: point.version }));
  }

  // ---------------------------------------------------------------- drawing

  private readonly x = (version: number): number => LEFT + (this.width - LEFT - RIGHT) * (version - 1) / Math.max(1, this.last - 1);
  private readonly y = (share: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);

  private upright(kind: string, version: number): SVGTemplateResult | typeof nothing {
    return this.width > 0 ? svg`<line class=${kind} x1=${this.x(version)} x2=${this.x(version)} y1=${TOP - 4} y2=${HEIGHT - BOTTOM + 4} />` : nothing;
  }

  private curves(): SVGTemplateResult {
    return svg`${LINES.map((share) => svg`<line class="grid" x1=${LEFT} x2=${this.width - RIGHT} y1=${this.y(share)} y2=${this.y(share)} />
        <text class="axis" x=${LEFT - 6} y=${this.y(share) + 4} text-anchor="end">${percents(share)}</text>`)}
      ${this.versions().map((version) => svg`<text class="axis" x=${this.x(version)} y=${HEIGHT - 7} text-anchor="middle">${version}</text>`)}
      ${this.seats.map((seat, at) => svg`<path class="band ${colourOf(at)}" d=${this.band(seat)} />`)}
      ${this.seats.map((seat, at) => svg`<path class="line ${colourOf(at)}" d=${this.line(seat)} />
        ${this.points.map((point) => svg`<circle class="dot ${colourOf(at)}" data-point=${point.version} cx=${this.x(point.version)} cy=${this.y(point.chances.get(seat)?.value ?? 0)} r="2.5" />`)}`)}`;
  }

  /** Return the versions that are written below the plot. */
  private versions(): readonly number[] {
    const count = Math.max(1, Math.floor((this.width - LEFT - RIGHT) / LABEL)), each = this.last / count;
    const round = [10, 20, 25, 50, 100, 200, 250, 500, 1000].find((one) => one >= each) ?? 2000;
    return Array.from({ length: Math.floor(this.last / round) }, (_, at) => (at + 1) * round);
  }

  private line(seat: string): string {
    return this.points.map((point, at) => `${at === 0 ? 'M' : 'L'}${this.x(point.version).toFixed(1)} ${this.y(point.chances.get(seat)?.value ?? 0).toFixed(1)}`).join('');
  }

  private band(seat: string): string {
    const bounded = this.points.flatMap(({ version, chances }) => {
      const chance = chances.get(seat);
      return chance && isBounded(chance) ? [{ x: this.x(version).toFixed(1), ...chance }] : [];
    });
    if (bounded.length < 2) return '';
    const above = bounded.map(({ x, high }) => `${x} ${this.y(high).toFixed(1)}`), below = bounded.map(({ x, low }) => `${x} ${this.y(low).toFixed(1)}`);
    return `M${above.join('L')}L${below.reverse().join('L')}z`;
  }
}

const isBounded = (chance: Chance): chance is Chance & { readonly low: number; readonly high: number } => chance.low !== null && chance.high !== null;

customElements.define('arbiter-tcg-curve', ArbiterTcgCurve);
