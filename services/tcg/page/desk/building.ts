/**
 * `<arbiter-tcg-building .work .set .reading .packed>`: builds a deck of the cards of a set, with its curve, its odds and the
 * server's check.
 *
 * `packed` is a deck of a link, which is shown until the user keeps it. It fires `work` with the changed work. For tests:
 * `data-start` on the buttons that begin a deck, `data-deck` on those of the kept ones, `data-more` and `data-less` with a card's
 * id, `data-count` on the number of its copies, `data-filter` on the filters, `data-check` on the server's answer with its
 * state, `data-share`, `data-against`, `data-keep`.
 */
import type { CardText, DeckList } from 'arbiter-client/tcg';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../../page/web/src/parts/problem.js';
import { linkTo } from '../../../page/web/src/router.js';
import { base } from '../../../page/web/src/styles.js';
import { titled } from '../../../page/web/src/words.js';
import { deckName, readyDecks, type ReadyDecks } from '../decks.js';
import { openAgainst } from '../house.js';
import { FaultyCards, ownSet, readCards, readDeck, type DeckFault, type Reading } from './checking.js';
import './chances.js';
import { curveOf } from './spread.js';
import { kindOf } from './paper.js';
import { packed, unpacked, type Shared } from './share.js';
import { addSet, putDeck, withCopies, type Deck, type Work } from './work.js';
import { many, t } from '../../../page/web/src/texts.js';

const MAIN = 30, SPIRITS = 15, PAUSE = 250;
const PILES = { main: ['form', 'command'], spirits: ['spirit'] } as const;
type Pile = keyof typeof PILES;
const BLANK: DeckList = { savior: '', main: {}, spirits: {} };

const sum = (pile: Readonly<Record<string, number>>): number => Object.values(pile).reduce((all, count) => all + count, 0);

/** The answer of the server about a list: its faults, or why it gave none. */
interface Answer { readonly list: DeckList; readonly faults: readonly DeckFault[]; readonly problem?: Error }

export class ArbiterTcgBuilding extends LitElement {
  static override properties = {
    work: { attribute: false }, set: {}, reading: { attribute: false }, packed: { attribute: false },
    chosen: { state: true }, shared: { state: true }, sharedReading: { state: true }, ready: { state: true }, words: { state: true }, kind: { state: true }, answer: { state: true },
    problem: { state: true }, link: { state: true }, opening: { state: true },
  };
  declare work: Work;
  declare set: string;
  declare reading: Reading | undefined;
  declare packed: string | undefined;
  /** The name of the deck that is shown. */
  declare private chosen: string | undefined;
  declare private shared: Shared | undefined;
  declare private ready: ReadyDecks;
  declare private words: string;
  declare private kind: string;
  declare private answer: Answer | undefined;
  declare private problem: Error | undefined;
  declare private link: string | undefined;
  declare private opening: boolean;
  /** What the server says of the cards of a link. */
  declare private sharedReading: Reading | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private asked: DeckList | undefined;

  static override styles = [base, css`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) minmax(0, 22rem); align-items: start; } .deck { grid-column: 2; grid-row: 1; }
    .pair { display: grid; gap: 0.8rem; grid-template-columns: minmax(0, 16rem) minmax(0, 1fr); align-items: start; } .bar { display: flex; gap: 0.4rem; align-items: center; } meter { width: 4.5rem; } .decks button[aria-pressed='true'] { border-color: var(--accent); background: var(--shade); font-weight: 600; }
    .filters label { flex: 1 1 9rem; font-size: 0.92rem; } .filters input, .filters select { width: 100%; }
    .pile { list-style: none; margin: 0.4rem 0 0; padding: 0; display: grid; gap: 0.2rem; }
    .pile li { display: flex; gap: 0.6rem; align-items: center; padding: 0.25rem 0.4rem; border-radius: 8px; } .pile li:nth-child(odd) { background: var(--shade); }
    .pile .what { flex: 1; min-width: 0; overflow-wrap: anywhere; line-height: 1.25; } .pile small { display: block; }
    .count { display: inline-flex; align-items: center; gap: 0.3rem; } .count b { min-width: 1.2rem; text-align: center; } .count button { min-height: 2.1rem; min-width: 2.1rem; padding: 0; justify-content: center; }
    .all { max-height: 30rem; overflow: auto; padding: 3px; } .stack { gap: 0.8rem; } h2 { margin: 0 0 0.3rem; } .acts { margin: 0.6rem 0; } h3 { margin: 0.8rem 0 0; } .faults { margin: 0.3rem 0 0; padding-left: 1.2rem; }
    .link { width: 100%; } .decks { margin-bottom: 0.8rem; }
    @media (max-width: 56rem) { .two, .pair { grid-template-columns: minmax(0, 1fr); } .deck { grid-column: 1; grid-row: auto; } .all { max-height: 24rem; } }
  `];

