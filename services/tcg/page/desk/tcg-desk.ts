/**
 * The desk of the card game: cards, decks, sheets to print, and differences of sets. The page loads it when it is shown.
 *
 * `#/design/desk/tcg/<room>?set=<name>` shows a room for a set. For tests: `data-room` on the links, `data-set` on the choice of
 * the set, `data-kept` on the words about where the work is.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { changed } from '../../../page/web/src/access.js';
import '../../../page/web/src/parts/problem.js';
import { go, linkTo, type Place } from '../../../page/web/src/router.js';
import { base } from '../../../page/web/src/styles.js';
import './building.js';
import { ownSet, readingOf, setsOf, type Reading } from './checking.js';
import './comparing.js';
import { onOtherWork, readWork, writeWork } from './kept.js';
import './making.js';
import './sheets.js';
import { renameSet, type Work } from './work.js';
import { t } from '../../../page/web/src/texts.js';

const ROOMS = t({ cards: 'Cards', decks: 'Decks', compare: 'Compare sets', print: 'Print' });
type Room = keyof typeof ROOMS;
const PAUSE = 250;

/** Return the address of a room. */
export const roomLink = (room: string, set: string, more: Record<string, string | undefined> = {}): string => linkTo('design', ['desk', 'tcg', room], { set, ...more });

export class ArbiterTcgDesk extends LitElement {
  static override properties = { place: { attribute: false }, work: { state: true }, reading: { state: true }, problem: { state: true }, isKept: { state: true } };
  declare place: Place;
  declare private work: Work;
  declare private reading: Reading | undefined;
  declare private problem: Error | undefined;
  declare private isKept: boolean;
  /** The room and the set for which the server was asked last. */
  private readFor: { readonly room: Room; readonly set: string } | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private ends: () => void = () => undefined;

  static override styles = [base, css`
    .bar { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; margin-bottom: 1rem; }
    nav { display: flex; flex-wrap: wrap; gap: 0.3rem; } nav a { padding: 0.35rem 0.8rem; border: 1px solid var(--line); border-radius: 99px; text-decoration: none; color: var(--ink); }
    nav a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
    .bar label { flex: 0 1 16rem; font-size: 0.92rem; } select { width: 100%; }
    @media print { .bar, .kept { display: none; } }
  `];

  constructor() {
    super();
    [this.work, this.isKept] = [readWork(), true];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends = onOtherWork(() => { this.work = readWork(); this.readSoon(); });
    changed.addEventListener('change', this.keyed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.ends();
    changed.removeEventListener('change', this.keyed);
    clearTimeout(this.waiting);
  }

  private get room(): Room {
    const [, , room = ''] = this.place.parts;
    return Object.hasOwn(ROOMS, room) ? room as Room : 'cards';
  }

  /** The name of the chosen set: that of the address, else the newest one of the designer, else the server's first. */
  private get set(): string {
    const sets = setsOf(this.work), asked = this.place.params.get('set');
    return sets.find(({ name }) => name === asked)?.name ?? sets[0]?.name ?? '';
  }

  protected override willUpdate(changes: PropertyValues): void {
    const { set, room } = this;
    if (changes.has('place') && (room !== this.readFor?.room || set !== this.readFor.set)) void this.read();
  }

  /** Ask the server for the texts and faults of the set; words of parts are for the room of cards alone. */
  private async read(): Promise<void> {
    const { set, room, work } = this, asked = { room, set };
    if (set !== this.readFor?.set) this.reading = undefined;
    [this.readFor, this.problem] = [asked, undefined];
    try {
      const found = await readingOf(set, work, { parts: room === 'cards' });
      if (asked !== this.readFor || work.sets !== this.work.sets) return;
      [this.reading, this.problem] = [found, found.problem];
    } catch (error) {
      if (asked === this.readFor) this.problem = error as Error;
    }
  }

  /** Ask again with another key. */
  private readonly keyed = (): void => { this.readSoon(); };

  private readSoon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { void this.read(); }, PAUSE);
  }

  private readonly worked = ({ detail }: CustomEvent<{ readonly work: Work; readonly set?: string }>): void => {
    const changed = detail.work.sets !== this.work.sets;
    this.work = detail.work;
    this.isKept = writeWork(detail.work);
    if (detail.set !== undefined && detail.set !== this.set) go(roomLink(this.room, detail.set));
    else if (changed) this.readSoon();
  };

  protected override render(): TemplateResult {
    const sets = setsOf(this.work), { set } = this;
    return html`<div class="bar">
        <nav aria-label="Cards and decks">${Object.entries(ROOMS).map(([room, name]) => html`
          <a data-room=${room} href=${roomLink(room, set)} aria-current=${room === this.room ? 'page' : nothing}>${name}</a>`)}</nav>
        <label>Set of cards <select data-set @change=${(event: Event) => { go(roomLink(this.room, (event.target as HTMLSelectElement).value)); }}>
          ${sets.map(({ name, title, own }) => html`<option value=${name} .selected=${name === set}>${title}${own ? '' : t(' (ours)')}</option>`)}</select></label>
        ${ownSet(this.work, set) ? html`<label>Its name <input data-set-name maxlength="60" autocomplete="off" .value=${set} @change=${this.named}></label>` : nothing}
      </div>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div @work=${this.worked}>${this.shown()}</div>
      <p class="quiet kept" data-kept>${t(this.isKept ? 'Your cards and decks are kept in this browser. Save a set as a file to have it elsewhere.' : 'This browser keeps nothing: save your set as a file before you leave.')}</p>`;
  }

  private readonly named = (event: Event): void => {
    const input = event.target as HTMLInputElement, name = input.value.trim(), { set } = this;
    if (name === '' || setsOf(this.work).some((one) => one.name === name)) { input.value = set; return; }
    this.worked(new CustomEvent('work', { detail: { work: renameSet(this.work, set, name), set: name } }));
  };

  private shown(): TemplateResult {
    const { work, reading, set, place } = this;
    switch (this.room) {
      case 'cards': return html`<arbiter-tcg-making .work=${work} .set=${set} .reading=${reading}></arbiter-tcg-making>`;
      case 'decks': return html`<arbiter-tcg-building .work=${work} .set=${set} .reading=${reading} .packed=${place.params.get('deck') ?? undefined}></arbiter-tcg-building>`;
      case 'compare': return html`<arbiter-tcg-comparing .work=${work} .set=${set} .reading=${reading}></arbiter-tcg-comparing>`;
      case 'print': return html`<arbiter-tcg-sheets .work=${work} .set=${set} .reading=${reading}></arbiter-tcg-sheets>`;
    }
  }
}

customElements.define('arbiter-tcg-desk', ArbiterTcgDesk);

/** Render the desk; this module is what the page loads. */
export const show = (place: Place): TemplateResult => html`<arbiter-tcg-desk .place=${place}></arbiter-tcg-desk>`;
