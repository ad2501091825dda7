/**
 * `<arbiter-tcg-report>`: a simulation of matches at a glance: how often each deck beats each other, and how its cards do.
 *
 * For tests: `data-matrix` and `data-cards` the tables, `data-csv` each download button.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import type { Results } from '../../page/web/src/games.js';
import { percent } from '../../page/web/src/parts/design/fractions.js';
import { csv, save } from '../../page/web/src/parts/files.js';
import { base } from '../../page/web/src/styles.js';
import { titled } from '../../page/web/src/words.js';
import { fixed, t } from '../../page/web/src/texts.js';

type Share = Results['ours'][string];

interface Card { readonly deck: string; readonly card: string; readonly drawn: Share | undefined; readonly played: Share | undefined; readonly of: Share | undefined }

const BEATS = / beats /;
const OF_CARD = /^(.+) wins, (.+) (drawn|played)$/;
/** The darkest of the shades on either side. */
const DARKEST = 3;
const WAYS = new Set(['going first', 'going second']);

const bounds = ({ mean: { low, high } }: Share): string => (t(low === null || high === null ? 'no bounds yet' : `${percent(low)} to ${percent(high)}`));
const points = (share: Share | undefined, of: Share | undefined): number | undefined => (share && of ? 100 * (share.mean.value - of.mean.value) : undefined);
const signed = (value: number | undefined): string => (value === undefined ? '' : `${value > 0 ? '+' : ''}${fixed(value, 1)}`);

/** How far a rate is from even, in classes of ten points on either side: `up1` is up to 60 %, `down3` more than 20 points below even. */
function shade(rate: number): string {
  const step = Math.min(DARKEST, Math.ceil(Math.abs(rate - 0.5) * 10 - 1e-9));
  return step === 0 ? '' : `${rate > 0.5 ? 'up' : 'down'}${step}`;
}

/** Return the decks of a round robin by name. */
const decksOf = (ours: Results['ours']): string[] => [...new Set(Object.keys(ours).filter((name) => BEATS.test(name)).map((name) => name.split(BEATS)[0] ?? ''))];

/** Return the cards of all decks, those that are farthest above their deck's rate when drawn first. */
function cardsOf(ours: Results['ours']): Card[] {
  const found = new Map<string, Card>();
  for (const [name, share] of Object.entries(ours)) {
    const [, deck = '', card = '', how] = OF_CARD.exec(name) ?? [];
    if (how === undefined || WAYS.has(card)) continue;
    const known = found.get(`${deck}/${card}`) ?? { deck, card, drawn: undefined, played: undefined, of: ours[`${deck} wins`] };
    found.set(`${deck}/${card}`, { ...known, [how]: share });
  }
  return [...found.values()].sort((one, other) => (points(other.drawn, other.of) ?? 0) - (points(one.drawn, one.of) ?? 0));
}

export class ArbiterTcgReport extends LitElement {
  static override properties = { results: { attribute: false }, file: {} };
  declare results: Results;
  declare file: string;

  static override styles = [base, css`
    .wide { overflow-x: auto; margin-bottom: 0.8rem; } table { border-collapse: collapse; width: 100%; }
    th, td { padding: 0.3rem 0.6rem; text-align: right; border-top: 1px solid var(--line); white-space: nowrap; }
    th[scope='row'], thead th:first-child { text-align: left; } td small { display: block; }
    section { margin-bottom: 1rem; }
    .up1, .up2, .up3 { background: color-mix(in srgb, var(--up) var(--much), var(--card)); } .down1, .down2, .down3 { background: color-mix(in srgb, var(--down) var(--much), var(--card)); }
    .up1, .down1 { --much: 14%; } .up2, .down2 { --much: 26%; } .up3, .down3 { --much: 38%; } [data-matrix] td .quiet { color: inherit; }
    :host { --up: light-dark(#2e8b6f, #2f9e7c); --down: light-dark(#c96a2b, #c8743a); }
  `];

  protected override render(): TemplateResult {
    const { ours } = this.results, decks = decksOf(ours), cards = cardsOf(ours);
    return html`${decks.length > 0 ? this.matrix(decks) : nothing}${cards.length > 0 ? this.cards(cards) : nothing}`;
  }

  private matrix(decks: readonly string[]): TemplateResult {
    const { ours } = this.results, rows = [['deck', ...decks, 'all'], ...decks.map((deck) => [deck, ...decks.map((other) => String(ours[`${deck} beats ${other}`]?.mean.value ?? '')), String(ours[`${deck} wins`]?.mean.value ?? '')])];
    const cell = (share: Share | undefined): TemplateResult => html`<td class=${share ? shade(share.mean.value) : ''}>${share ? html`${percent(share.mean.value)}<small class="quiet">${bounds(share)}</small>` : '–'}</td>`;
    return html`<section class="card"><h2>How often each deck beats each other</h2>
      <div class="wide" tabindex="0" role="region" aria-label="How often each deck beats each other"><table data-matrix>
        <thead><tr><th scope="col">Deck</th>${decks.map((deck) => html`<th scope="col">beats ${titled(deck)}</th>`)}<th scope="col">all</th></tr></thead>
        <tbody>${decks.map((deck) => html`<tr><th scope="row">${titled(deck)}</th>${decks.map((other) => cell(ours[`${deck} beats ${other}`]))}${cell(ours[`${deck} wins`])}</tr>`)}</tbody></table></div>
      ${this.saved('decks', rows)}</section>`;
  }

  private cards(cards: readonly Card[]): TemplateResult {
    const rows = [['deck', 'card', 'matches drawn', 'won when drawn', 'points over the deck', 'matches played', 'won when played'], ...cards.map(({ deck, card, drawn, played, of }) => [
      deck, card, String(drawn?.trials ?? 0), String(drawn?.mean.value ?? ''), signed(points(drawn, of)), String(played?.trials ?? 0), String(played?.mean.value ?? '')])];
    const share = (one: Share | undefined): TemplateResult => html`<td>${one ? html`${percent(one.mean.value)}<small class="quiet">of ${one.trials}</small>` : '–'}</td>`;
    return html`<section class="card"><h2>How the cards do</h2>
      <p class="quiet">How often a deck won the matches in which a card was in the opening hand or drawn later, how many points that is over the deck's own rate, and how often it won those in which the card was played.</p>
      <div class="wide" tabindex="0" role="region" aria-label="How the cards do"><table data-cards>
        <thead><tr><th scope="col">Card</th><th scope="col">deck</th><th scope="col">won when drawn</th><th scope="col">points</th><th scope="col">won when played</th></tr></thead>
        <tbody>${cards.map(({ deck, card, drawn, played, of }) => html`<tr><th scope="row">${titled(card)}</th><td>${titled(deck)}</td>${share(drawn)}<td>${signed(points(drawn, of))}</td>${share(played)}</tr>`)}</tbody></table></div>
      ${this.saved('cards', rows)}</section>`;
  }

  private saved(what: string, rows: readonly (readonly string[])[]): TemplateResult {
    return html`<button data-csv=${what} @click=${() => { save(`${this.file}-${what}.csv`, csv(rows)); }}>Save as CSV</button>`;
  }
}

customElements.define('arbiter-tcg-report', ArbiterTcgReport);
