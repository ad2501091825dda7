/**
 * The page `rules`: every rule of every game, filtered while the user types; `#/rules/<service>` is one book in chapters,
 * `#/rules/<service>/terms` its terms, `#/rules/<service>/rulings` the rulings that a table may decide otherwise, and `#/rules/<id>` one rule.
 *
 * For tests: `data-search` the field, `data-count` on the list is the number of rules or terms found, `data-rule` on each rule,
 * `data-chapter` on each chapter, `data-ids` on the box that shows ids, `data-entry` on each term.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../parts/problem.js';
import { bookNames, bookOf, bookWith, isRuleId, searched, type Book, type Entry } from '../parts/rules/books.js';
import { chapterList, chaptersOf } from '../parts/rules/chapters.js';
import { alone, bookName, inList, readings } from '../parts/rules/entry.js';
import { TERMS, hasTerms, termList, ways } from '../parts/rules/glossary.js';
import { RULINGS, rulingList } from '../parts/rules/rulings.js';
import { go, linkTo, type Place } from '../router.js';
import { base } from '../styles.js';
import { t } from '../texts.js';

const PAGE = 60;

export class ArbiterRules extends LitElement {
  static override properties = {
    place: { attribute: false }, names: { state: true }, books: { state: true }, words: { state: true },
    most: { state: true }, problem: { state: true }, loading: { state: true }, open: { state: true }, ids: { state: true },
  };
  declare place: Place;
  declare private names: readonly string[];
  declare private books: readonly Book[];
  declare private words: string;
  declare private most: number;
  declare private problem: Error | undefined;
  declare private loading: boolean;
  /** The titles of the open chapters. */
  declare private open: ReadonlySet<string>;
  /** Whether chapters show the ids of their rules. */
  declare private ids: boolean;

  static override styles = [base, css`
    .search { display: flex; flex-wrap: wrap; gap: 0.8rem; margin-bottom: 1rem; align-items: end; }
    .search label:first-child { flex: 1 1 16rem; }
    .search label { font-size: 0.9rem; }
    ul { list-style: none; margin: 0; padding: 0; }
    li { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.2rem 1rem; padding: 0.7rem 0; border-top: 1px solid var(--line); }
    li p { margin: 0; } .id { font-family: var(--mono); font-size: 0.86rem; padding-top: 0.15rem; }
    h1 .id { font-size: 1em; }
    .says { font-size: 1.15rem; max-width: 46rem; } article .quiet { max-width: 46rem; }
    section { margin-top: 1.8rem; } article.card p { margin-bottom: 0.4rem; }
    .facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.2rem 1rem; margin: 0 0 0.4rem; } dt { color: var(--quiet); } dd { margin: 0; }
    .ways { margin-bottom: 0.8rem; } .ways [aria-current] { border-color: var(--accent); font-weight: 600; }
    details { border-top: 1px solid var(--line); padding: 0.5rem 0; } summary { cursor: pointer; font-weight: 600; } summary small { font-weight: 400; }
    ol { padding-left: 1.4rem; margin: 0.6rem 0; display: grid; gap: 0.5rem; max-width: 46rem; } li.read { display: list-item; padding: 0; border: 0; }
    .terms > div { padding: 0.6rem 0; border-top: 1px solid var(--line); display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0.2rem 1rem; } .terms { margin: 0; }
    .terms dt { color: inherit; font-weight: 600; } .check { display: flex; gap: 0.5rem; align-items: center; margin: 0 0 0.8rem; }
    @media (max-width: 40rem) { li, .terms > div { grid-template-columns: 1fr; } }
  `];

  constructor() {
    super();
    [this.names, this.books, this.words, this.most, this.loading] = [[], [], '', PAGE, true];
    [this.open, this.ids] = [new Set(), false];
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has('place')) return;
    this.words = this.place.params.get('q') ?? '';
    this.most = PAGE;
    void this.load();
  }

  private async load(): Promise<void> {
    const [part] = this.place.parts, asked = this.place;
    this.loading = true;
    this.problem = undefined;
    try {
      this.names = await bookNames();
      const books = part === undefined ? await Promise.all(this.names.map(bookOf))
        : [isRuleId(part) ? await bookWith(part) : this.names.includes(part) ? await bookOf(part) : undefined];
      if (asked === this.place) this.books = books.filter((book) => book !== undefined);
    } catch (error) {
      this.problem = error as Error;
    }
    if (asked === this.place) this.loading = false;
  }

  protected override render(): TemplateResult {
    const [part, view] = this.place.parts, isTerms = view === TERMS, isRulings = view === RULINGS;
    if (part !== undefined && isRuleId(part)) return this.single(part);
    return html`<h1>${part === undefined ? t('Rules') : `${isTerms ? t('Terms') : t(isRulings ? 'Rulings' : 'Rules')}: ${bookName(part)}`}</h1>
      ${part === undefined ? html`<p>Read a book in chapters: ${this.names.map((name, at) => html`${at ? ', ' : ''}<a href=${linkTo('rules', [name])}>${bookName(name)}</a>`)}.</p>
        <p>What another ruling would have changed in your games: ${this.names.filter(hasTerms).map((name, at) => html`${at ? ', ' : ''}<a data-rulings=${name} href=${linkTo('rules', [name, RULINGS])}>${bookName(name)}</a>`)}.</p>` : ways(part, view)}
      <form class="search" role="search" @submit=${(event: Event) => { event.preventDefault(); }}>
        <label>Search <input data-search type="search" .value=${this.words} placeholder=${t(isTerms ? 'a word' : 'a word, or an id such as DI-KEEP-02')} @input=${this.typed}></label>
        <label>In <select @change=${this.chosen}>
          <option value="" ?selected=${part === undefined}>all games</option>
          ${this.names.map((name) => html`<option value=${name} ?selected=${name === part}>${bookName(name)}</option>`)}</select></label>
      </form>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.loading ? html`<p class="quiet">Loading…</p>` : part === undefined ? this.words.trim() === '' ? nothing : this.list(searched(this.books, this.words), true) : isTerms ? termList(part, this.words) : isRulings ? rulingList(this.books[0], this.words) : this.book()}`;
  }

  /** One book: in chapters, or what a search finds in it. */
  private book(): TemplateResult {
    const [book] = this.books;
    if (book === undefined || this.words.trim() !== '') return this.list(searched(this.books, this.words), false);
    const toggled = (title: string, open: boolean): void => {
      const others = [...this.open].filter((one) => one !== title);
      this.open = new Set(open ? [...others, title] : others);
    };
    return html`<label class="check"><input type="checkbox" data-ids .checked=${this.ids} @change=${(event: Event) => { this.ids = (event.target as HTMLInputElement).checked; }}>
        Show the ids of the rules</label>
      ${chapterList(chaptersOf(book), { open: this.open, ids: this.ids, toggled })}`;
  }

  private list(found: readonly Entry[], withBook: boolean): TemplateResult {
    const shown = found.slice(0, this.most);
    return html`<p class="quiet" role="status">${t(found.length === 1 ? 'One rule' : `${found.length} rules`)}</p>
      <ul data-count=${found.length}>${shown.map((one) => inList(one, withBook))}</ul>
      ${found.length > shown.length ? html`<button @click=${() => { this.most += 4 * PAGE; }}>Show more</button>` : nothing}`;
  }

  private single(id: string): TemplateResult {
    const book = this.books[0], entry = book?.entries.find(({ rule }) => rule.id === id);
    const back = html`<p><a href=${linkTo('rules', book ? [book.name] : [])}>← ${t(book ? `Rules: ${bookName(book.name)}` : 'Rules')}</a></p>`;
    if (this.loading && !entry) return html`${back}<h1>${id}</h1><p class="quiet">Loading…</p>`;
    const rulings = (book?.rulings ?? []).filter((one) => one.id === id || one.rules.includes(id));
    if (!entry && rulings.some((one) => one.id === id)) return html`${back}<h1>${id}</h1>${readings(book?.name ?? '', rulings)}`;
    if (!book || !entry) return html`${back}<h1>${id}</h1><arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.problem ? nothing : html`<p>No rule has this id.</p>`}`;
    const examples = book.examples.filter(({ section }) => section !== '' && section === entry.rule.section);
    return html`${back}<h1>${id}</h1>${alone(entry, rulings, examples)}`;
  }

  private typed(event: Event): void {
    this.words = (event.target as HTMLInputElement).value;
    this.most = PAGE;
    go(linkTo('rules', this.place.parts, { q: this.words }), { replace: true });
  }

  private chosen(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    go(linkTo('rules', value ? [value, ...hasTerms(value) ? this.place.parts.slice(1) : []] : [], { q: this.words }));
  }
}

customElements.define('arbiter-rules', ArbiterRules);
