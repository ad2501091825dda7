/**
 * The page `rules`: every rule of every game, filtered while the user types; `#/rules/<service>` is one book and
 * `#/rules/<id>` one rule.
 *
 * For tests: `data-search` the field, `data-count` on the list is the number of rules found, `data-rule` on each rule.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../parts/problem.js';
import { bookNames, bookOf, bookWith, isRuleId, searched, type Book, type Entry } from '../parts/rules/books.js';
import { alone, bookName, inList, readings } from '../parts/rules/entry.js';
import { go, linkTo, type Place } from '../router.js';
import { base } from '../styles.js';

const PAGE = 60;

export class ArbiterRules extends LitElement {
  static override properties = {
    place: { attribute: false }, names: { state: true }, books: { state: true }, words: { state: true },
    most: { state: true }, problem: { state: true }, loading: { state: true },
  };
  declare place: Place;
  declare private names: readonly string[];
  declare private books: readonly Book[];
  declare private words: string;
  declare private most: number;
  declare private problem: Error | undefined;
  declare private loading: boolean;

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
    .sections { columns: 16rem; margin-bottom: 1rem; } .sections a { display: block; padding: 0.1rem 0; }
    @media (max-width: 40rem) { li { grid-template-columns: 1fr; } }
  `];

  constructor() {
    super();
    [this.names, this.books, this.words, this.most, this.loading] = [[], [], '', PAGE, true];
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
    const [part] = this.place.parts;
    if (part !== undefined && isRuleId(part)) return this.single(part);
    return html`<h1>${part === undefined ? 'Rules' : `Rules: ${bookName(part)}`}</h1>
      <form class="search" role="search" @submit=${(event: Event) => { event.preventDefault(); }}>
        <label>Search <input data-search type="search" .value=${this.words} placeholder="a word, or an id such as DI-KEEP-02" @input=${this.typed}></label>
        <label>In <select @change=${this.chosen}>
          <option value="" ?selected=${part === undefined}>all games</option>
          ${this.names.map((name) => html`<option value=${name} ?selected=${name === part}>${bookName(name)}</option>`)}</select></label>
      </form>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.loading ? html`<p class="quiet">Loading…</p>` : this.list(searched(this.books, this.words), part === undefined)}`;
  }

  private list(found: readonly Entry[], withBook: boolean): TemplateResult {
    const shown = found.slice(0, this.most);
    return html`<p class="quiet" role="status">${found.length === 1 ? 'One rule' : `${found.length} rules`}</p>
      <ul data-count=${found.length}>${shown.map((one) => inList(one, withBook))}</ul>
      ${found.length > shown.length ? html`<button @click=${() => { this.most += 4 * PAGE; }}>Show more</button>` : nothing}`;
  }

  private single(id: string): TemplateResult {
    const book = this.books[0], entry = book?.entries.find(({ rule }) => rule.id === id);
    const back = html`<p><a href=${linkTo('rules', book ? [book.name] : [])}>← ${book ? `Rules: ${bookName(book.name)}` : 'Rules'}</a></p>`;
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
    go(linkTo('rules', value ? [value] : [], { q: this.words }));
  }
}

customElements.define('arbiter-rules', ArbiterRules);
