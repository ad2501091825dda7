/** `<arbiter-controls>`: the slider over versions and the buttons of a player. Each fires `step`. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { t } from '../../texts.js';

/** A request to move: to a version, or relative to the current one. */
export type Step = number | 'first' | 'previous' | 'next' | 'last' | 'play';
export const SPEEDS = [1, 2, 4, 8, 16] as const;

const KEYS: Readonly<Record<string, Step>> = {
  ArrowLeft: 'previous', ArrowRight: 'next', ArrowUp: 'previous', ArrowDown: 'next', Home: 'first', End: 'last', ' ': 'play',
};

/** Return the step of a key; none with Ctrl, Alt or Meta, and none if the focused element uses the key. */
export function stepOf(event: KeyboardEvent): Step | undefined {
  const target = event.composedPath()[0] as HTMLElement;
  const isSlider = target instanceof HTMLInputElement && target.type === 'range';
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return undefined;
  if (!isSlider && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return undefined;
  if (event.key === ' ' && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)) return undefined;
  if (!isSlider && /^Arrow(Up|Down)|Home|End/.test(event.key) && target.getAttribute('role') !== 'listbox') return undefined;
  return KEYS[event.key];
}

export class ArbiterControls extends LitElement {
  static override properties = {
    at: { type: Number }, first: { type: Number }, last: { type: Number }, playing: { type: Boolean }, speed: { type: Number }, says: {},
  };
  declare at: number;
  /** The versions after the first and after the last step. */
  declare first: number;
  declare last: number;
  declare playing: boolean;
  declare speed: number;
  declare says: string;

  static override styles = [base, css`
    .bar { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
    button { padding: 0.3rem 0.7rem; min-width: 2.6rem; justify-content: center; }
    button:not(.primary) { font-size: 1.3rem; line-height: 1; }
    input { flex: 1 1 14rem; min-width: 8rem; }
    output { font-variant-numeric: tabular-nums; min-width: 9.5rem; }
    @media (max-width: 40rem) { input { flex-basis: 100%; order: -1; } }
  `];

  private ask(step: Step): void {
    this.dispatchEvent(new CustomEvent('step', { detail: step }));
  }

  private quicker(event: Event): void {
    this.dispatchEvent(new CustomEvent('speed', { detail: Number((event.target as HTMLSelectElement).value) }));
  }

  protected override render(): TemplateResult {
    const { at, first, last } = this;
    return html`<div class="bar">
      <button data-step="first" title="To the beginning (Home)" aria-label="To the beginning" ?disabled=${at <= first} @click=${() => this.ask('first')}>«</button>
      <button data-step="previous" title="One step back (←)" aria-label="One step back" ?disabled=${at <= first} @click=${() => this.ask('previous')}>‹</button>
      <button data-play class="primary" title="Play or pause (space)" @click=${() => this.ask('play')}>${t(this.playing ? 'Pause' : 'Play')}</button>
      <button data-step="next" title="One step forward (→)" aria-label="One step forward" ?disabled=${at >= last} @click=${() => this.ask('next')}>›</button>
      <button data-step="last" title="To the end (End)" aria-label="To the end" ?disabled=${at >= last} @click=${() => this.ask('last')}>»</button>
      <input data-slider type="range" min="1" max=${Math.max(1, last)} step="1" .value=${String(at)}
        aria-label="Version" aria-valuetext=${t`version ${at} of ${last}. ${this.says}`}
        @input=${(event: Event) => this.ask(Number((event.target as HTMLInputElement).value))}>
      <output>version ${at} of ${last}</output>
      <label class="row"><small>Speed</small><select data-speed @change=${this.quicker}>
        ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === this.speed}>${speed}×</option>`)}
      </select></label>
    </div>`;
  }
}

customElements.define('arbiter-controls', ArbiterControls);
