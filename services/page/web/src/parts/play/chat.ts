/**
 * `<arbiter-chat .lines .entries .seat .muted .open .send>`: the lines of chat at a table, with phrases as buttons and a field for a text.
 * `<arbiter-chat-newest .lines .seat .muted>` repeats the newest line of another seat above a board; it fires `asked` when it is pressed.
 *
 * Both are loaded for a stream with chat. New lines are announced to screen readers. For tests: `data-chat` on the section, `data-lines` on the
 * lines with a `data-line` each, `data-phrase` on the buttons, `data-say` on the form, `data-mute` on the box that mutes the chat, `data-newest`.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { seatNames } from '../../seats.js';
import { base } from '../../styles.js';
import '../problem.js';
import type { Body, Entry } from './entries.js';
import type { Line, Seated } from './live.js';
import { t } from '../../texts.js';

/** The setting with which texts are allowed beside phrases. */
const FREE = 'on';

export class ArbiterChat extends LitElement {
  static override properties = {
    lines: { attribute: false }, seats: { attribute: false }, entries: { attribute: false }, seat: {}, setting: {}, muted: { type: Boolean }, open: { type: Boolean },
    send: { attribute: false }, problem: { state: true }, pending: { state: true },
  };
  /** The lines, oldest first. */
  declare lines: readonly Line[];
  /** The seats of the view, with their names. */
  declare seats: readonly Seated[];
  /** What the seat may send: none for those who only read. */
  declare entries: readonly Entry[];
  declare seat: string;
  /** What may be said: with `on` texts too. A long list of commands may name one entry alone, so the entries do not say it. */
  declare setting: string;
  declare muted: boolean;
  /** Whether the stream is open. */
  declare open: boolean;
  declare send: (command: Body) => Promise<void>;
  declare private problem: unknown;
  declare private pending: boolean;

  static override styles = [base, css`
    section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; } h2 { margin: 0; } h2:focus { outline: none; }
    .head { justify-content: space-between; } .head label { display: flex; gap: 0.4rem; align-items: center; font-size: 0.9rem; }
    .lines { max-height: 14rem; overflow-y: auto; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.5rem 0.7rem; }
    .lines p { margin: 0 0 0.2rem; } .lines:empty { display: none; } form { display: flex; gap: 0.5rem; align-items: end; } form label { flex: 1; min-width: 0; } input[name] { width: 100%; }
    summary { cursor: pointer; } .phrases { margin-top: 0.4rem; } .phrases button { padding: 0.15rem 0.6rem; font-size: 0.93rem; }
    p { margin: 0; }
  `];

  /** Move the focus to the field, or else to the heading. */
  keepFocus(): void {
    const field = this.renderRoot.querySelector<HTMLElement>('input[name]') ?? this.renderRoot.querySelector<HTMLElement>('h2');
    field?.scrollIntoView({ block: 'nearest' });
    field?.focus();
  }

  protected override updated(changed: Map<string, unknown>): void {
    const log = this.renderRoot.querySelector('.lines');
    if (log && (changed.has('lines') || changed.has('muted'))) log.scrollTop = log.scrollHeight;
  }

  protected override render(): TemplateResult {
    return html`<section data-chat=${this.muted ? 'muted' : 'heard'}><div class="row head"><h2 tabindex="-1">Chat</h2>
        <label><input type="checkbox" data-mute .checked=${this.muted} @change=${this.turned}>Mute in this browser</label></div>
      ${this.muted ? nothing : html`${this.heard()}${this.says()}`}</section>`;
  }

  private heard(): TemplateResult {
    return html`${this.lines.length === 0 ? html`<p class="quiet">Nobody has said anything yet.</p>` : nothing}
      <div class="lines" data-lines role="log" aria-label="Lines of chat" tabindex="0">${repeat(this.lines, ({ version }) => version, ({ version, seat, text }) =>
        html`<p data-line=${version}><strong>${seatNames(this.seats)(seat)}${seat === this.seat ? t(' (you)') : ''}:</strong> <bdi>${text}</bdi></p>`)}</div>`;
  }

  /** What the seat may say; or why it can say nothing. */
  private says(): TemplateResult {
    if (!this.open) return html`<p class="quiet">The game is over, and so is its chat.</p>`;
    if (this.entries.length === 0) return html`<p class="quiet">From this seat you can only read.</p>`;
    const phrases = this.entries.find(({ fields }) => fields.phrase !== undefined)?.fields.phrase, isFree = this.setting === FREE;
    return html`${isFree ? html`<form data-say @submit=${this.written}><label>Say something<input name="text" maxlength="200" autocomplete="off"></label>
        <button class="primary" ?disabled=${this.pending}>Send</button></form>` : nothing}
      <details ?open=${!isFree}><summary>Phrases</summary><div class="row phrases">${(phrases?.options ?? []).map((phrase, place) => html`
        <button type="button" data-phrase=${String(phrase)} ?disabled=${this.pending} @click=${() => this.say({ phrase })}>${phrases?.words?.[place] ?? String(phrase)}</button>`)}</div></details>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>`;
  }

  private readonly written = async (event: Event): Promise<void> => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem('text') as HTMLInputElement;
    if (field.value.trim() === '') return;
    if (await this.say({ text: field.value.trim() })) field.value = '';
    field.focus();
  };

  private async say(line: Body): Promise<boolean> {
    [this.pending, this.problem] = [true, undefined];
    try {
      await this.send({ type: 'SendChat', ...line });
      return true;
    } catch (problem) {
      this.problem = problem;
      return false;
    } finally {
      this.pending = false;
    }
  }

  private turned(event: Event): void {
    this.dispatchEvent(new CustomEvent('muted', { detail: (event.target as HTMLInputElement).checked }));
  }
}

export class ArbiterChatNewest extends LitElement {
  static override properties = { lines: { attribute: false }, seats: { attribute: false }, seat: {}, muted: { type: Boolean } };
  declare lines: readonly Line[];
  declare seats: readonly Seated[];
  declare seat: string;
  declare muted: boolean;

  static override styles = [base, css`
    :host { min-width: 0; max-width: min(100%, 24rem); } button { min-height: 1.9rem; padding: 0.1rem 0.6rem; font-size: 0.9rem; max-width: 100%; }
    span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  `];

  protected override render(): TemplateResult | typeof nothing {
    const newest = this.lines.filter(({ seat }) => seat !== this.seat).at(-1);
    if (newest === undefined || this.muted) return nothing;
    return html`<button data-newest title="Go to the chat" @click=${() => this.dispatchEvent(new CustomEvent('asked'))}><span>${seatNames(this.seats)(newest.seat)}: <bdi>${newest.text}</bdi></span></button>`;
  }
}

customElements.define('arbiter-chat', ArbiterChat);
customElements.define('arbiter-chat-newest', ArbiterChatNewest);
