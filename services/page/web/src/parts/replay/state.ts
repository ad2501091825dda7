/**
 * `<arbiter-state .now .earlier>`: the characters, the fight and the rolls of a view; and in a fold for developers the changes from the
 * view before, and the whole view with the changes marked. With `boarded` the characters are left out: a board shows the view.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { spelled } from '../../words.js';
import { seatNames } from '../../seats.js';
import { brief } from '../brief.js';
import { isRecord, namesIn } from '../play/names.js';
import '../play/state.js';
import '../value.js';
import { changesBetween, type Change } from './diff.js';
import type { Seen } from './views.js';
import { t } from '../../texts.js';

const SHOWN = 30, LONGEST = 90;
const ROUTINE = ['version', 'head', 'at', 'stream', 'undo'];

/** Describe a value in few words. */
function short(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('nothing');
  if (value === true) return t('yes');
  if (value === false) return t('no');
  if (typeof value !== 'object') return String(value);
  const text = Array.isArray(value)
    ? value.map(short).join(', ') || t('an empty list')
    : Object.entries(value).map(([name, one]) => `${spelled(name)} ${short(one)}`).join('; ');
  return brief(text, LONGEST);
}

export class ArbiterState extends LitElement {
  static override properties = { now: { attribute: false }, earlier: { attribute: false }, waits: { type: Boolean }, boarded: { type: Boolean }, open: { state: true } };
  declare now: Seen | undefined;
  declare earlier: Seen | undefined;
  /** Whether the view of the current version is still loading. */
  declare waits: boolean;
  declare boarded: boolean;
  declare private open: boolean;
  private changes: readonly Change[] = [];
  private marks: ReadonlySet<string> = new Set();

  static override styles = [base, css`
    ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: 0.35rem; font-size: 0.92rem; }
    li { overflow-wrap: anywhere; padding-left: 0.6rem; border-left: 3px solid var(--line); }
    .path { color: var(--quiet); display: block; font-size: 0.85rem; }
    del { color: var(--bad); text-decoration-thickness: 1px; } ins { color: var(--good); text-decoration: none; font-weight: 600; }
    .waits { opacity: 0.55; transition: opacity 0.2s 0.15s; }
    summary { cursor: pointer; font-weight: 600; padding: 0.4rem 0; } h2 { margin-bottom: 0.5rem; } arbiter-game-state { margin-bottom: 0.8rem; }
    .changes { max-height: 22rem; overflow: auto; }
  `];

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('now') && !changed.has('earlier')) return;
    this.changes = this.now && this.earlier ? changesBetween(this.earlier, this.now, ROUTINE) : [];
    this.marks = new Set(this.changes.filter((one) => one.is !== undefined).map((one) => one.path));
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
    return html`<h2>What changed</h2>
      ${this.changed()}
      <h2>State after version ${version}</h2>
      <arbiter-value .value=${{ game, ...others }} .marks=${this.marks} folded="2"></arbiter-value>`;
  }

  private changed(): TemplateResult {
    if (this.earlier === undefined) return html`<p class="quiet">This is the beginning.</p>`;
    if (this.changes.length === 0) return html`<p class="quiet">Nothing visible to this seat.</p>`;
    const more = this.changes.length - SHOWN;
    return html`<ul class="changes" tabindex="0" aria-label="What changed">${this.changes.slice(0, SHOWN).map((one) => html`<li data-change=${one.path}>
        <span class="path">${one.name.map(spelled).join(' › ')}</span>
        ${one.was === undefined ? nothing : html`<del>${short(one.was)}</del>`}
        ${one.was === undefined || one.is === undefined ? nothing : html`<span aria-label="is now">→</span>`}
        ${one.is === undefined ? html`<small>removed</small>` : html`<ins>${short(one.is)}</ins>`}</li>`)}
      ${more > 0 ? html`<li><small>and ${more} more changes</small></li>` : nothing}</ul>`;
  }
}

customElements.define('arbiter-state', ArbiterState);
