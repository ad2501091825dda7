/**
 * `<arbiter-tcg-against>`: opens a match against a player of the house, and goes to it. One click for each ready deck.
 *
 * For tests: `data-against` on each button, with the name of the deck; `data-house` on the choice of the player.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import '../../page/web/src/parts/problem.js';
import { base } from '../../page/web/src/styles.js';
import { titled } from '../../page/web/src/words.js';
import { deckName, readyDecks, type ReadyDecks } from './decks.js';
import { openAgainst } from './house.js';
import { t } from '../../page/web/src/texts.js';

/** The players of the house by the words for them, the usual one first. */
const PLAYERS = {
  'the next move': { player: 'greedy' },
  'its whole turn': { player: 'search', strength: 1 },
  'its whole turn, for longer': { player: 'search', strength: 3 },
} as const;
type Words = keyof typeof PLAYERS;
const SAYS: Readonly<Record<Words, string>> = t({
  'the next move': 'the next move', 'its whole turn': 'its whole turn', 'its whole turn, for longer': 'its whole turn, for longer',
});

export class ArbiterTcgAgainst extends LitElement {
  static override properties = { decks: { state: true }, problem: { state: true }, opening: { state: true }, thinks: { state: true } };
  declare private decks: ReadyDecks | undefined;
  declare private problem: Error | undefined;
  declare private opening: string | undefined;
  declare private thinks: Words;

  constructor() {
    super();
    this.thinks = 'the next move';
  }

  static override styles = [base, css`label { margin-bottom: 0.8rem; } .plan { color: inherit; } @media (max-width: 40rem) { .deck { display: inline-flex; margin: 0 0.5rem 0.5rem 0; } .deck .quiet { display: none; } } @media (min-width: 40.01rem) { .plan { display: none; } }`];

  override connectedCallback(): void {
    super.connectedCallback();
    readyDecks().then((decks) => { this.decks = decks; }, (error: unknown) => { this.problem = error as Error; });
  }

  protected override render(): TemplateResult {
    return html`<p class="quiet">A match of Boundless TCG: choose your deck, and play at once.</p>
      <label class="row"><small>The computer thinks about</small><select data-house
        @change=${(event: Event) => { this.thinks = (event.target as HTMLSelectElement).value as Words; }}>
        ${Object.entries(SAYS).map(([words, says]) => html`<option value=${words} ?selected=${words === this.thinks}>${says}</option>`)}</select></label>
      ${Object.entries(this.decks ?? {}).map(([name, deck]) => html`<p class="row deck"><button class="primary" data-against=${name}
        ?disabled=${this.opening !== undefined} @click=${() => this.open(name)}>Play ${deckName(name, deck)}</button> <span class="quiet">${deck.plan ? `${titled(deck.plan)}: ` : nothing}${deck.about}</span></p>`)}
      ${this.opening === undefined ? nothing : html`<p class="quiet" role="status">Opening the match …</p>`}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>`;
  }

  /** Open a match, submit the deck, and let the house play the other seat. */
  private async open(name: string): Promise<void> {
    const chosen = this.decks?.[name];
    if (!chosen) return;
    [this.opening, this.problem] = [name, undefined];
    try {
      await openAgainst(chosen.cards, chosen.list, PLAYERS[this.thinks]);
    } catch (problem) {
      this.problem = problem as Error;
    } finally {
      this.opening = undefined;
    }
  }
}

customElements.define('arbiter-tcg-against', ArbiterTcgAgainst);
