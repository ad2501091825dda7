/**
 * `<arbiter-result>`: the results of a simulation, one measure at a time, and its extreme trials, which open as replays.
 *
 * For tests: `data-measure` the choice of a measure, `data-mean` its mean, `data-trial` on each button that opens a trial.
 */
import type { JobAnswer, Service } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { arbiter } from '../../access.js';
import { go, linkTo } from '../../router.js';
import { base } from '../../styles.js';
import { titled } from '../../words.js';
import '../problem.js';
import './distribution.js';
import { percent, rounded } from './fractions.js';
import { leadOf } from './question.js';
import { seriesOfMeasure, type Measure } from './series.js';
import { t } from '../../texts.js';

type Result = NonNullable<JobAnswer['result']>;
type Extreme = Result['highest'][number];
type Side = 'ours' | 'theirs';

const HOLDS: Record<string, string> = t({
  exactly: 'These bounds are exact.', nearly: 'These bounds are almost exact: there are many trials.',
  roughly: 'These bounds are rough: there are few trials yet.', unknown: 'There are too few trials for bounds.',
});

export class ArbiterResult extends LitElement {
  static override properties = {
    service: {}, job: {}, result: { attribute: false }, measure: { state: true }, problem: { state: true }, opening: { state: true },
  };
  declare service: string;
  declare job: string;
  declare result: Result;
  declare private measure: string | undefined;
  declare private problem: Error | undefined;
  declare private opening: boolean;

  static override styles = [base, css`
    .found { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; margin-bottom: 1rem; }
    .found label { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: start; } .found select { max-width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0.9rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; font-size: 1.15rem; } dd small { font-weight: 400; display: block; font-size: 0.85rem; }
    .far { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.3rem 0; justify-content: space-between; border-top: 1px solid var(--line); }
    li button { min-height: 2rem; padding: 0.1rem 0.7rem; }
  `];

  protected override render(): TemplateResult | typeof nothing {
    const names = Object.keys(this.result.ours), name = this.measure !== undefined && names.includes(this.measure) ? this.measure : leadOf(names);
    const ours = name === undefined ? undefined : this.result.ours[name] as Measure | undefined;
    if (name === undefined || ours === undefined) return nothing;
    const theirs = this.result.theirs?.[name] as Measure | undefined, difference = this.result.difference?.[name] as Measure | undefined;
    return html`<section class="card found">
        ${names.length > 1 ? html`<label>What was measured <select data-measure @change=${(event: Event) => { this.measure = (event.target as HTMLSelectElement).value; }}>
          ${names.map((one) => html`<option value=${one} ?selected=${one === name}>${titled(one)}</option>`)}</select></label>` : html`<h2>${titled(name)}</h2>`}
        <dl class="facts">${this.mean(t(theirs ? 'Mean of the first' : 'Mean'), ours)}
          ${theirs ? this.mean(t('Mean of the other'), theirs) : nothing}
          ${difference ? this.mean(t('Difference, with the same luck'), difference) : nothing}
          ${theirs ? nothing : this.quantiles(ours)}</dl>
        <arbiter-distribution .file=${`${this.service}-${name}`} .label=${titled(name)}
          .series=${[seriesOfMeasure(theirs ? 'first' : titled(name), ours), ...(theirs ? [seriesOfMeasure('other', theirs)] : [])]}></arbiter-distribution>
        <small>${HOLDS[ours.mean.holds]} ${this.result.confidence} % of such simulations keep all their bounds, however often one looks.
          Every true chance of “at least” is within ${percent(ours.band)} of the one shown.${Number(ours.width) ? t` Outcomes are counted in classes ${ours.width} wide.` : ''}</small>
      </section>
      <section class="card"><h2>Trials far out</h2>
        <p class="quiet">Each is a complete game: open it to see how it got there.</p>
        <arbiter-problem .problem=${this.problem}></arbiter-problem>
        <div class="far">${this.ends(t('Highest'), this.result.highest)}${this.ends(t('Lowest'), this.result.lowest)}</div></section>`;
  }

  private mean(name: string, { mean, deviation }: Measure): TemplateResult {
    return html`<div><dt>${name}</dt><dd data-mean=${mean.value}>${rounded(mean.value)}
      <small>${t(mean.low === null || mean.high === null ? 'no bounds yet' : `between ${rounded(mean.low)} and ${rounded(mean.high)}`)}; deviation ${rounded(deviation)}</small></dd></div>`;
  }

  private quantiles({ quantiles }: Measure): TemplateResult {
    const one = (at: string, says: string): TemplateResult => {
      const [low, value, high] = quantiles[at] ?? [];
      return html`<div><dt>${says}</dt><dd>${value}<small>between ${low ?? '?'} and ${high ?? '?'}</small></dd></div>`;
    };
    return html`${one('5%', t('5 % are at most'))}${one('50%', t('Half are at most'))}${one('95%', t('95 % are at most'))}`;
  }

  private ends(name: string, trials: readonly Extreme[]): TemplateResult {
    return html`<div><h3>${this.result.difference ? t`${name} difference` : name}</h3><ul>${trials.map((trial) => html`<li class="row">
      <span><strong>${trial.value}</strong> <small>trial ${trial.trial} of chunk ${trial.chunk}</small></span>
      <span class="row">${this.button(trial, 'ours')}${this.result.theirs ? this.button(trial, 'theirs') : nothing}</span></li>`)}</ul></div>`;
  }

  private button(trial: Extreme, variant: Side): TemplateResult {
    const says = !this.result.theirs ? t('Replay') : t(variant === 'ours' ? 'Replay first' : 'Replay other');
    return html`<button data-trial=${`${trial.chunk}/${trial.trial}/${variant}`} ?disabled=${this.opening}
      aria-label=${t`${says}: trial ${trial.trial} of chunk ${trial.chunk}`} @click=${() => this.open(trial, variant)}>${says}</button>`;
  }

  private async open({ chunk, trial }: Extreme, variant: Side): Promise<void> {
    this.opening = true;
    this.problem = undefined;
    try {
      const { id } = await arbiter().jobAt(this.service as Service, this.job).trial({ chunk, trial, variant });
      go(linkTo('replay', [this.service, id]));
    } catch (error) {
      this.problem = error as Error;
    } finally {
      this.opening = false;
    }
  }
}

customElements.define('arbiter-result', ArbiterResult);
