/**
 * `<arbiter-tcg-sheets .work .set .reading>`: the cards of a set or of a deck on sheets of nine, for a printer or a PDF.
 *
 * For tests: `data-of` the choice of what is printed, `data-sheet` on each sheet, `data-print` the button.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import type { CardText } from 'arbiter-client/tcg';
import { base } from '../../../page/web/src/styles.js';
import type { Reading } from './checking.js';
import { paper, paperStyles } from './paper.js';
import type { Work } from './work.js';
import { many, t } from '../../../page/web/src/texts.js';

const ON_A_SHEET = 9;

export class ArbiterTcgSheets extends LitElement {
  static override properties = { work: { attribute: false }, set: {}, reading: { attribute: false }, of: { state: true } };
  declare work: Work;
  declare set: string;
  declare reading: Reading | undefined;
  /** The name of the deck that is printed; empty for one copy of each card of the set. */
  declare private of: string;

  static override styles = [base, paperStyles, css`
    .bar { margin-bottom: 1rem; } .bar label { flex: 0 1 18rem; } select { width: 100%; }
    .sheet { display: grid; grid-template-columns: repeat(auto-fill, 63mm); gap: 0.6rem; margin-bottom: 1.6rem; max-width: 200mm; }
    @media print {
      :host { --ink: #000; --quiet: #333; --card: #fff; --line: #999; --accent: #000; color-scheme: light; } .bar { display: none; }
      .sheet { display: grid; grid-template-columns: repeat(3, 63mm); grid-auto-rows: 88mm; gap: 0; margin: 0; break-after: page; }
      .sheet:last-child { break-after: auto; } .paper { height: 88mm; overflow: hidden; break-inside: avoid; print-color-adjust: exact; }
    }
  `];

  constructor() {
    super();
    this.of = '';
  }

  protected override render(): TemplateResult {
    const decks = this.work.decks.filter(({ cards }) => cards === this.set), cards = this.cards(), sheets = Math.ceil(cards.length / ON_A_SHEET);
    if (this.reading === undefined) return html`<p class="quiet" role="status">Loading…</p>`;
    return html`<div class="row bar"><label>Print <select data-of @change=${(event: Event) => { this.of = (event.target as HTMLSelectElement).value; }}>
          <option value="" .selected=${this.of === ''}>each card of the set once</option>
          ${decks.map(({ name }) => html`<option value=${name} .selected=${name === this.of}>the deck ${name}</option>`)}</select></label>
        <button class="primary" data-print ?disabled=${cards.length === 0} @click=${() => { window.print(); }}>Print, or save as PDF</button>
        <span class="quiet">${many(cards.length, t('card|cards'))} on ${many(sheets, t('sheet|sheets'))} of A4, nine on each, 63 by 88 mm</span>
        ${this.reading.faults.length > 0 ? html`<span class="bad">Cards with faults are not printed.</span>` : nothing}</div>
      ${Array.from({ length: sheets }, (_, at) => html`<div class="sheet" data-sheet>${cards.slice(at * ON_A_SHEET, (at + 1) * ON_A_SHEET).map(paper)}</div>`)}`;
  }

  private cards(): readonly CardText[] {
    const texts = this.reading?.texts ?? new Map<string, CardText>(), list = this.work.decks.find(({ name, cards }) => name === this.of && cards === this.set)?.list;
    if (list === undefined) return [...texts.values()];
    const counts: readonly (readonly [string, number])[] = [[list.savior, 1], ...Object.entries(list.main), ...Object.entries(list.spirits)];
    return counts.flatMap(([id, count]) => { const text = texts.get(id); return text ? Array.from({ length: count }, () => text) : []; });
  }
}

customElements.define('arbiter-tcg-sheets', ArbiterTcgSheets);
