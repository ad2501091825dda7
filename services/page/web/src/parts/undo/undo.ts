/**
 * `<arbiter-undo>`: what a seat may take back: whether it is free or whom it asks, a proposed undo with its answers, and a redo.
 *
 * Hooks for tests: `data-undo` on the section (`possible` or `proposed`), `data-way` on each choice (`undo` or `redo`), in it
 * `data-to`, `data-press`, `data-asks` and `data-stretch`; `data-answer` on the answers (`agree`, `decline`, `withdraw`, and `for` with another seat in `data-for`), and `data-waits` with the seats
 * that have not answered.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { GameWords } from '../../words.js';
import type { Body } from '../play/entries.js';
import type { Happened } from '../play/happened.js';
import type { Seated } from '../play/live.js';
import '../problem.js';
import { Names, sentence } from '../sentence.js';
import { Way } from './way.js';
import { t } from '../../texts.js';

/** An undo that the seat may propose, and the seats that it asks. */
export interface Possible { readonly to: number; readonly asks: readonly string[] }
/** A proposed undo. */
export interface Proposal { readonly proposal: number; readonly to: number; readonly by: string; readonly asked: readonly string[]; readonly agreed: readonly string[] }
/** The undos of a stream, as a view has them. */
export interface Undos { readonly setting: string; readonly back?: readonly Possible[]; readonly redo?: readonly Possible[]; readonly proposal?: Proposal }

type Kind = 'undo' | 'redo';

const SHOWN = 12, FEW = 2;
const listed = (seats: readonly string[]): string => seats.length < 2 ? seats.join('') : t`${seats.slice(0, -1).join(', ')} and ${seats.at(-1)!}`;

export class ArbiterUndo extends LitElement {
  static override properties = {
    undos: { attribute: false }, version: { type: Number }, events: { attribute: false }, words: { attribute: false }, game: { attribute: false },
    seat: {}, seats: { attribute: false }, held: { attribute: false }, send: { attribute: false }, chosen: { state: true }, problem: { state: true }, pending: { state: true },
  };
  declare undos: Undos | undefined;
  declare version: number;
  declare events: readonly Happened[];
  declare words: GameWords | undefined;
  /** The game's view: it has names for things that appeared before the first of the events. */
  declare game: unknown;
  declare seat: string;
  /** The seats of the view, with their names. */
  declare seats: readonly Seated[] | undefined;
  /** Other seats that this tab holds, for which the same person answers. */
  declare held: readonly string[] | undefined;
  /** Sends a command as this seat, or as another one that this tab holds. */
  declare send: (command: Body, seat?: string) => Promise<void>;
  declare private chosen: Readonly<Record<Kind, number | undefined>>;
  declare private problem: unknown;
  declare private pending: boolean;
  private way = new Way();
  private names = new Names();

  static override styles = [base, css`
    section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; padding: 0.6rem 1rem; margin-bottom: 1rem; } h2 { margin: 0; font-size: 1.05rem; } h2:focus { outline: none; }
    .proposed { border-left: 4px solid var(--warn); } .ways { display: grid; gap: 0.6rem 1.4rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
    .way { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; align-content: start; min-width: 0; } p { margin: 0; } ul { margin: 0; padding-left: 1.1rem; font-size: 0.93rem; } li { overflow-wrap: anywhere; }
    summary { cursor: pointer; } label { flex: 0 1 24rem; min-width: 0; font-size: 0.93rem; grid-template-columns: minmax(0, 1fr); }
  `];

  constructor() {
    super();
    this.chosen = { undo: undefined, redo: undefined };
    this.pending = false;
    this.events = [];
  }

  /** Move the focus to the title, if it was lost because its button is gone; return whether there is a title. */
  keepFocus(): boolean {
    const title = this.renderRoot.querySelector<HTMLElement>('h2');
    title?.focus();
    return title !== null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('version')) this.chosen = { undo: undefined, redo: undefined };
    if (!changed.has('events') && !changed.has('game')) return;
    [this.way, this.names] = [new Way(), new Names()];
    this.names.learn(this.game);
    this.names.sit(this.seats ?? []);
    for (const { event, version } of this.events) {
      this.way.add(version, event);
      this.names.learn(event, version);
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { back = [], redo = [], proposal } = this.undos ?? {};
    if (proposal) return this.section('proposed', t('Take it back?'), this.proposed(proposal));
    if (back.length + redo.length === 0) return this.problem ? this.section('possible', t('Undo'), nothing) : nothing;
    return this.section('possible', t('Undo'), html`<div class="ways">${this.choice('undo', back)}${this.choice('redo', [...redo].reverse())}</div>`);
  }

  private section(kind: string, title: string, inside: unknown): TemplateResult {
    return html`<section class="card ${kind}" data-undo=${kind} aria-label=${title}><h2 tabindex="-1">${title}</h2>
      <div role=${kind === 'proposed' ? 'status' : nothing}>${inside}</div>${this.problem ? html`<arbiter-problem .problem=${this.problem}></arbiter-problem>` : nothing}</section>`;
  }

  /** List seats by the names that people read. */
  private called(seats: readonly string[]): string {
    return listed(seats.map(this.names.seat));
  }

