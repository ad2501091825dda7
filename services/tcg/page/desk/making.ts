/**
 * `<arbiter-tcg-making .work .set .reading>`: the cards of a set, and the editor of the chosen one.
 *
 * It fires `work` with the changed work. For tests: `data-new` on the buttons for new cards, by kind; `data-begin` on those
 * that begin a set; `data-made` on each card of the list, with its id; `data-copy`, `data-delete`, `data-save`, `data-file`.
 */
import type { Fault } from 'arbiter-client/tcg';
import { LitElement, css, html, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import { save } from '../../../page/web/src/parts/files.js';
import '../../../page/web/src/parts/problem.js';
import { base } from '../../../page/web/src/styles.js';
import { titled } from '../../../page/web/src/words.js';
import { SETS } from '../decks.js';
import { cardsOf, faultsOf, ownSet, type Reading } from './checking.js';
import './editing.js';
import { paper, paperStyles } from './paper.js';
import { addCopy, addSet, putCard, readSet, removeCard, removeSet, writtenSet, type Card, type CardFile, type Kind, type Work } from './work.js';
import { many, t } from '../../../page/web/src/texts.js';

/** A screen on which the chosen card is below the list. */
const NARROW = '(max-width: 48rem)';
const KINDS: readonly Kind[] = ['form', 'command', 'savior', 'spirit'];

export class ArbiterTcgMaking extends LitElement {
  static override properties = {
    work: { attribute: false }, set: {}, reading: { attribute: false },
    chosen: { state: true }, ours: { state: true }, problem: { state: true }, over: { state: true },
  };
  declare work: Work;
  declare set: string;
  declare reading: Reading | undefined;
  declare private chosen: string | undefined;
  /** The cards of the server's set, while it is shown. */
  declare private ours: readonly Card[] | undefined;
  declare private problem: Error | undefined;
  declare private over: boolean;

  static override styles = [base, paperStyles, css`
    .desk { display: grid; gap: 1rem; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); align-items: start; }
    .list { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.25rem; max-height: 34rem; overflow: auto; padding: 3px; }
    .list button { width: 100%; justify-content: space-between; text-align: left; } .list button[aria-pressed='true'] { border-color: var(--accent); background: var(--shade); }
    .tools { margin-bottom: 0.8rem; } .drop { border: 2px dashed var(--quiet); border-radius: 12px; padding: 0.8rem; background: var(--card); margin-bottom: 1rem; }
    .drop.over { border-color: var(--accent); background: var(--shade); } .drop input { max-width: 15rem; }
    .papers { display: flex; flex-wrap: wrap; gap: 0.8rem; }
    @media ${unsafeCSS(NARROW)} { .desk { grid-template-columns: minmax(0, 1fr); } .list { max-height: 14rem; } }
  `];

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('set')) {
      [this.problem, this.ours, this.chosen] = [undefined, undefined, undefined];
      if (!ownSet(this.work, this.set)) void this.readOurs();
    }
  }

  private async readOurs(): Promise<void> {
    const { set } = this;
    try {
      const cards = await cardsOf(set);
      if (set === this.set) this.ours = cards;
    } catch (error) { this.problem = error as Error; }
  }

  private fire(work: Work, set?: string): void {
    this.dispatchEvent(new CustomEvent('work', { detail: { work, set }, bubbles: true, composed: true }));
  }

  protected override render(): TemplateResult {
    const own = ownSet(this.work, this.set), cards = own?.cards ?? this.ours ?? [];
    return html`<div class="drop ${this.over ? 'over' : ''}" @dragover=${this.dragged} @dragleave=${this.dragged} @drop=${this.dropped}>
        <div class="row"><span>Begin a set:</span> <button data-begin="empty" @click=${() => { this.begin(t('My set'), []); }}>Empty</button>
          ${SETS.map((name) => html`<button data-begin=${name} @click=${() => this.beginWith(name)}>With all cards of the ${name} set</button>`)}
          <label class="row"><span>or drop a file here, or choose one</span> <input type="file" accept=".json,application/json" data-file @change=${(event: Event) => this.opened((event.target as HTMLInputElement).files?.[0])}></label></div>
      </div>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="desk"><div>${own ? this.tools(own) : nothing}${this.list(cards, own)}</div>
        <div class="chosen">${own ? this.editor(own) : this.looked(cards)}</div></div>`;
  }

  private tools(own: CardFile): TemplateResult {
    return html`<div class="row tools">${KINDS.map((kind) => html`<button data-new=${kind} @click=${() => this.added(own, kind)}>New ${kind}</button>`)}</div>
      <div class="row tools"><button data-save ?disabled=${own.cards.length === 0} @click=${() => { save(`${own.name}.json`, writtenSet(own), 'application/json'); }}>Save as a file</button>
        <details><summary>Delete the set…</summary><button data-delete-set @click=${() => { this.fire(removeSet(this.work, own.name)); }}>Yes, delete ${own.name} and its decks</button></details></div>`;
  }

  private list(cards: readonly Card[], own: CardFile | undefined): TemplateResult {
    const faults = this.reading?.faults ?? [], at = this.at(cards);
    if (cards.length === 0) return html`<p class="quiet">${t(own ? 'No card yet: choose a kind above.' : 'Loading…')}</p>`;
    return html`<p class="quiet" role="status">${many(cards.length, t('card|cards'))}${own && this.reading ? faults.length > 0 ? html`, <b class="bad">${many(faults.length, t('fault|faults'))}</b>` : t(', no faults') : nothing}</p>
      <ul class="list" tabindex="-1">${cards.map((card, place) => html`<li><button data-made=${card.id} aria-pressed=${place === at ? 'true' : 'false'} @click=${() => { this.chosen = card.id; this.lead(); }}>
        <span>${card.name || t('Nameless')}</span><small>${own && faultsOf(own, place, faults).length > 0 ? html`<b class="bad">faulty</b>` : titled(card.kind)}</small></button></li>`)}</ul>`;
  }

  /** Bring the chosen card into sight, where it is below the list. */
  private lead(): void {
    if (matchMedia(NARROW).matches) void this.updateComplete.then(() => { this.renderRoot.querySelector('.chosen')?.scrollIntoView(); });
  }

  private at(cards: readonly Card[]): number {
    return Math.max(0, cards.findIndex(({ id }) => id === this.chosen));
  }

  private editor(own: CardFile): TemplateResult | typeof nothing {
    const at = this.at(own.cards), card = own.cards[at];
    if (!card) return nothing;
    const faults: readonly Fault[] = this.reading ? faultsOf(own, at, this.reading.faults) : [];
    return html`<arbiter-tcg-editing .card=${card} .at=${at} .text=${this.reading?.texts.get(card.id)} .parts=${this.reading?.parts.get(card.id)} .faults=${faults}
        .notes=${(this.reading?.notes ?? []).filter((note) => note.card === card.id)}
        @card=${({ detail }: CustomEvent<Card>) => { this.changed(own, at, detail); }}>
        <button slot="tools" data-copy @click=${() => { this.copied(own, card); }}>Duplicate</button>
        <button slot="tools" data-delete @click=${() => { this.chosen = own.cards[at - 1]?.id; this.fire(removeCard(this.work, own, at)); }}>Delete</button></arbiter-tcg-editing>`;
  }

  private looked(cards: readonly Card[]): TemplateResult | typeof nothing {
    const card = cards[this.at(cards)], text = card && this.reading?.texts.get(card.id), into = this.work.sets[0];
    if (!text) return nothing;
    return html`<div class="papers">${paper(text)}</div>
      ${into ? html`<p><button data-copy @click=${() => { this.fire(addCopy(this.work, into, card, card.name), into.name); }}>Copy it to ${into.name}</button></p>`
      : html`<p class="quiet">Begin a set to change cards: our own sets stay as they are.</p>`}`;
  }

  // ---------------------------------------------------------------- changes

  private changed(own: CardFile, at: number, card: Card): void {
    const work = putCard(this.work, own, at, card);
    this.chosen = ownSet(work, own.name)?.cards[at]?.id;
    this.fire(work);
  }

  private copied(own: CardFile, card: Card, name = t`${card.name} copy`): void {
    const work = addCopy(this.work, own, card, name);
    this.chosen = ownSet(work, own.name)?.cards.at(-1)?.id;
    this.fire(work);
    this.lead();
  }

  /** Add a card of a kind: the first one of our first set without its effects, and a command with them, since it needs one. */
  private async added(own: CardFile, kind: Kind): Promise<void> {
    try {
      const [first = ''] = SETS, { cards } = { cards: await cardsOf(first) }, pattern = cards.find((card) => card.kind === kind) ?? await this.spirit(kind);
      if (!pattern) return;
      const { flavour: _flavour, tribes: _tribes, archetypes: _archetypes, notes: _notes, ...plain } = pattern;
      this.copied(ownSet(this.work, own.name) ?? own, kind === 'command' ? plain as Card : bare(plain as Card), t`New ${kind}`);
    } catch (error) { this.problem = error as Error; }
  }

  private async spirit(kind: Kind): Promise<Card | undefined> {
    const found = await Promise.all(SETS.map(cardsOf));
    return found.flat().find((card) => card.kind === kind) ?? { id: '', kind, name: '', rarity: 'common', type: 'boost', effects: [] };
  }

  private begin(name: string, cards: readonly Card[]): void {
    const [work, set] = addSet(this.work, { name, cards }, SETS);
    this.fire(work, set.name);
  }

  private async beginWith(name: string): Promise<void> {
    try { this.begin(t`My ${name} set`, await cardsOf(name)); } catch (error) { this.problem = error as Error; }
  }

  private async opened(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    this.problem = undefined;
    try {
      const set = readSet(await file.text());
      this.begin(set.name, set.cards);
    } catch (error) { this.problem = error as Error; }
  }

  private dropped(event: DragEvent): void {
    event.preventDefault();
    this.over = false;
    void this.opened(event.dataTransfer?.files[0]);
  }

  private dragged(event: DragEvent): void {
    event.preventDefault();
    this.over = event.type === 'dragover';
  }
}

/** Return a card without its effects, on every side. */
function bare(card: Card): Card {
  const without = (side: unknown): unknown => (typeof side === 'object' && side !== null ? { ...side, effects: [] } : side);
  const sides = Object.fromEntries(['bound', 'boundless'].filter((side) => side in card).map((side) => [side, without(card[side])]));
  return { ...card, ...sides, effects: [] };
}

customElements.define('arbiter-tcg-making', ArbiterTcgMaking);
