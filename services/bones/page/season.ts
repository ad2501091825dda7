/**
 * `<bones-season .outcomes .season .names>`: what came of a season's actions: successes and lost dice as bars, and a table.
 *
 * For tests: `data-season` on the section, `data-outcome` on each row of the table.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import type { Fields } from '../../page/web/src/games.js';
import '../../page/web/src/parts/design/plot.js';
import type { Series } from '../../page/web/src/parts/design/series.js';
import { called, type Names } from '../../page/web/src/parts/play/names.js';
import { base } from '../../page/web/src/styles.js';
import { spelled } from '../../page/web/src/words.js';
import { t } from '../../page/web/src/texts.js';

const LOST = t('Dice lost'), MARGIN = t('Margin');
const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

export class BonesSeason extends LitElement {
  static override properties = { outcomes: { attribute: false }, season: {}, names: { attribute: false } };
  declare outcomes: readonly Fields[];
  declare season: string | null;
  declare names: Names;

  static override styles = [base, css`h2 { margin-top: 0; } .key { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 3px; margin-right: 0.35rem; background: var(--accent); } .second { background: light-dark(#b3541e, #f0a773); }`];

  protected override render(): TemplateResult {
    const series = [this.series(MARGIN, ({ margin }) => Math.max(0, Number(margin))), this.series(LOST, ({ lost }) => lengthOf(lost))];
    return html`<section class="card" data-season aria-labelledby="season"><h2 id="season">${this.season ? t`What came of the season: ${this.season}` : t('What came of the season')}</h2>
      <p class="row"><span><span class="key"></span>${MARGIN}</span><span><span class="key second"></span>${LOST}</span></p>
      <arbiter-plot counts .series=${series} .height=${160} .label=${t('What came of the season')}></arbiter-plot>
      <div class="scroll" tabindex="0" role="region" aria-label="What came of the season as a table"><table><thead><tr><th>Who</th><th>Result</th><th>${MARGIN}</th><th>${LOST}</th><th>Coins</th><th>Gains</th></tr></thead>
        <tbody>${this.outcomes.map((one) => html`<tr data-outcome><th scope="row">${called(one.creature, this.names)}</th><td>${this.result(one)}</td><td>${one.margin}</td><td>${lengthOf(one.lost)}</td><td>${one.coins}</td>
          <td>${lengthOf(one.gains) > 0 ? (one.gains as string[]).map(spelled).join(', ') : nothing}</td></tr>`)}</tbody></table></div></section>`;
  }

  private result({ lapsed, success }: Fields): string {
    return lapsed ? t('not taken') : t(success === true ? 'success' : 'failure');
  }

  /** The sums of a number for each creature, in the order of their first actions. */
  private series(name: string, of: (outcome: Fields) => number): Series {
    const sums = new Map<string, number>();
    for (const one of this.outcomes) sums.set(String(one.creature), (sums.get(String(one.creature)) ?? 0) + of(one));
    return { name, points: [...sums].map(([who, sum], at) => ({ label: called(who, this.names), at, exactly: { about: sum, exact: String(sum) }, at_least: { about: sum, exact: String(sum) } })) };
  }
}

customElements.define('bones-season', BonesSeason);
