/**
 * `<arbiter-state .now .earlier>`: the characters, the fight and the rolls of a view; and in a fold for developers the whole view, with
 * the changes from the one before marked. With `boarded` the characters are left out: a board shows the view.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { seatNames } from '../../seats.js';
import { base } from '../../styles.js';
import { isRecord, namesIn } from '../play/names.js';
import '../play/state.js';
import '../value.js';
import { changedPaths } from './diff.js';
import type { Seen } from './views.js';

const ROUTINE = ['version', 'head', 'at', 'stream', 'undo'];

export class ArbiterState extends LitElement {
  static override properties = { now: { attribute: false }, earlier: { attribute: false }, waits: { type: Boolean }, boarded: { type: Boolean }, open: { state: true } };
  declare now: Seen | undefined;
  declare earlier: Seen | undefined;
  /** Whether the view of the current version is still loading. */
  declare waits: boolean;
  declare boarded: boolean;
  declare private open: boolean;
  private marks: ReadonlySet<string> = new Set();

  static override styles = [base, css`
    .waits { opacity: 0.55; transition: opacity 0.2s 0.15s; }
    summary { cursor: pointer; font-weight: 600; } h2 { margin-bottom: 0.5rem; } arbiter-game-state { margin-bottom: 0.8rem; }
  `];

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('now') && !changed.has('earlier')) return;
    this.marks = this.now && this.earlier ? changedPaths(this.earlier, this.now, ROUTINE) : new Set();
  }

  protected override render(): TemplateResult {
    if (this.now === undefined) return html`<p class="quiet" role="status">Loading the state…</p>`;
    const { version, game, seats } = this.now, name = seatNames(seats);
    return html`<div class=${this.waits ? 'waits' : ''} data-view-version=${version}>
      ${this.boarded || !isRecord(game) ? nothing : html`<h2>After this step</h2>
        <arbiter-game-state sheets .game=${game} .names=${new Map([...seats.map(({ seat }) => [seat, name(seat)] as const), ...namesIn(game)])}></arbiter-game-state>`}
      <details data-developers @toggle=${(event: Event) => { if (event.target === event.currentTarget) this.open = (event.target as HTMLDetailsElement).open; }}>
        <summary>For developers</summary>${this.open ? this.raw(this.now) : nothing}</details>
    </div>`;
  }

  private raw({ version, head: _head, at: _at, stream: _stream, game, ...others }: Seen): TemplateResult {
    return html`<h2>State after version ${version}</h2><arbiter-value .value=${{ game, ...others }} .marks=${this.marks} folded="2"></arbiter-value>`;
  }
}

customElements.define('arbiter-state', ArbiterState);
