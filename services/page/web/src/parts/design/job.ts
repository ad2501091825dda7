/**
 * `<arbiter-job>`: a running simulation: its progress and its results so far.
 *
 * For tests: `data-question` and `data-answer` say what was asked and what came of it, `data-status` is its status, `data-trials` the number of trials, `data-cancel` the button that cancels it.
 */
import type { JobAnswer, Progress, Service } from 'arbiter-client';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { arbiter } from '../../access.js';
import { partOf } from '../../games.js';
import { go, linkTo } from '../../router.js';
import { base } from '../../styles.js';
import { gameName } from '../../words.js';
import '../problem.js';
import { findingsOf } from '../rules/findings.js';
import './compared.js';
import { requestForm, type RequestForm } from './contract.js';
import { followed, timeLeft } from './following.js';
import { rounded } from './fractions.js';
import { STATUS } from './jobs.js';
import { answerOf, questionOf } from './question.js';
import './result.js';
import { grouped as count, t } from '../../texts.js';

const WHY: Record<string, string> = t({ trials: 'all trials were played', precision: 'the requested precision was reached' });

export class ArbiterJob extends LitElement {
  static override properties = {
    service: {}, job: {}, with: {}, answer: { state: true }, progress: { state: true }, problem: { state: true }, form: { state: true },
  };
  declare service: string;
  /** The id of the job. */
  declare job: string;
  /** The id of a simulation to compare it with. */
  declare with: string | undefined;
  /** The request in the contract, with examples that are questions. */
  declare private form: RequestForm | undefined;
  declare private answer: JobAnswer | undefined;
  declare private progress: Progress | undefined;
  declare private problem: Error | undefined;
  private following: AbortController | undefined;

  static override styles = [base, css`
    progress { width: 100%; height: 0.9rem; accent-color: var(--accent); }
    .cancel { margin-left: auto; } .says { font-size: 1.1rem; } .head { display: grid; gap: 0.6rem; margin-bottom: 1rem; } .head p, .head h2 { margin: 0; }
    arbiter-compared { margin-top: 1rem; } details { margin-top: 1rem; } summary { cursor: pointer; } pre { margin-top: 0.5rem; max-height: 24rem; }
  `];

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('service') || changes.has('job')) void this.follow();
    if (changes.has('service')) requestForm(this.service, `/${this.service}/v1/jobs`).then((form) => { this.form = form; }, () => undefined); // the game's name is the heading then
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.following?.abort();
  }

  private at(): ReturnType<ReturnType<typeof arbiter>['jobAt']> {
    return arbiter().jobAt(this.service as Service, this.job);
  }

  private async follow(): Promise<void> {
    this.following?.abort();
    const { signal } = this.following = new AbortController();
    [this.answer, this.progress, this.problem] = [undefined, undefined, undefined];
    try {
      for await (const { answer, progress } of followed(this.at(), signal)) [this.answer, this.progress] = [answer, progress];
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
  }

  protected override render(): TemplateResult {
    const { answer, progress } = this;
    return html`<p><a href=${linkTo('design', [this.service])}>← Simulations of ${gameName(this.service)}</a></p>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${answer && progress ? this.shown(answer, progress) : this.problem ? nothing : html`<p class="quiet">Loading…</p>`}`;
  }

  private shown(answer: JobAnswer, progress: Progress): TemplateResult {
    const question = this.form ? questionOf(answer.request, this.form) : '', says = answer.result && !answer.result.findings ? answerOf(answer.result) : '';
    return html`<section class="card head" data-status=${progress.status} data-trials=${progress.trials}>
        <div class="row"><h2 data-question title=${this.job}>${question || gameName(this.service)}</h2><span class="tag">${STATUS[progress.status] ?? progress.status}</span>
          ${progress.status === 'running' ? html`<button class="cancel" data-cancel @click=${this.cancelled}>Cancel</button>` : nothing}</div>
        ${says ? html`<p class="says" data-answer>${says}</p>` : nothing}
        <progress max=${progress.at_most} .value=${progress.status === 'completed' ? progress.at_most : progress.trials} aria-label="Trials played"></progress>
        <p>${this.progressText(progress)}</p>
        ${progress.reason ? html`<p class="bad">${progress.reason}</p>` : nothing}
      </section>
      ${answer.result ? html`${partOf(this.service).report?.(answer.result, `${this.service}-${this.job.slice(0, 8)}`) ?? nothing}
        ${answer.result.findings ? html`<section class="card">${findingsOf(this.service, answer.result.findings)}</section>`
          : html`<arbiter-result .service=${this.service} .job=${this.job} .result=${answer.result}></arbiter-result>
            <arbiter-compared .service=${this.service} .job=${this.job} .result=${answer.result} .with=${this.with}
              @chosen=${({ detail }: CustomEvent<string | undefined>) => { go(linkTo('design', [this.service, this.job], { with: detail })); }}></arbiter-compared>`}`
      : html`<p class="quiet">${t(progress.status === 'running' ? 'No results yet.' : 'No results.')}</p>`}
      <details><summary>The request</summary><pre tabindex="0">${JSON.stringify(answer.request, null, 2)}</pre></details>`;
  }

  private progressText(progress: Progress): string {
    const { status, trials, at_most: most, reach, why } = progress;
    const made = t`${count(trials)} of at most ${count(most)} trials`;
    const reached = reach === null ? '' : t` The mean is known to ± ${rounded(reach)}.`;
    if (status === 'running') return `${[`${made}.`, timeLeft(progress)].filter(Boolean).join(' ')}${reached}`;
    return `${made}${why ? t`; it ended because ${WHY[why] ?? why}` : ''}.${reached}`;
  }

  private async cancelled(): Promise<void> {
    try {
      this.answer = await this.at().cancel();
      this.progress = this.answer.progress;
    } catch (error) {
      this.problem = error as Error;
    }
  }
}

customElements.define('arbiter-job', ArbiterJob);
