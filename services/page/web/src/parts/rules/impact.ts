/**
 * `<arbiter-impact>`: asks what another choice of a setting would have changed in the stored games of the page's key.
 *
 * For tests: `data-ask` on each button is the choice, `data-other` the field for any choice, `data-status` the status of
 * the job, `data-figure` each number, `data-findings` the list of differences, `data-first` the link to the first of each.
 */
import type { JobAnswer, Progress, Service } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { appKey, arbiter, changed } from '../../access.js';
import { base } from '../../styles.js';
import { followed } from '../design/following.js';
import '../problem.js';
import { begun, spelled } from '../../words.js';
import { findingsOf } from './findings.js';
import { t } from '../../texts.js';

const GAMES = 500;
const VALUE = /^[a-z0-9_]+$/;

/** Read a choice as the ledger writes it: a number, yes or no, or a name. */
function valueOf(choice: string): unknown {
  return /^(true|false|\d+)$/.test(choice) ? JSON.parse(choice) : choice;
}

/** Return settings in which one has another value: `ap.carry_over` is `{ap: {carry_over: …}}`. */
export function settingsWith(setting: string, choice: string): Record<string, unknown> {
  return setting.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), valueOf(choice)) as Record<string, unknown>;
}

/** Say the path of a setting, and a choice of one, in words. */
export const settingSaid = (setting: string): string => begun(setting.split('.').map(spelled).join(', '));
export const choiceSaid = (choice: string): string => (choice === 'true' ? t('yes') : choice === 'false' ? t('no') : choice.includes('_') || VALUE.test(choice) ? spelled(choice) : choice);

export class ArbiterImpact extends LitElement {
  static override properties = {
    service: {}, setting: {}, alternatives: { attribute: false }, asked: { state: true }, answer: { state: true }, progress: { state: true },
    problem: { state: true }, other: { state: true },
  };
  declare service: string;
  /** The path of the setting, such as `ap.carry_over`. */
  declare setting: string;
  /** What a table may choose instead, as the ledger says it. */
  declare alternatives: readonly string[];
  declare private asked: string | undefined;
  declare private answer: JobAnswer | undefined;
  declare private progress: Progress | undefined;
  declare private problem: Error | undefined;
  declare private other: string;
  private following: AbortController | undefined;

  static override styles = [base, css`
    :host { border-top: 1px solid var(--line); margin: 0.6rem 0; padding-top: 0.6rem; }
    p { margin-bottom: 0.4rem; } [aria-live] { margin-top: 0.6rem; } ul { margin: 0.4rem 0; padding-left: 1.2rem; } th { font-weight: normal; } td { text-align: right; }
    input { width: 10rem; } progress { width: 100%; accent-color: var(--accent); } li { overflow-wrap: anywhere; }
  `];

  constructor() {
    super();
    this.other = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.again);
    this.following?.abort();
  }

  private readonly again = (): void => { this.requestUpdate(); };

  protected override render(): TemplateResult {
    if (appKey() === undefined) return html`<p class="quiet">With an app’s key, this page says what another choice would have changed in stored games.</p>`;
    const choices = this.alternatives.filter((one) => VALUE.test(one));
    return html`<p>What would it have changed in stored games?</p>
      <div class="row">${choices.map((one) => html`<button data-ask=${one} ?disabled=${this.busy} @click=${() => this.ask(one)}><span>Ask about “${choiceSaid(one)}”</span></button>`)}
        ${choices.length < this.alternatives.length ? this.field() : nothing}</div>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div aria-live="polite">${this.shown()}</div>`;
  }

  private field(): TemplateResult {
    return html`<form class="row" @submit=${(event: Event) => { event.preventDefault(); void this.ask(this.other); }}>
      <label><span class="only-read">Another choice</span>
        <input data-other .value=${this.other} placeholder="another choice" required @input=${(event: Event) => { this.other = (event.target as HTMLInputElement).value.trim(); }}></label>
      <button ?disabled=${this.busy}>Ask</button></form>`;
  }

  private shown(): TemplateResult | typeof nothing {
    const { progress, answer, asked } = this;
    if (!progress || !answer) return this.busy ? html`<p class="quiet">Asking…</p>` : nothing;
    const { status, trials, at_most: most, reason } = progress, findings = answer.result?.findings;
    if (status === 'running') {
      return html`<div data-status="running"><progress max=${most} .value=${trials} aria-label="Games read"></progress>
        <p>${trials} of ${most} games. <button @click=${() => this.cancelled()}>Cancel</button></p></div>`;
    }
    return html`<div data-status=${status}><p>If “${settingSaid(this.setting)}” had been “${choiceSaid(asked ?? '')}”:</p>
      ${status === 'failed' ? html`<p class="bad">${reason}</p>` : nothing}
      ${findings ? findingsOf(this.service, findings) : html`<p class="quiet">No results.</p>`}</div>`;
  }

  private get busy(): boolean {
    return this.asked !== undefined && this.problem === undefined && (this.progress === undefined || this.progress.status === 'running');
  }

  private async ask(choice: string): Promise<void> {
    this.following?.abort();
    const { signal } = this.following = new AbortController();
    [this.asked, this.answer, this.progress, this.problem] = [choice, undefined, undefined, undefined];
    try {
      const body = { impact: { settings: settingsWith(this.setting, choice) }, trials: GAMES };
      const job = await arbiter().job(this.service as Service, body as never, { signal });
      for await (const { answer, progress } of followed(job, signal)) [this.answer, this.progress] = [answer, progress];
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
  }

  private async cancelled(): Promise<void> {
    try {
      if (this.answer) this.answer = await arbiter().jobAt(this.service as Service, this.answer.id).cancel();
      this.progress = this.answer?.progress;
    } catch (error) {
      this.problem = error as Error;
    }
  }
}

customElements.define('arbiter-impact', ArbiterImpact);
