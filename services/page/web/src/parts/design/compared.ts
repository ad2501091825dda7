/**
 * `<arbiter-compared .service .job .result .with>`: two simulations side by side: each measure that both have, and one of them as a plot.
 *
 * It fires `chosen` with the id of the other. For tests: `data-with` the choice, `data-compared` the table, `data-csv` the download.
 */
import type { JobAnswer, JobItem, Service } from 'arbiter-client';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { arbiter } from '../../access.js';
import { base } from '../../styles.js';
import { titled } from '../../words.js';
import { csv, save } from '../files.js';
import '../problem.js';
import './distribution.js';
import { percent, rounded } from './fractions.js';
import { boundsOf, isShare, leadOf } from './question.js';
import { seriesOfMeasure, type Measure } from './series.js';
import { fixed, LOCALE, t } from '../../texts.js';

type Measures = Readonly<Record<string, unknown>>;
const MOST = 20;

export class ArbiterCompared extends LitElement {
  static override properties = { service: {}, job: {}, result: { attribute: false }, with: {}, others: { state: true }, other: { state: true }, measure: { state: true }, problem: { state: true } };
  declare service: string;
  declare job: string;
  declare result: NonNullable<JobAnswer['result']>;
  /** The id of the other simulation. */
  declare with: string | undefined;
  declare private others: readonly JobItem[];
  declare private other: JobAnswer | undefined;
  declare private measure: string | undefined;
  declare private problem: Error | undefined;

  static override styles = [base, css`
    section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.9rem; margin-bottom: 1rem; } h2, p { margin: 0; } label { display: grid; justify-items: start; } select { max-width: 100%; } [data-csv='compared'] { justify-self: start; }
    td { text-align: right; white-space: nowrap; } td small { display: block; } th[scope='row'] { text-align: left; font-weight: 500; } .clear { font-weight: 600; }
  `];

  constructor() {
    super();
    this.others = [];
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('job')) void this.list();
    if (changes.has('with') || changes.has('job')) void this.read();
  }

  private async list(): Promise<void> {
    const found: JobItem[] = [];
    try {
      for await (const one of arbiter().jobs(this.service as Service, { limit: MOST })) found.push(one);
      this.others = found.filter(({ id, status }) => id !== this.job && status === 'completed');
    } catch (error) {
      this.problem = error as Error;
    }
  }

  private async read(): Promise<void> {
    const wanted = this.with;
    [this.other, this.problem] = [undefined, undefined];
    if (wanted === undefined) return;
    try {
      const other = await arbiter().jobAt(this.service as Service, wanted).look();
      if (wanted === this.with) this.other = other;
    } catch (error) {
      this.problem = error as Error;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.others.length === 0 && this.with === undefined) return nothing;
    const chosen = (event: Event): void => { this.dispatchEvent(new CustomEvent('chosen', { detail: (event.target as HTMLSelectElement).value || undefined })); };
    return html`<section class="card"><h2>Compare with another run</h2>
      <label>The other run <select data-with @change=${chosen}><option value="" ?selected=${this.with === undefined}>none</option>
        ${this.others.map(({ id, at }) => html`<option value=${id} ?selected=${id === this.with}>${at ? new Date(at).toLocaleString(LOCALE) : id}</option>`)}</select></label>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>${this.other ? this.both(this.other) : nothing}</section>`;
  }

  private both({ result, request }: JobAnswer): TemplateResult {
    const ours: Measures = this.result.ours, theirs: Measures = result?.ours ?? {}, names = Object.keys(ours).filter((name) => name in theirs);
    const of = (name: string): readonly [Measure, Measure] => [ours[name] as Measure, theirs[name] as Measure];
    if (names.length === 0) return html`<p>The two runs measured nothing alike.</p>`;
    const rows = [['measure', 'this run', 'low', 'high', 'the other run', 'low', 'high', 'difference'], ...names.map((name) => {
      const [one, other] = of(name);
      return [name, ...[one, other].flatMap(({ mean }) => [String(mean.value), String(mean.low ?? ''), String(mean.high ?? '')]), String(one.mean.value - other.mean.value)];
    })];
    const now = this.measure !== undefined && names.includes(this.measure) ? this.measure : leadOf(names) as string, [one, other] = of(now);
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Two runs compared"><table data-compared>
        <thead><tr><th scope="col">What was measured</th><th scope="col">this run</th><th scope="col">the other run</th><th scope="col">difference</th></tr></thead>
        <tbody>${names.map((name) => row(name, ...of(name)))}</tbody></table></div>
      <p class="quiet">A difference is in bold where the bounds of the two do not meet, so that chance alone does not explain it.</p>
      <label>As a plot <select @change=${(event: Event) => { this.measure = (event.target as HTMLSelectElement).value; }}>${names.map((name) => html`<option value=${name} ?selected=${name === now}>${titled(name)}</option>`)}</select></label>
      <arbiter-distribution .label=${titled(now)} .file=${`${this.service}-${now}-compared`} .series=${[seriesOfMeasure(t('this run'), one), seriesOfMeasure(t('the other run'), other)]}></arbiter-distribution>
      <button data-csv=${'compared'} @click=${() => { save(`${this.service}-compared.csv`, csv(rows)); }}>Save the comparison as CSV</button>
      <details><summary>The other request</summary><pre tabindex="0">${JSON.stringify(request, null, 2)}</pre></details>`;
  }
}

function row(name: string, one: Measure, other: Measure): TemplateResult {
  const share = isShare(one) && isShare(other), said = share ? percent : rounded, difference = one.mean.value - other.mean.value;
  const apart = one.mean.low !== null && one.mean.high !== null && other.mean.low !== null && other.mean.high !== null && (one.mean.low > other.mean.high || one.mean.high < other.mean.low);
  const cell = (measure: Measure): TemplateResult => html`<td>${said(measure.mean.value)}<small class="quiet">${boundsOf(measure) || t('no bounds yet')}</small></td>`;
  return html`<tr data-row=${name}><th scope="row">${titled(name)}</th>${cell(one)}${cell(other)}
    <td class=${apart ? 'clear' : ''}>${difference > 0 ? '+' : ''}${share ? t`${fixed(difference * 100, 1)} points` : rounded(difference)}</td></tr>`;
}

customElements.define('arbiter-compared', ArbiterCompared);
