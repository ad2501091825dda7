/**
 * `<arbiter-tcg-chances .list .texts>`: the exact odds of having cards of a deck in the opening hand, and by each turn.
 *
 * For tests: `data-of` the choice of the cards, `data-least` their number, `data-turn` on each row of the table.
 */
import type { CardText, DeckList } from 'arbiter-client/tcg';
import { LitElement, css, html, type TemplateResult } from 'lit';
import { base } from '../../../page/web/src/styles.js';
import { average, byTurn, fractionOf, OPENING_HAND, percentOf } from './odds.js';
import { fixed, many, t } from '../../../page/web/src/texts.js';

const TURNS = 8, LEAST = [1, 2, 3, 4];
type Test = (text: CardText) => boolean;
const GROUPS: Readonly<Record<string, Test>> = {
  'any form of level 0': ({ kind, orbs }) => kind === 'form' && orbs === 0,
  'any form of level 1': ({ kind, orbs }) => kind === 'form' && orbs === 1,
  'any form of level 2': ({ kind, orbs }) => kind === 'form' && orbs === 2,
  'any form of level 3': ({ kind, orbs }) => kind === 'form' && orbs === 3,
  'any form': ({ kind }) => kind === 'form',
  'any command': ({ kind }) => kind === 'command',
};
const NAMES: Readonly<Record<string, string>> = t({
  'any form of level 0': 'any form of level 0', 'any form of level 1': 'any form of level 1', 'any form of level 2': 'any form of level 2',
  'any form of level 3': 'any form of level 3', 'any form': 'any form', 'any command': 'any command',
});

export class ArbiterTcgChances extends LitElement {
  static override properties = { list: { attribute: false }, texts: { attribute: false }, of: { state: true }, least: { state: true } };
  declare list: DeckList;
  declare texts: ReadonlyMap<string, CardText>;
  /** The name of a group, or the id of a card. */
  declare private of: string;
  declare private least: number;

  static override styles = [base, css`
    .row label { flex: 1 1 8rem; font-size: 0.92rem; } select { width: 100%; } table { width: 100%; margin-top: 0.5rem; } td:nth-child(2) { white-space: nowrap; }
    td small { overflow-wrap: anywhere; } tr:nth-child(odd) td, tr:nth-child(odd) th { background: var(--shade); } th, td { padding: 0.15rem 0.4rem; } th { font-weight: 500; } thead th { font-weight: 600; }
  `];

  constructor() {
    super();
    [this.of, this.least] = [Object.keys(GROUPS)[0]!, 1];
  }

  protected override render(): TemplateResult {
    const cards = Object.entries(this.list.main), deck = cards.reduce((all, [, count]) => all + count, 0), copies = this.copies();
    if (deck === 0) return html`<p class="quiet">The main deck has no cards yet.</p>`;
    const chances = byTurn(deck, copies, this.least, TURNS);
    return html`<div class="row"><label>Of <select data-of @change=${(event: Event) => { this.of = (event.target as HTMLSelectElement).value; }}>
          ${Object.keys(GROUPS).map((name) => html`<option value=${name} .selected=${name === this.of}>${NAMES[name] ?? name}</option>`)}
          ${cards.map(([id]) => html`<option value=${id} .selected=${id === this.of}>${this.texts.get(id)?.name ?? t('a card without a text')}</option>`)}</select></label>
        <label>At least <select data-least @change=${(event: Event) => { this.least = Number((event.target as HTMLSelectElement).value); }}>
          ${LEAST.map((one) => html`<option value=${one} .selected=${one === this.least}>${one}</option>`)}</select></label></div>
      <table><thead><tr><th scope="col">By</th><th scope="col">Chance</th><th scope="col">Exactly</th></tr></thead>
        <tbody>${chances.map((chance, turn) => html`<tr><th scope="row">${t(turn === 0 ? `the opening ${OPENING_HAND} cards` : `turn ${turn}`)}</th>
          <td data-turn=${turn}><b>${percentOf(chance)}</b></td><td><small>${fractionOf(chance)}</small></td></tr>`)}</tbody></table>
      <p class="quiet"><small>${many(copies, t('card|cards'))} of ${deck} fit: on average ${fixed(average(deck, copies), 2)} in the opening hand. Without a mulligan and other draws than one a turn.</small></p>`;
  }

  private copies(): number {
    const test = GROUPS[this.of];
    return Object.entries(this.list.main).reduce((all, [id, count]) => {
      const text = this.texts.get(id), fits = test ? text !== undefined && test(text) : id === this.of;
      return all + (fits ? count : 0);
    }, 0);
  }
}

customElements.define('arbiter-tcg-chances', ArbiterTcgChances);
