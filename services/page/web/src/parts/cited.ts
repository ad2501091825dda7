/**
 * `<arbiter-cited .service=${'dice'} .rules=${['DI-KEEP-02']}>`: the button § of a line of a log, which shows below the line the rules that made it.
 *
 * The Tab key stops at the button that is `first` in a list; arrows up and down lead to those of other lines, Escape closes the rules.
 * For tests: `data-cited` on the button, `data-rule` on each rule.
 */
import type { RulePage } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../router.js';
import { base } from '../styles.js';
import { document } from '../words.js';
import './problem.js';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

export class ArbiterCited extends LitElement {
  static override properties = { service: {}, rules: { attribute: false }, first: { type: Boolean }, open: { state: true }, read: { state: true }, problem: { state: true } };
  declare service: string;
  /** The ids of the rules. */
  declare rules: readonly string[];
  declare first: boolean;
  declare private open: boolean;
  declare private read: readonly RulePage[] | undefined;
  declare private problem: Error | undefined;

  static override styles = [base, css`
    :host { display: inline; font-size: inherit; font-weight: 400; }
    button { padding: 0; border: 0; background: none; color: var(--quiet); min-height: 1.5rem; width: 1.75rem; justify-content: center; vertical-align: baseline; }
    button::before { content: '§'; } button[aria-expanded='true'] { color: var(--accent); }
    ul { list-style: none; margin: 0.3rem 0 0.4rem; padding: 0.1rem 0.7rem; border-left: 3px solid var(--line); display: grid; gap: 0.4rem; max-width: 46rem; } p { margin: 0; }
    @media (max-width: 40rem) { button { min-height: 2.5rem; width: 2.5rem; margin-block: -0.5rem; } }
  `];

  protected override render(): TemplateResult {
    return html`<button type="button" data-cited tabindex=${this.first ? 0 : -1} aria-label="Rules of this line" title="Rules of this line" aria-expanded=${this.open ? 'true' : 'false'}
      @click=${this.toggled} @keydown=${this.typed}></button>${this.open ? this.shown() : nothing}`;
  }

  private shown(): TemplateResult {
    const asked = (id: string): RulePage | undefined => this.read?.find(({ rule }) => rule.id === id);
    return html`<ul>${this.rules.map((id) => html`<li data-rule=${id}>${said(id, asked(id))}</li>`)}</ul><arbiter-problem .problem=${this.problem}></arbiter-problem>`;
  }

  private readonly toggled = (): void => {
    this.open = !this.open;
    if (!this.open || this.read !== undefined) return;
    this.problem = undefined;
    Promise.all(this.rules.map((id) => document<RulePage>(`/${this.service}/v1/rules/${id}`)))
      .then((read) => { this.read = read; }, (problem: unknown) => { this.problem = problem as Error; });
  };

  private readonly typed = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined && !(event.key === 'Escape' && this.open)) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) { this.open = false; return; }
    const all = [...(this.getRootNode() as ParentNode).querySelectorAll<ArbiterCited>('arbiter-cited')];
    all[all.indexOf(this) + step]?.renderRoot.querySelector('button')?.focus();
  };
}

/** A rule: its text, or a ruling's question and answer; only its id, which is a link, until it is read. */
const said = (id: string, page: RulePage | undefined): TemplateResult => html`${page === undefined ? nothing : html`<p lang="en">${page.rulings.filter((one) => one.id === id).map(({ question }) => html`<em>${question}</em> `)}${page.rule.says}</p>`}
  <small><a href=${linkTo('rules', [id])}>${id}</a>${page === undefined ? nothing : html`<span lang="en"> · ${page.rule.section}</span>`}</small>`;

customElements.define('arbiter-cited', ArbiterCited);

/** The button of a line, if its type of event has rules. */
export const citedIn = (service: string, rules: readonly string[] | undefined, first: boolean): TemplateResult | typeof nothing => (rules === undefined || rules.length === 0 ? nothing
  : html`<arbiter-cited .service=${service} .rules=${rules} ?first=${first}></arbiter-cited>`);
