/**
 * The page `design`: exact odds, simulations, and the desks of the games that have one.
 *
 * `#/design/odds` calculates odds; `#/design/<service>` starts simulations of that game, and `#/design/<service>/<id>`
 * shows one, and `?with=<id>` another one beside it; `#/design/desk/<service>` is the desk of a game, which decides on the rest of the address. For tests:
 * `data-tab` on the links.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { appKey, changed } from '../access.js';
import '../parts/design/job.js';
import '../parts/design/jobs.js';
import '../parts/design/odds.js';
import '../parts/design/desk.js';
import { withoutKey } from '../parts/problem.js';
import { games, notationGame } from '../games.js';
import { linkTo, type Place } from '../router.js';
import { base } from '../styles.js';
import { t } from '../texts.js';

/** A name of no service: the list of simulations replaces it by the first game that has any. */
const ANY = 'any';
/** In the place of a service: the desk of the game that follows. */
const DESK = 'desk';

export class ArbiterDesign extends LitElement {
  static override properties = { place: { attribute: false }, key: { state: true } };
  declare place: Place;
  declare private key: string | undefined;

  static override styles = [base, css`
    nav { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-bottom: 1.2rem; border-bottom: 1px solid var(--line); }
    nav a { padding: 0.4rem 0.9rem; text-decoration: none; color: var(--ink); border-bottom: 3px solid transparent; margin-bottom: -1px; }
    nav a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
    @media print { h1, nav { display: none; } }
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
    const [part = 'odds', service] = this.place.parts, atDesk = part === DESK, odds = part === 'odds';
    const simulations = linkTo('design', [odds || atDesk ? notationGame()?.[0] ?? ANY : part]);
    return html`<h1>Design</h1>
      <nav aria-label="Design">
        ${this.tab('odds', '#/design/odds', odds, t('Exact odds'))}${this.tab('simulations', simulations, !odds && !atDesk, t('Simulations'))}
        ${[...games()].map(([name, { desk }]) => (desk ? this.tab(`desk-${name}`, linkTo('design', [DESK, name]), atDesk && name === service, desk.title) : nothing))}
      </nav>
      ${atDesk ? html`<arbiter-desk .place=${this.place}></arbiter-desk>` : this.key === undefined ? withoutKey() : this.shown()}`;
  }

  private tab(name: string, link: string, isCurrent: boolean, title: string): TemplateResult {
    return html`<a data-tab=${name} href=${link} aria-current=${isCurrent ? 'page' : nothing}>${title}</a>`;
  }

  private shown(): TemplateResult {
    const [part = 'odds', id] = this.place.parts;
    if (part === 'odds') return html`<arbiter-odds .place=${this.place}></arbiter-odds>`;
    if (id !== undefined) return html`<arbiter-job .service=${part} .job=${id} .with=${this.place.params.get('with') ?? undefined}></arbiter-job>`;
    return html`<arbiter-jobs .service=${part}></arbiter-jobs>`;
  }
}

customElements.define('arbiter-design', ArbiterDesign);
