/**
 * `<arbiter-tcg-comparing .work .set .reading>`: what differs between two sets, by what is printed on their cards.
 *
 * For tests: `data-other` the choice of the other set, `data-difference` on each card that differs.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../../page/web/src/parts/problem.js';
import { base } from '../../../page/web/src/styles.js';
import { plain } from '../cards.js';
import { readCards, readingOf, setsOf, type Reading } from './checking.js';
import { differences } from './compare.js';
import { readSet, type Work } from './work.js';
import { many, t } from '../../../page/web/src/texts.js';

const FILE = '/file';

export class ArbiterTcgComparing extends LitElement {
  static override properties = {
    work: { attribute: false }, set: {}, reading: { attribute: false },
    other: { state: true }, earlier: { state: true }, problem: { state: true },
  };
  declare work: Work;
  declare set: string;
  declare reading: Reading | undefined;
  declare private other: string | undefined;
  declare private earlier: Reading | undefined;
  declare private problem: Error | undefined;

  static override styles = [base, css`
    .row label { flex: 0 1 18rem; } select, input { width: 100%; } .all { display: grid; gap: 0.8rem; margin-top: 1rem; }
    del, ins { display: block; text-decoration: none; padding: 0.1rem 0.5rem; border-left: 3px solid; margin-bottom: 0.2rem; overflow-wrap: anywhere; }
    del { border-color: var(--bad); color: var(--bad); } ins { border-color: var(--good); color: var(--good); } h2 { font-size: 1.05rem; } h2 small { font-weight: 400; }
  `];

  protected override willUpdate(changes: PropertyValues<this>): void {
    const others = setsOf(this.work).filter(({ name }) => name !== this.set);
    if (this.other === FILE || others.some(({ name }) => name === this.other)) {
      if (changes.has('work') && this.other !== FILE && this.hasUpdated) void this.read(this.other ?? '');
      return;
    }
    void this.read(others.find(({ own }) => !own)?.name ?? '');
  }

  private async read(other: string): Promise<void> {
    [this.other, this.problem] = [other, undefined];
    try {
      const found = await readingOf(other, this.work);
      if (other === this.other) [this.earlier, this.problem] = [found, found.problem];
    } catch (error) { this.problem = error as Error; }
  }

  private async opened(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    [this.other, this.problem] = [FILE, undefined];
    try {
      this.earlier = await readCards(readSet(await file.text()));
      this.problem = this.earlier.problem;
    } catch (error) { this.problem = error as Error; }
  }

  protected override render(): TemplateResult {
    const others = setsOf(this.work).filter(({ name }) => name !== this.set), { earlier, reading } = this;
    return html`<div class="row"><label>What is new since <select data-other @change=${(event: Event) => this.read((event.target as HTMLSelectElement).value)}>
          ${this.other === FILE ? html`<option .selected=${true} value=${FILE}>the file</option>` : nothing}
          ${others.map(({ name, title }) => html`<option value=${name} .selected=${name === this.other}>${title}</option>`)}</select></label>
        <label>or since the set in a file <input type="file" accept=".json,application/json" data-file @change=${(event: Event) => this.opened((event.target as HTMLInputElement).files?.[0])}></label></div>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${earlier && reading ? this.found(earlier, reading) : this.problem ? nothing : html`<p class="quiet" role="status">Loading…</p>`}`;
  }

  private found(before: Reading, after: Reading): TemplateResult {
    const all = differences(before.texts, after.texts), left = before.faults.length + after.faults.length;
    return html`<p role="status">${all.length === 0 ? t('Both sets print the same cards.') : `${many(all.length, t('card|cards'))} ${t(all.length === 1 ? 'differs' : 'differ')}.`}
      ${left > 0 ? t('Cards with faults are not compared.') : nothing}</p>
      <div class="all">${all.map(({ name, before: then, after: now }) => html`<section class="card" data-difference>
        <h2>${name} <small class="quiet">${then === undefined ? t('new') : t(now === undefined ? 'gone' : 'changed')}</small></h2>
        ${(then ?? []).map((line) => html`<del><span class="only-read">Before: </span>${plain(line)}</del>`)}${(now ?? []).map((line) => html`<ins><span class="only-read">Now: </span>${plain(line)}</ins>`)}</section>`)}</div>`;
  }
}

customElements.define('arbiter-tcg-comparing', ArbiterTcgComparing);
