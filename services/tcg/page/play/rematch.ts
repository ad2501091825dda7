/**
 * `<arbiter-tcg-rematch .match .seat>`: after the end, opens a new match of the same people with the seats changed.
 *
 * Only the app's key opens a match, so the button is there in a tab that has it. For tests: `data-rematch`.
 */
import type { Opening } from 'arbiter-client';
import type { CardPages, MatchSettings } from 'arbiter-client/tcg';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { addSeat, appKey, arbiter, changed, seatsOf } from '../../../page/web/src/access.js';
import '../../../page/web/src/parts/problem.js';
import type { AnyView } from '../../../page/web/src/parts/play/live.js';
import { go, linkTo } from '../../../page/web/src/router.js';
import { base } from '../../../page/web/src/styles.js';
import { document as kept } from '../../../page/web/src/words.js';
import { SETS } from '../decks.js';
import type { MatchView } from '../table.js';

type Over = AnyView & { readonly undo?: { readonly setting: string }; readonly game: MatchView };
type Seat = AnyView['seats'][number] & { readonly strength?: string };

/** Return the seats with the players one place further: the one who sat first sits last. */
function moved(seats: readonly Seat[]): readonly Seat[] {
  const players = seats.filter(({ role }) => role === 'player'), others = seats.filter(({ role }) => role !== 'player');
  return [...players.slice(1), ...players.slice(0, 1), ...others];
}

/** Return the cards of a match as an opening names them: a set of the server, or own cards. */
async function cardsOf(match: string, { cards: hash, settings }: MatchView): Promise<Opening<'tcg'>['cards']> {
  for (const name of SETS) if ((await kept<CardPages>(`/tcg/v1/cards?set=${name}`)).hash === hash) return name as Opening<'tcg'>['cards'];
  const { name, cards } = await arbiter().get<CardPages>(`/tcg/v1/matches/${encodeURIComponent(match)}/cards`);
  const own = cards.map(({ card }) => card).filter(({ kind }) => kind !== 'spirit' || settings.spirit_set === 'custom');
  return { name, cards: own } as Opening<'tcg'>['cards'];
}

/** Open the next match, let the house play its seats, and keep the seats that this tab has. Return the id. */
async function openNext(match: string): Promise<{ readonly id: string; readonly seats: readonly Seat[] }> {
  const app = arbiter(), { seats, game, undo, chat } = await app.stream('tcg', match).view() as unknown as Over;
  const next = moved(seats), own = new Set(seatsOf('tcg', match).map(({ seat }) => seat));
  const { id, seats: opened } = await app.open('tcg', {
    type: 'OpenMatch', seats: next.map(({ seat, role, name }) => ({ seat, role, ...(name === undefined ? {} : { name }) })), settings: game.settings as MatchSettings,
    cards: await cardsOf(match, game), ...(undo ? { undo: undo.setting } : {}), ...(chat ? { chat } : {}),
  } as Opening<'tcg'>);
  for (const { seat, token } of opened) if (own.has(seat)) addSeat('tcg', id, { seat, token });
  for (const { seat, player, strength } of next) {
    if (player !== undefined) await app.post(`/tcg/v1/matches/${id}/seats/${encodeURIComponent(seat)}/player`, { player, ...(strength ? { strength } : {}) });
  }
  return { id, seats: next };
}

export class ArbiterTcgRematch extends LitElement {
  static override properties = { match: {}, seat: {}, opening: { state: true }, problem: { state: true } };
  declare match: string;
  declare seat: string;
  declare private opening: boolean;
  declare private problem: Error | undefined;

  static override styles = [base, css`p { margin: 0; }`];

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.known);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => { this.requestUpdate(); };

  protected override render(): TemplateResult {
    if (appKey() === undefined) return html`<p class="quiet">The person who opened this match can open another one with the seats changed.</p>`;
    return html`<div class="row"><button class="primary" data-rematch ?disabled=${this.opening} @click=${this.pressed}>Rematch with the seats changed</button></div>
      ${this.problem ? html`<arbiter-problem .problem=${this.problem}></arbiter-problem>` : nothing}`;
  }

  /** Sit down at the next match; if other people play in it, show the links to their seats. */
  private readonly pressed = async (): Promise<void> => {
    [this.opening, this.problem] = [true, undefined];
    try {
      const { id, seats } = await openNext(this.match);
      const alone = seats.every(({ seat, role, player }) => seat === this.seat || role !== 'player' || player !== undefined);
      go(linkTo('play', ['tcg', id], alone ? { seat: this.seat } : {}));
    } catch (problem) {
      this.problem = problem as Error;
    } finally {
      this.opening = false;
    }
  };
}

customElements.define('arbiter-tcg-rematch', ArbiterTcgRematch);
