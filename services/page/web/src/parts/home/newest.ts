/**
 * `<arbiter-newest>`: the newest streams of this key, from all services.
 *
 * For tests: `data-streams` the list, `data-stream` on each row, as `service/id`; `data-few` on the button with which a phone shows more than three.
 */
import type { Listed, Service } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { appKey, arbiter } from '../../access.js';
import { linkTo } from '../../router.js';
import { seatList } from '../../seats.js';
import { base } from '../../styles.js';
import { gameName, services } from '../../words.js';
import { ago } from '../times.js';
import { titleFor } from '../titles.js';
import '../problem.js';
import { t } from '../../texts.js';

const EACH = 8, FEW = 3;

interface Found extends Listed { readonly service: string }

async function newest(service: string): Promise<Found[]> {
  const found: Found[] = [];
  for await (const one of arbiter().streams(service as Service, { limit: EACH })) found.push({ ...one, service });
  return found;
}

export class ArbiterNewest extends LitElement {
  static override properties = { found: { state: true }, problem: { state: true }, most: { state: true }, whole: { state: true } };
  declare private found: readonly Found[] | undefined;
  declare private problem: Error | undefined;
  declare private most: number;
  /** Whether a phone shows more than the first three. */
  declare private whole: boolean;

  static override styles = [base, css`
    ul { list-style: none; margin: 0; padding: 0; }
    li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.2rem 1rem; align-items: center; padding: 0.55rem 0; border-top: 1px solid var(--line); }
    li:first-child { border-top: 0; }
    .links { gap: 0.2rem 0.9rem; } .name { font-weight: 600; } .id { overflow-wrap: anywhere; }
    .open { color: var(--good); }
    .few { display: none; }
    @media (max-width: 34rem) { li { grid-template-columns: 1fr; } ul:not(.whole) li:nth-child(n + 4) { display: none; } .few { display: inline-flex; } .few + .more { display: none; } }
  `];

  constructor() {
    super();
    this.most = EACH;
    this.whole = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  /** Reload the list, unless the key is forgotten, before or meanwhile. */
  async load(): Promise<void> {
    try {
      const games = await services();
      if (appKey() === undefined) return;
      const all = await Promise.all(games.map(({ name }) => newest(name)));
      this.found = all.flat().sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
    } catch (error) {
      this.problem = error as Error;
    }
  }

  protected override render(): TemplateResult {
    if (this.problem) return html`<arbiter-problem .problem=${this.problem}></arbiter-problem>`;
    if (!this.found) return html`<p class="quiet">Loading…</p>`;
    if (this.found.length === 0) return html`<p class="quiet" data-streams>Nothing yet: roll dice, or open a game.</p>`;
    return html`<ul data-streams class=${this.whole ? 'whole' : ''}>${this.found.slice(0, this.most).map((one) => this.row(one))}</ul>
      ${this.found.length > FEW && !this.whole ? html`<button class="few" data-few @click=${() => { this.whole = true; }}>Show more</button>` : nothing}
      ${this.found.length > this.most ? html`<button class="more" @click=${() => { this.most += EACH; }}>Show more</button>` : nothing}`;
  }

  private row(one: Found): TemplateResult {
    const { service, id } = one, at = [service, id], who = seatList(one.seats ?? []), title = titleFor(service, one, this), what = `${gameName(service)}: ${title}`;
    return html`<li data-stream=${`${service}/${id}`}>
      <div><span class="name">${gameName(service)}</span>${title === who ? nothing : html` <span data-title>${title}</span>`}
        <span class=${one.status === 'open' ? 'tag open' : 'tag'}>${t(one.status === 'open' ? 'open' : 'closed')}</span>
        ${one.simulated ? html`<span class="tag">simulated</span>` : nothing}${one.fork ? html`<span class="tag">fork</span>` : nothing}
        <br><small class="id">${one.at ? html`${ago(one.at)} · ` : nothing}${who}</small></div>
      <div class="row links">
        ${one.status === 'open' ? html`<a href=${linkTo('play', at)} aria-label=${t`Play ${what}`}>Play</a>` : nothing}
        <a href=${linkTo('replay', at)} aria-label=${t`Replay ${what}`}>Replay</a>
        <a href=${linkTo('judge', at)} aria-label=${t`Judge ${what}`}>Judge</a>
      </div></li>`;
  }
}

customElements.define('arbiter-newest', ArbiterNewest);
