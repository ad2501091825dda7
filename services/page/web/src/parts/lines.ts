/**
 * `<arbiter-lines .count .row>`: a list of any length. Only the visible lines are in the document, so that a long list
 * is as fast as a short one. Lines count from 1; `from` to `to` are selected, and scrolled into view. A click on a line
 * fires `step` with its number. For tests: `data-begins` on the first line of a turn.
 */
import { LitElement, css, html, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import { base } from '../styles.js';

/** Units: pixels; on a phone a line is as high as a thumb needs. */
const ROW = globalThis.matchMedia?.('(max-width: 40rem)').matches ? 40 : 30;
const BEYOND = 6, HIGH = unsafeCSS(`${ROW}px`);
/** What can move the selected lines out of sight. */
const MOVING = ['from', 'to', 'height'];

export class ArbiterLines extends LitElement {
  static override properties = {
    count: { type: Number }, from: { type: Number }, to: { type: Number }, row: { attribute: false }, begins: { attribute: false }, turns: { attribute: false },
    label: {}, loaded: { type: Number }, top: { state: true }, height: { state: true },
  };
  declare count: number;
  declare from: number;
  declare to: number;
  /** Render a line. */
  declare row: (line: number) => TemplateResult;
  /** Whether a group of lines starts here: it gets a rule above it. */
  declare begins: ((line: number) => boolean) | undefined;
  /** Whether a turn starts here: it gets a thick rule above it. */
  declare turns: ((line: number) => boolean) | undefined;
  declare label: string;
  /** A counter that changes whenever lines have changed. */
  declare loaded: number;
  declare private top: number;
  declare private height: number;
  private readonly watching = new ResizeObserver(() => { this.height = this.frame?.clientHeight ?? 0; });

  static override styles = [base, css`
    .frame { height: 24rem; overflow-y: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); position: relative; contain: content; }
    .all { position: relative; }
    .line { position: absolute; left: 0; right: 0; height: ${HIGH}; line-height: ${HIGH}; display: flex; gap: 0.6rem; padding: 0 0.6rem; cursor: pointer; font-size: 0.9rem; }
    .line:hover { background: var(--shade); }
    .line[aria-selected='true'] { background: var(--shade); box-shadow: inset 4px 0 0 var(--accent); }
    .number { color: var(--quiet); min-width: 2.6rem; text-align: right; font-variant-numeric: tabular-nums; }
    .text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
    .mark { min-width: 1.2rem; font-weight: 700; }
    .new { border-top: 1px solid var(--line); } .line[data-begins] { border-top: 3px solid var(--line); }
  `];

  constructor() {
    super();
    this.top = 0;
    this.height = 400;
    this.from = this.to = 0;
  }

  private get frame(): HTMLElement | null { return this.renderRoot.querySelector('.frame'); }

  protected override firstUpdated(): void {
    if (this.frame) this.watching.observe(this.frame);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watching.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (MOVING.some((one) => changed.has(one)) && this.to > 0) this.top = this.keptInSight();
  }

  /** Return the scroll position at which the selected lines are visible. */
  private keptInSight(): number {
    const first = (this.from - 1) * ROW, end = this.to * ROW;
    const now = this.frame?.scrollTop ?? 0;
    if (first >= now && end <= now + this.height) return now;
    return Math.max(0, Math.min(first - this.height / 3, this.count * ROW - this.height));
  }

  protected override updated(changed: PropertyValues): void {
    const frame = this.frame;
    if (MOVING.some((one) => changed.has(one)) && frame && Math.abs(frame.scrollTop - this.top) > 1) frame.scrollTop = this.top;
  }

  protected override render(): TemplateResult {
    const first = Math.max(1, Math.floor(this.top / ROW) + 1 - BEYOND);
    const end = Math.min(this.count, Math.ceil((this.top + this.height) / ROW) + BEYOND);
    const lines = Array.from({ length: Math.max(0, end - first + 1) }, (_, place) => first + place);
    const isIn = this.to >= first && this.to <= end;
    return html`<div class="frame" role="listbox" tabindex="0" aria-label=${this.label}
        aria-activedescendant=${isIn ? `line${this.to}` : ''} @scroll=${this.scrolled}>
      <div class="all" role="presentation" .style=${`height: ${this.count * ROW}px`}>${lines.map((line) => this.line(line))}</div>
    </div>`;
  }

  private scrolled(event: Event): void {
    this.top = (event.target as HTMLElement).scrollTop;
  }

  private line(line: number): TemplateResult {
    return html`<div class="line ${this.begins?.(line) ? 'new' : ''}" id="line${line}" role="option" ?data-begins=${this.turns?.(line) ?? false}
        aria-selected=${line >= this.from && line <= this.to} aria-setsize=${this.count} aria-posinset=${line}
        .style=${`top: ${(line - 1) * ROW}px`} @click=${() => this.choose(line)}>${this.row(line)}</div>`;
  }

  private choose(line: number): void {
    this.dispatchEvent(new CustomEvent('step', { detail: line }));
  }
}

customElements.define('arbiter-lines', ArbiterLines);
