/**
 * `<arbiter-game-state>`: what a seat sees of any game: whose turn it is, characters as sheets, other values as tables.
 *
 * A part of the view that is a list of objects with ids, names and a bar becomes sheets; one with a `round`
 * becomes the order of a fight. Settings and catalogues are folded; with `sheets` only characters, the fight and rolls are shown.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { spelled, titled } from '../../words.js';
import { base } from '../../styles.js';
import '../value.js';
import './sheet.js';
import { figuresIn, type Thing } from './meters.js';
import { brief } from '../brief.js';
import { roundOf } from '../campaign/track.js';
import { called, isRecord, nameOf, type Names } from './names.js';
import { t } from '../../texts.js';

const ASIDE = new Set(['settings', 'data', 'catalogue', 'cards', 'recent', 'rolls']);
const LONG = 80;

export class ArbiterState extends LitElement {
  static override properties = { game: { attribute: false }, names: { attribute: false }, seat: {}, bare: { type: Boolean }, sheets: { type: Boolean }, unfolded: { state: true } };
  declare game: Thing;
  declare names: Names;
  declare seat: string | undefined;
  /** Whether a board shows the characters and the fight. */
  declare bare: boolean;
  /** Whether only characters, the fight and rolls are shown. */
  declare sheets: boolean;
  declare private unfolded: ReadonlySet<string>;

  static override styles = [base, css`
    :host { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; overflow-wrap: anywhere; }
    .facts { display: flex; flex-wrap: wrap; gap: 0.4rem; }
    ol.order { display: flex; flex-wrap: wrap; gap: 0.4rem; list-style: none; margin: 0; padding: 0; }
    ol.order li { border: 1px solid var(--line); border-radius: 8px; padding: 0.2rem 0.6rem; background: var(--card); }
    ol.order li[aria-current] { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
    ol.order li[aria-current] small { color: inherit; } ol.order li.done { border-style: dashed; }
    .fight { border-left: 4px solid var(--warn); } h3 { margin: 0 0 0.4rem; }
    summary { cursor: pointer; font-weight: 600; } .things summary { font-weight: 400; } .things h3 { margin-bottom: 0.1rem; } ul.rolls { margin: 0; padding-left: 1.2rem; }
    .total { font-size: 1.3rem; font-weight: 700; }
  `];

  constructor() {
    super();
    this.unfolded = new Set();
  }

  protected override render(): TemplateResult {
    const entries = Object.entries(this.game).filter(([, value]) => !isVoid(value));
    const facts = entries.filter(([, value]) => typeof value !== 'object' && !isDigest(value));
    const fight = entries.find(([, value]) => isRecord(value) && typeof value.round === 'number');
    const figures = entries.filter(([name, value]) => !ASIDE.has(name) && figuresIn(value));
    const rest = entries.filter((entry) => !facts.includes(entry) && !isDigest(entry[1]) && entry !== fight && !figures.includes(entry) && entry[0] !== 'recent');
    const [open, aside] = [rest.filter(([name, value]) => !isAside(name, value)), rest.filter(([name, value]) => isAside(name, value))];
    const [lists, plain] = [open.filter(([, value]) => isListOfThings(value)), open.filter(([, value]) => !isListOfThings(value))];
    if (this.sheets) {
      const rolls = this.recent(this.game.recent);
      return fight || figures.length > 0 || rolls !== nothing ? html`${fight ? this.fight(fight[0], fight[1] as Thing) : nothing}${rolls}${figures.map(([name, value]) => this.figures(name, figuresIn(value) ?? []))}`
        : html`<p class="quiet">No characters and no rolls yet.</p>`;
    }
    return html`
      ${facts.length > 0 ? html`<div class="facts">${facts.map(([name, value]) => html`<span class="tag">${factOf(name, value, this.names)}</span>`)}</div>` : nothing}
      ${fight && !this.bare ? this.fight(fight[0], fight[1] as Thing) : nothing}
      ${this.recent(this.game.recent)}
      ${this.bare ? nothing : figures.map(([name, value]) => this.figures(name, figuresIn(value) ?? []))}
      ${lists.map(([name, value]) => this.things(name, value as readonly Thing[]))}
      ${plain.length > 0 ? html`<arbiter-value .value=${Object.fromEntries(plain)} .folded=${3}></arbiter-value>` : nothing}
      ${aside.map(([name, value]) => this.folded(name, value))}`;
  }

  private folded(name: string, value: unknown, title: unknown = titled(name)): TemplateResult {
    const toggled = (event: Event): void => {
      const next = new Set(this.unfolded);
      if ((event.target as HTMLDetailsElement).open) next.add(name);
      else next.delete(name);
      this.unfolded = next;
    };
    return html`<details @toggle=${toggled}><summary>${title}</summary>
      ${this.unfolded.has(name) ? html`<arbiter-value .value=${value} .folded=${1}></arbiter-value>` : nothing}</details>`;
  }

  /** A list of things by name; each shows its details when it is unfolded. */
  private things(name: string, things: readonly Thing[]): TemplateResult {
    return html`<section class="things"><h3>${titled(name)} <small>${things.length}</small></h3>${repeat(things, (one, at) => one.id ?? at, (one, at) => this.folded(`${name}/${String(one.id ?? at)}`, one,
      html`${this.names.get(String(one.id)) ?? nameOf(one) ?? brief(called(one, this.names), LONG)}${typeof one.seat === 'string' ? html` <small>${this.names.get(one.seat) ?? one.seat}</small>` : nothing}`))}</section>`;
  }

  private acting(): string | undefined {
    const fight = Object.values(this.game).find((value) => isRecord(value) && typeof value.round === 'number') as Thing | undefined;
    return typeof fight?.turn === 'string' ? fight.turn : undefined;
  }

  private figures(name: string, figures: readonly Thing[]): TemplateResult {
    const first = (one: Thing): number => Number(one.seat !== this.seat) + 2 * Number(one.dead === true || one.out === true);
    const acting = this.acting();
    return html`<section><h3>${titled(name)}</h3><div class="grid">${repeat(
      [...figures].sort((one, other) => first(one) - first(other)), (one) => one.id,
      (one) => html`<arbiter-sheet .thing=${one} .names=${this.names} .seat=${this.seat} .acts=${one.id === acting} ?brief=${this.sheets}></arbiter-sheet>`)}</div></section>`;
  }

  private fight(name: string, fight: Thing): TemplateResult {
    const fighters = ([fight.participants, fight.fighters].find(Array.isArray) ?? []) as readonly Thing[];
    const ids = fighters.map((one) => String(one.id));
    const order = Array.isArray(fight.order) && fight.order.length > 0 ? (fight.order as unknown[]).map(String) : [];
    const awaited = Array.isArray(fight.awaited) ? (fight.awaited as string[]) : [];
    const now = (id: string): boolean => id === fight.turn || awaited.includes(id);
    return html`<section class="card fight" aria-label=${titled(name)}>
      <h3>${roundOf(fight)}${typeof fight.turn === 'string' ? html`: ${called(fight.turn, this.names)} acts` : ''}${typeof fight.stage === 'string' ? html`: ${spelled(fight.stage)}` : ''}
        ${awaited.length > 0 ? html` <small>waiting for ${called(awaited, this.names)}</small>` : nothing}</h3>
      <ol class="order">${[...order, ...ids.filter((id) => !order.includes(id))].map((id) => {
        const fighter = fighters.find((one) => String(one.id) === id) ?? {};
        return html`<li aria-current=${now(id) ? 'true' : nothing} class=${fighter.done === true ? 'done' : ''}>${this.names.get(id) ?? id}
          <small>${['side', 'ap', 'score'].flatMap((key) => (fighter[key] === null || fighter[key] === undefined ? [] : [key === 'side' ? called(fighter[key], this.names, key) : `${spelled(key)} ${String(fighter[key])}`])).join(', ')}</small></li>`;
      })}</ol>
      ${this.sheets ? nothing : this.folded(name, fight)}</section>`;
  }

  /** The latest rolls of a table, newest first. */
  private recent(recent: unknown): TemplateResult | typeof nothing {
    if (!Array.isArray(recent) || recent.length === 0) return nothing;
    const [last, ...others] = [...recent as Thing[]].reverse();
    const resultOf = (one: Thing): unknown => (typeof one.rendered === 'string' ? marked(one.rendered) : one.outcome ? called(one.outcome, this.names) : t('hidden'));
    return html`<section class="card"><h3>Last roll</h3>
      <p class="total">${resultOf(last as Thing)}</p><p class="quiet">${called((last as Thing).who, this.names)}${last?.purpose ? `, ${String(last.purpose)}` : ''}</p>
      ${others.length > 0 ? html`<details><summary>Before that</summary><ul class="rolls">${others.slice(0, 30).map((one) => html`<li>${resultOf(one)} <small>${called(one.who, this.names)}</small></li>`)}</ul></details>` : nothing}</section>`;
  }
}