  /** An undo or a redo: a button, what it would change, and whom it asks; and a choice of how far it goes. */
  private choice(kind: Kind, ways: readonly Possible[]): TemplateResult | typeof nothing {
    const [first] = ways, way = ways.find(({ to }) => to === this.chosen[kind]) ?? first;
    if (way === undefined) return nothing;
    const chose = (event: Event): void => { this.chosen = { ...this.chosen, [kind]: Number((event.target as HTMLSelectElement).value) }; };
    const name = t(kind === 'undo' ? 'Undo' : 'Redo');
    return html`<div class="way" data-way=${kind}>
      <p class="row"><button data-press aria-describedby="${kind}-asks" aria-disabled=${this.pending ? 'true' : nothing} @click=${() => this.press({ type: 'ProposeUndo', to: way.to })}>
          ${way.asks.length > 0 ? t(kind === 'undo' ? `Ask ${this.called(way.asks)} to undo` : `Ask ${this.called(way.asks)} to redo`) : name}</button>
        ${ways.length > 1 ? html`<label>${t(kind === 'undo' ? 'How far to undo' : 'How far to redo')}<select data-to @change=${chose}>
          ${ways.map(({ to }, at) => html`<option value=${to} .selected=${to === way.to}>${this.titleOf(kind, to, at)}</option>`)}</select></label>` : nothing}</p>
      <p id="${kind}-asks" data-asks=${way.asks.join(' ')}>${way.asks.length > 0 ? html`<strong>Asks ${this.called(way.asks)}</strong>: it happens once ${t(way.asks.length === 1 ? `${this.called(way.asks)} agrees` : 'all of them agree')}.`
        : html`<strong>Free</strong>: it happens at once.`}</p>
      ${this.folded(kind, way.to)}</div>`;
  }

  /** A way in a line: its nearest event, and the version that it leads to. */
  private titleOf(kind: Kind, to: number, at: number): string {
    const { back, again } = this.way.between(this.version, to), near = kind === 'undo' ? back[0] : again.at(-1);
    return `${at === 0 ? t('one step') : t`${at + 1} steps`}: ${near === undefined ? t('nothing visible') : this.said(near)}`;
  }

  /** What an undo would change, folded if it is long. */
  private folded(kind: Kind, to: number): TemplateResult {
    const { back, again } = this.way.between(this.version, to), count = back.length + again.length;
    if (count <= FEW) return this.stretch(to);
    return html`<details><summary>What it ${t(kind === 'undo' ? 'takes back' : 'brings back')}: ${count} events</summary>${this.stretch(to)}</details>`;
  }

  /** What an undo to a version would take back and bring back, in sentences. */
  private stretch(to: number): TemplateResult {
    const { back, again } = this.way.between(this.version, to);
    return html`<div data-stretch>${this.sentences(t('Takes back'), back)}${this.sentences(t('Brings back'), again)}</div>`;
  }

  private sentences(title: string, versions: readonly number[]): TemplateResult | typeof nothing {
    if (versions.length === 0) return nothing;
    const shown = versions.slice(-SHOWN), more = versions.length - shown.length;
    return html`<p class="quiet">${title}:</p><ul>${more > 0 ? html`<li>${more} earlier ${t(more === 1 ? 'event' : 'events')}</li>` : nothing}
      ${shown.map((version) => html`<li>${this.said(version)}</li>`)}</ul>`;
  }

  private said(version: number): string {
    const found = this.events.find((one) => one.version === version);
    return found === undefined ? t`what led to version ${version}` : sentence(found.event, this.words, { names: this.names, at: version });
  }

  private proposed({ proposal, to, by, asked, agreed }: Proposal): TemplateResult {
    const waits = asked.filter((seat) => !agreed.includes(seat)), mine = by === this.seat, isRead = (this.events.at(-1)?.version ?? 0) >= proposal; // the events come in their order
    const button = (type: string, hook: string, label: string, primary = false): TemplateResult => html`<button class=${primary ? 'primary' : ''} data-answer=${hook} ?disabled=${primary && !isRead}
      aria-disabled=${this.pending ? 'true' : nothing} @click=${() => this.press({ type, proposal })}>${label}</button>`;
    const { back, again } = this.way.between(this.version, to), near = back[0] ?? again.at(-1), who = this.called([by]);
    const what = !isRead ? t('Loading …') : near === undefined ? t('nothing visible') : this.said(near);
    return html`<p data-proposes>${t(mine ? `You want to undo: ${what}` : `${who} wants to undo: ${what}`)}</p>${isRead ? this.folded('undo', to) : nothing}
      <p data-waits=${waits.join(' ')}>${agreed.length > 0 ? t`${this.called(agreed)} agreed. ` : ''}Not answered yet: <strong>${this.called(waits)}</strong>.</p>
      <p class="row">${waits.includes(this.seat) ? button('AgreeToUndo', 'agree', t('Agree'), true) : nothing}
        ${asked.includes(this.seat) ? button('DeclineUndo', 'decline', t('Decline')) : nothing}
        ${waits.filter((one) => one !== this.seat && this.held?.includes(one)).map((one) => html`<button class="primary" data-answer="for" data-for=${one} ?disabled=${!isRead}
          aria-disabled=${this.pending ? 'true' : nothing} @click=${() => this.press({ type: 'AgreeToUndo', proposal }, one)}>Agree as ${this.played(one)}</button>`)}
        ${mine ? button('WithdrawUndo', 'withdraw', t('Withdraw')) : nothing}</p>`;
  }

  /** A seat that the same person plays: the game master by the role, others by their names. */
  private played(seat: string): string {
    return this.seats?.some((one) => one.seat === seat && one.role === 'gm') ? t('the game master') : this.called([seat]);
  }

  private async press(command: Body, seat?: string): Promise<void> {
    if (this.pending) return;
    [this.pending, this.problem] = [true, undefined];
    try {
      await this.send(command, seat);
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.pending = false;
    }
  }
}

customElements.define('arbiter-undo', ArbiterUndo);
