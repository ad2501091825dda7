/**
 * `<arbiter-distribution>`: a plot of one or two series (chance of exactly, at least or at most), with a table and a download.
 *
 * For tests: `data-reading` on each switch, `data-table` the table, `data-csv` the download button.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { csv, save } from '../files.js';
import { percent, short } from './fractions.js';
import './plot.js';
import { heightOf, read, rowsOf, tableOf, type Reading, type Series } from './series.js';
import { t } from '../../texts.js';

const READINGS: Record<Reading, string> = t({ exactly: 'Exactly', at_least: 'At least', at_most: 'At most' });
const MOST_ROWS = 500;

export class ArbiterDistribution extends LitElement {
  static override properties = { series: { attribute: false }, label: {}, file: {}, reading: { state: true }, shown: { state: true } };
  declare series: readonly Series[];
  declare label: string;
  /** The name of the downloaded file, without its extension. */
  declare file: string;
  declare private reading: Reading;
  declare private shown: boolean;

  static override styles = [base, css`
    fieldset { display: flex; gap: 0; border: 0; padding: 0; }
    fieldset label { white-space: nowrap; display: flex; gap: 0.35rem; align-items: center; padding: 0.2rem 0.6rem; border: 1px solid var(--line); cursor: pointer; font-size: 0.92rem; }
    fieldset label:first-of-type { border-radius: 8px 0 0 8px; } fieldset label:last-of-type { border-radius: 0 8px 8px 0; }
    fieldset label + label { border-left: 0; }
    .top { justify-content: space-between; margin-bottom: 0.6rem; }
    .names { font-size: 0.92rem; gap: 0.2rem 1rem; }
    .key { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 3px; margin-right: 0.35rem; background: var(--accent); }
    .key.second { background: light-dark(#b3541e, #f0a773); }
    .scroll { max-height: 24rem; margin-top: 0.6rem; } thead th { position: sticky; top: 0; background: var(--card); }
    @media (max-width: 30rem) { fieldset { width: 100%; } fieldset label { flex: 1; justify-content: center; padding: 0.3rem 0.2rem; font-size: 0.86rem; } }
    td { font-variant-numeric: tabular-nums; } .actions { margin-top: 0.6rem; }
  `];

  constructor() {
    super();
    [this.series, this.label, this.file, this.reading, this.shown] = [[], t('Chances'), 'odds', 'exactly', false];
  }

  protected override render(): TemplateResult {
    return html`
      <div class="row top">
        <fieldset><legend class="only-read">Which chance</legend>${Object.entries(READINGS).map(([value, says]) => html`
          <label><input type="radio" name="reading" data-reading=${value} value=${value} .checked=${value === this.reading}
            @change=${() => { this.reading = value as Reading; }}>${says}</label>`)}</fieldset>
        ${this.series.length > 1 ? html`<div class="row names">${this.series.map(({ name }, at) => html`<span><span class=${at ? 'key second' : 'key'}></span>${name}</span>`)}</div>` : nothing}
      </div>
      <arbiter-plot .series=${this.series} .reading=${this.reading} .label=${this.label}></arbiter-plot>
      <div class="row actions">
        <button aria-expanded=${this.shown ? 'true' : 'false'} @click=${() => { this.shown = !this.shown; }}>${t(this.shown ? 'Hide the table' : 'Show the table')}</button>
        <button data-csv @click=${() => { save(`${this.file}.csv`, csv(tableOf(this.series))); }}>Save as CSV</button></div>
      ${this.shown ? this.table() : nothing}`;
  }

  private table(): TemplateResult {
    const rows = rowsOf(this.series);
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${t`${this.label} as a table`}><table data-table>
      <thead><tr><th>Outcome</th>${this.series.map(({ name }) => html`<th>${name}</th><th>exactly written</th>`)}</tr></thead>
      <tbody>${rows.slice(0, MOST_ROWS).map(([label, points]) => html`<tr><th scope="row">${label}</th>${points.map((point) => (point
        ? html`<td>${percent(heightOf(point, this.reading))}</td><td><code>${short(read(point, this.reading).exact)}</code></td>`
        : html`<td>never</td><td></td>`))}</tr>`)}</tbody></table></div>
      ${rows.length > MOST_ROWS ? html`<small>The first ${MOST_ROWS} of ${rows.length} outcomes; all are in the file.</small>` : nothing}`;
  }
}

customElements.define('arbiter-distribution', ArbiterDistribution);
