/**
 * The page `design`: exact odds, and simulations.
 *
 * `#/design/odds` calculates odds; `#/design/<service>` starts simulations of that game, and `#/design/<service>/<id>`
 * shows one. For tests: `data-tab` on the two links.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { appKey, changed } from '../access.js';
import '../parts/design/job.js';
import '../parts/design/jobs.js';
import '../parts/design/odds.js';
import { notationGame } from '../games.js';
import { linkTo, type Place } from '../router.js';
import { base } from '../styles.js';

/** A name of no service: the list of simulations replaces it by the first game that has any. */
const ANY = 'any';

export class ArbiterDesign extends LitElement {
  static override properties = { place: { attribute: false }, key: { state: true } };
  declare place: Place;
  declare private key: string | undefined;

  static override styles = [base, css`
    nav { display: flex; gap: 0.3rem; margin-bottom: 1.2rem; border-bottom: 1px solid var(--line); }
    nav a { padding: 0.4rem 0.9rem; text-decoration: none; color: var(--ink); border-bottom: 3px solid transparent; margin-bottom: -1px; }
    nav a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
  `];

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.known);
    this.known();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => { this.key = appKey(); };

  protected override render(): TemplateResult {
    const [part = 'odds'] = this.place.parts, odds = part === 'odds';
    return html`<h1>Design</h1>
      <nav aria-label="Design">
        <a data-tab="odds" href="#/design/odds" aria-current=${odds ? 'page' : nothing}>Exact odds</a>
        <a data-tab="simulations" href=${linkTo('design', [odds ? notationGame()?.[0] ?? ANY : part])} aria-current=${odds ? nothing : 'page'}>Simulations</a>
      </nav>
      ${this.key === undefined ? html`<p>Enter an API key at the top of the page: the server calculates odds and runs simulations only for callers with a key.
        <a href="#/">How to get a key</a></p>` : this.shown()}`;
  }

  private shown(): TemplateResult {
    const [part = 'odds', id] = this.place.parts;
    if (part === 'odds') return html`<arbiter-odds .place=${this.place}></arbiter-odds>`;
    if (id !== undefined) return html`<arbiter-job .service=${part} .job=${id}></arbiter-job>`;
    return html`<arbiter-jobs .service=${part}></arbiter-jobs>`;
  }
}

customElements.define('arbiter-design', ArbiterDesign);