  constructor() {
    super();
    [this.ready, this.words, this.kind, this.opening] = [{}, '', '', false];
    readyDecks().then((ready) => { this.ready = ready; }, (error: unknown) => { this.problem = error as Error; });
  }

  /** The deck that is shown: one of a link, or the chosen one, or the newest of the set. */
  private get deck(): Deck | undefined {
    if (this.shared) return this.shared.deck;
    const own = this.work.decks.filter(({ cards }) => cards === this.set);
    return own.find(({ name }) => name === this.chosen) ?? own.at(-1);
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('packed')) void this.unpack();
    if (changes.has('set')) this.chosen = undefined;
    const list = this.deck?.list;
    if (list !== undefined && (list !== this.asked || changes.has('reading'))) this.checkSoon(list);
  }

  private async unpack(): Promise<void> {
    [this.shared, this.sharedReading] = [undefined, undefined];
    if (this.packed === undefined) return;
    try {
      const shared = await unpacked(this.packed);
      this.shared = shared;
      if (shared.own) this.sharedReading = await readCards(shared.own);
    } catch (error) { this.problem = error as Error; }
  }

  private checkSoon(list: DeckList): void {
    this.asked = list;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { void this.check(list); }, PAUSE);
  }

  private async check(list: DeckList): Promise<void> {
    const cards = this.shared?.own ?? ownSet(this.work, this.set) ?? this.set;
    let answer: Answer;
    try { answer = { list, faults: list.savior === '' ? [{ rule: 'TC-DECK-08', reason: t('the deck has no savior') }] : await readDeck(list, cards) }; } catch (problem) { answer = { list, faults: [], problem: problem as Error }; }
    if (list === this.asked) this.answer = answer;
  }

  private fire(work: Work, set?: string): void {
    this.dispatchEvent(new CustomEvent('work', { detail: { work, set }, bubbles: true, composed: true }));
  }

  /** Begin a deck, or replace the one that is shown. */
  private put(deck: Deck, begins = false): void {
    this.link = undefined;
    const at = begins ? -1 : this.work.decks.findIndex((one) => one.name === this.deck?.name);
    const work = putDeck(this.work, deck, at);
    this.chosen = at < 0 ? work.decks.at(-1)?.name : deck.name;
    this.fire(work);
  }

  private readonly change = (list: DeckList): void => {
    if (this.deck && !this.shared) this.put({ ...this.deck, list });
  };

  /** What the server says of the cards of the deck that is shown. */
  private get read(): Reading | undefined {
    return this.shared?.own ? this.sharedReading : this.reading;
  }

  // ---------------------------------------------------------------- rendering

  protected override render(): TemplateResult {
    const { deck, reading } = this, own = this.work.decks.filter(({ cards }) => cards === this.set);
    const ready = Object.entries(this.ready).filter(([, { list }]) => reading?.texts.has(list.savior));
    return html`<div class="row decks">${own.map(({ name }) => html`<button data-deck=${name} aria-pressed=${name === deck?.name && !this.shared ? 'true' : 'false'} @click=${() => { this.look(name); }}>${name}</button>`)}
        <button data-start="empty" @click=${() => { this.put({ name: t('My deck'), cards: this.set, list: BLANK }, true); }}>New deck</button>
        ${ready.map(([name, deck]) => html`<button data-start=${name} title=${deck.about} @click=${() => { this.put({ name: t`My ${name}`, cards: this.set, list: deck.list }, true); }}>Begin with ${deckName(name, deck)}</button>`)}</div>
      ${this.shared ? html`<p class="row" role="status"><span>This deck is from a link.</span> <button class="primary" data-keep @click=${this.keep}>Keep it in this browser</button></p>` : nothing}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${deck === undefined ? html`<p class="quiet">Begin a deck above.</p>` : this.table(deck)}`;
  }

  private look(name: string): void {
    [this.chosen, this.shared, this.link] = [name, undefined, undefined];
  }

  private table(deck: Deck): TemplateResult {
    const texts = this.read?.texts ?? new Map<string, CardText>();
    return html`<div class="two"><section class="card deck">${this.head(deck)}${this.answered()}${this.piles(deck.list, texts)}</section>
      <div class="stack"><section class="card"><h2>Cards of the set</h2>${this.filters()}${this.all(deck.list, texts)}</section>
        <div class="pair"><section class="card"><h2>Curve</h2>${curveOf(deck.list, texts)}</section>
          <section class="card"><h2>Odds of drawing</h2><arbiter-tcg-chances .list=${deck.list} .texts=${texts}></arbiter-tcg-chances></section></div></div></div>`;
  }

  private filters(): TemplateResult {
    return html`<div class="row filters"><label>Words on the card <input type="search" data-filter="words" autocomplete="off" .value=${this.words} @input=${(event: Event) => { this.words = (event.target as HTMLInputElement).value; }}></label>
      <label>Kind <select data-filter="kind" @change=${(event: Event) => { this.kind = (event.target as HTMLSelectElement).value; }}>
        <option value="">all kinds</option>${['form', 'form 0', 'form 1', 'form 2', 'form 3', 'command', 'savior', 'spirit'].map((one) => html`<option value=${one} .selected=${one === this.kind}>${one.replace(' ', t(', level '))}</option>`)}</select></label></div>`;
  }

  private fits(text: CardText): boolean {
    const [kind = '', level] = this.kind.split(' '), words = this.words.trim().toLowerCase();
    if (kind !== '' && (text.kind !== kind || (level !== undefined && text.orbs !== Number(level)))) return false;
    return words === '' || [text.name, ...text.tribes, ...text.archetypes, ...text.faces.flatMap(({ box }) => box)].join(' ').toLowerCase().includes(words);
  }

  private all(list: DeckList, texts: ReadonlyMap<string, CardText>): TemplateResult {
    const found = [...texts].filter(([, text]) => this.fits(text));
    if (this.read === undefined) return html`<p class="quiet" role="status">Loading…</p>`;
    return html`<p class="quiet" role="status">${many(found.length, t('card|cards'))}${this.read.faults.length > 0 ? html`, <span class="bad">without those that have faults</span>` : nothing}</p>
      <div class="all" tabindex="0" role="region" aria-label="Cards of the set"><ul class="pile">${found.map(([id, text]) => this.row(list, id, text))}</ul></div>`;
  }

  private row(list: DeckList, id: string, text: CardText): TemplateResult {
    const pwr = text.faces.at(-1)?.pwr ?? null;
    return html`<li><span class="what">${text.name}<small>${kindOf(text)}${pwr === null ? '' : `, PWR ${pwr}`}</small></span>${text.kind === 'savior'
      ? html`<button data-more=${id} aria-pressed=${list.savior === id ? 'true' : 'false'} ?disabled=${this.shared !== undefined} @click=${() => { this.change({ ...list, savior: id }); }}>${t(list.savior === id ? 'Leads' : 'Choose')}</button>`
      : this.copies(list, pileOf(text), id, text.name)}</li>`;
  }

  private copies(list: DeckList, pile: Pile, id: string, name: string): TemplateResult {
    const count = list[pile][id] ?? 0, fixed = this.shared !== undefined;
    return html`<span class="count"><button data-less=${id} aria-label="One ${name} less" ?disabled=${fixed || count === 0} @click=${() => { this.change(withCopies(list, pile, id, count - 1)); }}>−</button>
      <b data-count=${id}>${count}</b><button data-more=${id} aria-label="One ${name} more" ?disabled=${fixed} @click=${() => { this.change(withCopies(list, pile, id, count + 1)); }}>+</button></span>`;
  }

  private head(deck: Deck): TemplateResult {
    const legal = this.answer?.list === deck.list && this.answer.faults.length === 0 && this.answer.problem === undefined;
    return html`<h2>${deck.name}</h2>
      ${this.shared ? nothing : html`<label>Name of the deck <input maxlength="60" autocomplete="off" data-name .value=${deck.name} @change=${this.named}></label>`}
      <div class="row acts"><button class="primary" data-against ?disabled=${!legal || this.opening} @click=${() => this.play(deck)}>Play it against the computer</button>
        <button data-share @click=${() => this.share(deck)}>Link to this deck</button>
        ${this.shared ? nothing : html`<details><summary>Delete…</summary><button data-delete @click=${() => { this.fire({ ...this.work, decks: this.work.decks.filter((one) => one !== deck) }); }}>Yes, delete it</button></details>`}</div>
      ${this.link === undefined ? nothing : html`<label>The link, which contains the deck <input class="link" readonly data-link .value=${this.link} @focus=${(event: Event) => { (event.target as HTMLInputElement).select(); }}></label>`}
      ${this.opening ? html`<p class="quiet" role="status">Opening the match …</p>` : nothing}`;
  }

  private answered(): TemplateResult {
    const { answer, deck } = this, state = answer === undefined || answer.list !== deck?.list ? 'asked' : answer.problem ? 'failed' : answer.faults.length > 0 ? 'faulty' : 'legal';
    return html`<div role="status" data-check=${state}>${state === 'asked' ? html`<p class="quiet">The server checks the deck…</p>`
      : state === 'legal' ? html`<p class="good"><b>This deck can be played.</b></p>`
      : answer?.problem instanceof FaultyCards ? html`<p class="bad">The set has cards with faults: <a href=${linkTo('design', ['desk', 'tcg', 'cards'], { set: this.set })}>mend them first</a>.</p>`
      : state === 'failed' ? html`<arbiter-problem .problem=${answer?.problem}></arbiter-problem>`
      : html`<p class="bad"><b>This deck cannot be played yet:</b></p><ul class="faults">${answer?.faults.map(({ rule, reason }) => html`<li>${this.withNames(reason)} <a href=${linkTo('rules', [rule])}>${rule}</a></li>`)}</ul>`}</div>`;
  }

  /** Say a fault with the names of cards in the place of their ids. */
  private withNames(reason: string): string {
    return reason.split(' ').map((word) => this.read?.texts.get(word)?.name ?? word).join(' ');
  }

  private piles(list: DeckList, texts: ReadonlyMap<string, CardText>): TemplateResult {
    const pile = (which: Pile, title: string, of: number): TemplateResult => html`<h3>${title} <small>${sum(list[which])} of ${of}</small></h3>
      <ul class="pile">${Object.keys(list[which]).map((id) => html`<li><span class="what">${texts.get(id)?.name ?? titled(id.replaceAll('-', ' '))}</span>${this.copies(list, which, id, texts.get(id)?.name ?? id)}</li>`)}</ul>`;
    return html`<p><b>${texts.get(list.savior)?.name ?? (list.savior === '' ? t('No savior yet') : titled(list.savior.replaceAll('-', ' ')))}</b> ${list.savior === '' ? nothing : t('leads.')}</p>
      ${pile('main', t('Main deck'), MAIN)}${pile('spirits', t('Spirit deck'), SPIRITS)}`;
  }

  // ---------------------------------------------------------------- actions

  private readonly named = (event: Event): void => {
    const input = event.target as HTMLInputElement, name = input.value.trim(), { deck } = this;
    if (!deck || name === '' || this.work.decks.some((one) => one.name === name)) { input.value = deck?.name ?? ''; return; }
    this.put({ ...deck, name });
  };

  private async share(deck: Deck): Promise<void> {
    const code = this.packed !== undefined && this.shared ? this.packed : await packed(deck, ownSet(this.work, this.set));
    this.link = location.origin + location.pathname + linkTo('design', ['desk', 'tcg', 'decks'], { set: this.shared?.own || ownSet(this.work, this.set) ? undefined : this.set, deck: code });
    await navigator.clipboard?.writeText(this.link).catch(() => undefined); // without permission the user copies it from the field
  }

  private readonly keep = (): void => {
    if (!this.shared) return;
    const { deck, own } = this.shared;
    const [work, set] = own ? addSet(this.work, own) : [this.work, { name: deck.cards }];
    const next = putDeck(work, { ...deck, cards: set.name });
    [this.shared, this.chosen] = [undefined, next.decks.at(-1)?.name];
    this.fire(next, set.name);
  };

  private async play(deck: Deck): Promise<void> {
    [this.opening, this.problem] = [true, undefined];
    const own = this.shared?.own ?? ownSet(this.work, this.set);
    try {
      await openAgainst((own ?? this.set) as Parameters<typeof openAgainst>[0], deck.list, { player: 'greedy' }, own ? deck.list : undefined);
    } catch (error) {
      this.problem = error as Error;
    } finally {
      this.opening = false;
    }
  }
}

const pileOf = (text: CardText): Pile => (text.kind === 'spirit' ? 'spirits' : 'main');

customElements.define('arbiter-tcg-building', ArbiterTcgBuilding);