/** Say a single value of a view: the title and the last roll of a table in their own words. */
function factOf(name: string, value: unknown, names: Names): string {
  if (name === 'title') return String(value);
  return name === 'closes_at_roll' ? t`closes after roll ${String(value)}` : `${spelled(name)}: ${called(value, names, name)}`;
}

/** A list of things, such as items on the ground or pending commands. */
const isListOfThings = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRecord);

const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{32,}$/.test(value);

/** A roll in the server's notation: dropped dice between `~~` are struck through. */
const marked = (text: string): unknown => text.split('~~').map((part, at) => (at % 2 === 1 ? html`<s>${part}</s>` : part));

/** Whether a value has nothing to show: missing, zero, empty, or false. */
function isVoid(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const ID = /^[a-z]+(-[a-z]+)*-\d+$/;

/** Whether a value consists of ids only, as a list or as the keys of an object. */
const isOfIds = (value: unknown): boolean => {
  const ids = Array.isArray(value) ? value as unknown[] : isRecord(value) ? Object.keys(value) : [];
  return ids.length > 0 && ids.every((one) => typeof one === 'string' && ID.test(one))
    && (Array.isArray(value) || Object.values(value as Thing).every((one) => typeof one !== 'object' || isOfIds(one)));
};

/** Whether a value only describes the game: settings, and catalogue entries, which have names and no ids. */
function isAside(name: string, value: unknown): boolean {
  if (ASIDE.has(name) || isOfIds(value)) return true;
  return Array.isArray(value) && value.every((one) => isRecord(one) && !('id' in one) && !('seat' in one) && typeof one.name === 'string');
}

customElements.define('arbiter-game-state', ArbiterState);
