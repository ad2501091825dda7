/** `<arbiter-sheet>`: a card for one character or enemy, drawn from any fields that the view has, with its emblem. */
import { LitElement, css, html, nothing, svg, type TemplateResult } from 'lit';
import { titled, spelled } from '../../words.js';
import { base } from '../../styles.js';
import { diceStyles } from '../campaign/dice.js';
import { emblem } from '../emblem.js';
import { listed } from '../sentences/said.js';
import '../terms/terms.js';
import '../value.js';
import { sheetOf, type Meter, type Thing } from './meters.js';
import { called, isRecord, nameOf, type Names } from './names.js';
import { LANGUAGE, t } from '../../texts.js';

const LONGEST = 14;

/** Styles of actions, on a card and beside the cards. */
export const actStyles = css`
  .acts { display: flex; flex-wrap: wrap; gap: 0.35rem; } .acts button { padding: 0.2rem 0.75rem; }
  .choose { border: 2px solid var(--accent); border-radius: 10px; padding: 0.5rem 0.7rem; display: grid; gap: 0.4rem; } .choose p { margin: 0; }
  .aim { width: 100%; justify-content: center; }
`;

/** Whether a creature is drawn as a beast: its kind says so, or no seat can have it. */
export const isBeast = (one: Thing): boolean => one.kind === 'beast' || one.kind === 'horde' || !('seat' in one);

export class ArbiterSheet extends LitElement {
  static override properties = { thing: { attribute: false }, names: { attribute: false }, seat: {}, acts: { type: Boolean }, actions: { attribute: false }, aimed: { attribute: false }, silent: { attribute: false }, brief: { type: Boolean }, whole: { state: true } };
  declare thing: Thing;
  declare names: Names;
  /** The seat that looks: its own characters are marked. */
  declare seat: string | undefined;
  /** Whether it is this character's turn. */
  declare acts: boolean;
  /** What may be done with it, for a board. */
  declare actions: TemplateResult | undefined;
  /** Whether it may be chosen as a target. */
  declare aimed: boolean | undefined;
  /** States that are not shown. */
  declare silent: readonly string[] | undefined;
  /** Whether its other fields are left out. */
  declare brief: boolean;
  declare private whole: boolean;

  static override styles = [base, actStyles, diceStyles, css`
    :host { overflow-wrap: anywhere; }
    article { border: 1px solid var(--line); border-radius: 12px; background: var(--card); padding: 0.8rem; display: grid; gap: 0.5rem; height: 100%; align-content: start; }
    article.mine { border-left: 4px solid var(--accent); } article.now { box-shadow: 0 0 0 2px var(--accent); }
    article.aimed { border-color: var(--warn); box-shadow: 0 0 0 2px var(--warn); }
    .top { display: grid; grid-template-columns: 36px minmax(0, 1fr); gap: 0.6rem; align-items: center; } .top svg { width: 36px; height: 42px; }
    h3 { margin: 0; font-size: 1.05rem; display: flex; flex-wrap: wrap; gap: 0.2rem 0.5rem; align-items: baseline; }
    .meters { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: 0.35rem 0.8rem; }
    .meter .words { display: flex; justify-content: space-between; font-size: 0.86rem; gap: 0.4rem; }
    .meter svg { width: 100%; height: 6px; border-radius: 3px; background: var(--line); display: block; }
    .meter rect { fill: var(--accent); } .meter .low { fill: var(--bad); }
    .tags { display: flex; flex-wrap: wrap; gap: 0.25rem; } .acting { background: var(--accent); color: var(--on-accent); }
    p { margin: 0; font-size: 0.9rem; } details { font-size: 0.9rem; } summary { cursor: pointer; color: var(--quiet); }
  `];

  protected override render(): TemplateResult {
    const { thing, names } = this, { meters, numbers, tags: all, lists } = sheetOf(thing), tags = all.filter((tag) => !(LANGUAGE === 'en' ? this.silent : this.silent?.map((one) => spelled(one.replaceAll(' ', '_'))))?.includes(tag));
    const mine = this.seat !== undefined && thing.seat === this.seat;
    const id = String(thing.id);
    return html`<article class="${mine ? 'mine' : ''} ${this.acts ? 'now' : ''} ${this.aimed ? 'aimed' : ''}" data-figure=${id}>
      <div class="top"><svg viewBox="0 0 48 56" aria-hidden="true">${emblem(names.get(id) ?? nameOf(thing) ?? id, { beast: isBeast(thing) })}</svg>
        <h3>${names.get(id) ?? nameOf(thing) ?? id} <small>${typeof thing.seat === 'string' ? (mine ? t('yours') : names.get(thing.seat) ?? thing.seat) : ''}</small></h3></div>
      ${this.actions ?? nothing}
      ${this.acts || tags.length > 0 ? html`<div class="tags">${this.acts ? html`<span class="tag acting">acts now</span>` : nothing}
        ${tags.map((tag) => html`<span class="tag">${termed(tag)}</span>`)}</div>` : nothing}
      ${meters.length > 0 ? html`<div class="meters">${meters.map(bar)}</div>` : nothing}
      ${numbers.length > 0 ? html`<p>${numbers.map(([name, value], at) => html`${at > 0 ? ' · ' : ''}<span class="quiet">${termed(spelled(name))}</span> ${value}`)}</p>` : nothing}
      ${lists.map(([name, list]) => html`<p><span class="quiet">${termed(titled(name))}:</span> ${listed(list.map((one) => this.describe(one)), LONGEST)}</p>`)}
      ${this.brief ? nothing : html`<details @toggle=${(event: Event) => { this.whole = (event.target as HTMLDetailsElement).open; }}><summary>Everything</summary>
        ${this.whole ? html`<arbiter-value .value=${thing} .folded=${2}></arbiter-value>` : nothing}</details>`}
    </article>`;
  }

  /** Describe one of its things in a few words: its name and its state. */
  private describe(one: unknown): string {
    if (!isRecord(one)) return called(one, this.names);
    const holds = Object.entries(one).flatMap(([name, value]) => (value === true ? [spelled(name)] : []));
    const name = nameOf(one) ?? called(one, this.names);
    return holds.length > 0 ? `${name} (${holds.join(', ')})` : name;
  }
}

const termed = (text: string): TemplateResult => html`<arbiter-terms .text=${text}></arbiter-terms>`;

function bar({ label, now, most }: Meter): TemplateResult {
  const part = most > 0 ? Math.max(0, Math.min(1, now / most)) : 0;
  return html`<div class="meter"><div class="words"><span>${termed(label)}</span><span>${now} of ${most}</span></div>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${svg`<rect class=${part <= 0.25 && !label.endsWith(t('used')) ? 'low' : ''} width=${part * 100} height="6"></rect>`}</svg></div>`;
}

customElements.define('arbiter-sheet', ArbiterSheet);
