/**
 * The page `api`: every operation of a service, read from the contract that the server has. `#/api/<service>` is one service,
 * and `#/api/<service>/<operation>` opens an operation.
 *
 * For tests: `data-service` the choice of a service, `data-search` the field, `data-operation` on each operation.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { contractOf, found, type Contract, type Operation } from '../parts/api/contract.js';
import '../parts/api/operation.js';
import '../parts/problem.js';
import { go, linkTo, type Place } from '../router.js';
import { base } from '../styles.js';
import { gameName, services } from '../words.js';
import { t } from '../texts.js';

export class ArbiterApi extends LitElement {
  static override properties = {
    place: { attribute: false }, names: { state: true }, contract: { state: true }, words: { state: true }, open: { state: true }, problem: { state: true },
  };
  declare place: Place;
  declare private names: readonly string[];
  declare private contract: Contract | undefined;
  declare private words: string;
  /** The names of the open operations. */
  declare private open: ReadonlySet<string>;
  declare private problem: Error | undefined;
  private shown = '';

  static override styles = [base, css`
    .lead { max-width: 46rem; } .search { margin: 1rem 0; align-items: end; } .search label:first-child { flex: 1 1 14rem; } .search label { font-size: 0.9rem; }
    section { margin-top: 1.6rem; } .operations { border-bottom: 1px solid var(--line); }
    .operations > details { border-top: 1px solid var(--line); } .operations > details[open] { padding-bottom: 1.2rem; }
    .lead code { overflow-wrap: anywhere; }
    summary { cursor: pointer; display: grid; grid-template-columns: 4.4rem minmax(0, 1fr); gap: 0.1rem 0.6rem; padding: 0.6rem 0; overflow-wrap: anywhere; }
    .method { font: 600 0.85rem/1.7 var(--mono); } .says { grid-column: 2; }
    @media (min-width: 60rem) { summary { grid-template-columns: 4.4rem minmax(0, 3fr) minmax(0, 2fr); } .says { grid-column: 3; } }
  `];

  constructor() {
    super();
    [this.names, this.words, this.open] = [[], '', new Set()];
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has('place')) return;
    const [service = '', operation] = this.place.parts;
    this.words = this.place.params.get('q') ?? '';
    if (operation !== undefined) this.open = new Set([...this.open, operation]);
    if (service !== this.shown || this.contract === undefined) void this.load(service);
  }

  private get service(): string { return this.place.parts[0] ?? this.names[0] ?? ''; }

  private async load(service: string): Promise<void> {
    this.shown = service;
    [this.problem, this.contract] = [undefined, undefined];
    try {
      this.names = (await services()).map(({ name }) => name);
      const contract = await contractOf(this.service);
      if (this.shown !== service) return;
      this.contract = contract;
      await this.updateComplete;
      const [, operation] = this.place.parts;
      if (operation !== undefined) this.renderRoot.querySelector(`[data-operation="${CSS.escape(operation)}"]`)?.scrollIntoView();
    } catch (error) {
      this.problem = error as Error;
    }
  }

  protected override render(): TemplateResult {
    return html`<h1>API</h1>
      <p class="lead">Everything that a program may ask this server, from its contract. Our clients send all of it for you:
        <a href="/guide/campaign">for Python and TypeScript</a>, <a href="/guide/embed">for a table in your own page</a> and <a href="/guide/discord">for a Discord bot</a>.</p>
      <p class="lead">For other programs: <a href=${`/schema/${this.service || 'openapi'}.json`}>this contract</a> and <a href="/schema/openapi.json">that of all services</a> as OpenAPI 3.1; <a href="/schema/">all on one page</a>, without JavaScript.</p>
      <p class="lead">For dice in Foundry VTT, paste <code>${location.origin}/foundry/module.json</code> into its “Install Module”. <a href="/guide/embed">The guide says the rest.</a></p>
      <form class="row search" role="search" @submit=${(event: Event) => { event.preventDefault(); }}>
        <label>Search <input data-search type="search" .value=${this.words} placeholder="a word, such as audit" @input=${this.typed}></label>
        <label>Service <select data-service @change=${(event: Event) => { go(linkTo('api', [(event.target as HTMLSelectElement).value], { q: this.words })); }}>
          ${this.names.map((name) => html`<option value=${name} ?selected=${name === this.service}>${gameName(name)}</option>`)}</select></label>
      </form>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.contract ? this.groups(this.contract) : this.problem ? nothing : html`<p role="status">Reading the contract…</p>`}`;
  }

  private groups(contract: Contract): TemplateResult {
    const groups = found(contract.groups, this.words), many = groups.reduce((sum, { operations }) => sum + operations.length, 0);
    return html`<p class="quiet" role="status">${t(many === 1 ? 'One operation' : `${many} operations`)}</p>
      ${groups.map(({ title, operations }) => html`<section><h2>${title}</h2><div class="operations">${operations.map((one) => this.operation(one, contract))}</div></section>`)}`;
  }

  private operation(operation: Operation, { schemas }: Contract): TemplateResult {
    const { operationId: name, method, path, summary } = operation, isOpen = this.open.has(name);
    const toggled = (event: Event): void => {
      const { open } = event.currentTarget as HTMLDetailsElement;
      if (open === this.open.has(name)) return;
      const others = [...this.open].filter((one) => one !== name);
      this.open = new Set(open ? [...others, name] : others);
      go(linkTo('api', open ? [this.service, name] : [this.service], { q: this.words }), { replace: true });
    };
    return html`<details data-operation=${name} ?open=${isOpen} @toggle=${toggled}>
      <summary><span class="method">${method}</span><code>${path}</code><span class="says">${summary}</span></summary>
      ${isOpen ? html`<arbiter-operation .operation=${operation} .schemas=${schemas} .service=${this.service}></arbiter-operation>` : nothing}</details>`;
  }

  private typed(event: Event): void {
    this.words = (event.target as HTMLInputElement).value;
    go(linkTo('api', this.place.parts, { q: this.words }), { replace: true });
  }
}

customElements.define('arbiter-api', ArbiterApi);
