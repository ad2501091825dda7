/**
 * `<arbiter-jobs>`: starts a simulation of a game, and lists the simulations of this key.
 *
 * For tests: `data-game` the choice of a game, `data-jobs` the list, `data-job` on each row, as `service/id`.
 */
import type { JobAsk, JobItem, Service } from 'arbiter-client';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { arbiter } from '../../access.js';
import { go, linkTo } from '../../router.js';
import { base } from '../../styles.js';
import { gameName, services } from '../../words.js';
import '../problem.js';
import { ago } from '../times.js';
import './request.js';
import { t } from '../../texts.js';

const EACH = 10;
export const STATUS: Record<string, string> = t({ running: 'running', completed: 'done', failed: 'failed', cancelled: 'cancelled' });

interface Found extends JobItem { readonly service: string }

async function newest(service: string): Promise<Found[]> {
  const found: Found[] = [];
  for await (const one of arbiter().jobs(service as Service, { limit: EACH })) found.push({ ...one, service });
  return found;
}

export class ArbiterJobs extends LitElement {
  static override properties = {
    service: {}, names: { state: true }, found: { state: true }, problem: { state: true }, refused: { state: true }, busy: { state: true },
  };
  declare service: string;
  /** The services with simulations, once they are known. */
  declare private names: readonly string[] | undefined;
  declare private found: readonly Found[] | undefined;
  declare private problem: Error | undefined;
  declare private refused: Error | undefined;
  declare private busy: boolean;

  static override styles = [base, css`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
    .new { display: grid; gap: 0.9rem; } h2 { margin: 0; }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.5rem 0; border-top: 1px solid var(--line); } li:first-child { border: 0; }
    @media (max-width: 52rem) { .two { grid-template-columns: minmax(0, 1fr); } }
  `];

  constructor() {
    super();
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('service')) this.refused = undefined;
  }

  private async load(): Promise<void> {
    try {
      const served = await services(), [first] = this.names = served.filter(({ simulates }) => simulates).map(({ name }) => name);
      if (first !== undefined && !served.some(({ name }) => name === this.service)) go(linkTo('design', [first]), { replace: true });
      this.found = (await Promise.all(this.names.map(newest))).flat().sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
    } catch (error) {
      this.problem = error as Error;
    }
  }

  protected override render(): TemplateResult {
    const { names } = this;
    if (!names) return html`<arbiter-problem .problem=${this.problem}></arbiter-problem>`;
    if (names.length === 0) return html`<p>No game on this server has simulations.</p>`;
    return html`<arbiter-problem .problem=${this.problem}></arbiter-problem><div class="two">
      <section class="card new"><h2>Start a simulation</h2>
        <p class="quiet">Arbiter plays as many trials as you request, by the rules of the game, and reports the results with bounds
          that stay valid however often you look. With “against” it plays both with the same luck and compares them.</p>
        <label>Game <select data-game @change=${(event: Event) => { go(linkTo('design', [(event.target as HTMLSelectElement).value])); }}>
          ${names.map((name) => html`<option value=${name} ?selected=${name === this.service}>${gameName(name)}</option>`)}</select></label>
        ${names.includes(this.service)
      ? html`<arbiter-request .service=${this.service} .path=${`/${this.service}/v1/jobs`} button="Simulate" .problem=${this.refused}
          ?busy=${this.busy} @send=${this.asked}></arbiter-request>`
      : html`<p>This game has no simulations.</p>`}</section>
      <section class="card"><h2>Your simulations</h2>${this.list()}</section></div>`;
  }

  private list(): TemplateResult {
    if (!this.found) return html`<p class="quiet">Loading…</p>`;
    if (this.found.length === 0) return html`<p class="quiet" data-jobs>None yet.</p>`;
    return html`<ul data-jobs>${this.found.map(({ service, id, status, at }) => html`<li data-job=${`${service}/${id}`}>
      <a href=${linkTo('design', [service, id])}>${gameName(service)}${at ? html`, ${ago(at)}` : nothing}</a>
      <span class="tag">${STATUS[status ?? ''] ?? status}</span></li>`)}</ul>`;
  }

  private async asked({ detail }: CustomEvent<JobAsk>): Promise<void> {
    this.busy = true;
    this.refused = undefined;
    try {
      const job = await arbiter().job(this.service as Service, detail as never);
      go(linkTo('design', [this.service, job.id]));
    } catch (error) {
      this.refused = error as Error;
    } finally {
      this.busy = false;
    }
  }
}

customElements.define('arbiter-jobs', ArbiterJobs);
