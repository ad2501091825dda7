/** The data from which the board is rendered: the match, the legal commands, and the player's selections. */
import type { SeatNames } from '../../page/web/src/seats.js';
import type { ReadyDecks } from './decks.js';
import { Cards } from './cards.js';
import type { Term } from './play/terms.js';
import { movesOf, type Move } from './moves.js';
import { askedOf, spotsOf, type LegalNow, type MatchView, type SeenDecision, type Sent, type Spot } from './table.js';

/** What the player has selected on the board and not sent yet. */
export interface Picked {
  /** The selected card. */
  readonly thing: number | undefined;
  /** The open pile: `ann.drop`. */
  readonly pile: string | undefined;
  /** Options of the open decision in the order of selection; in a mulligan the cards to exchange. */
  readonly options: readonly number[];
  /** The deck that is shown before the match. */
  readonly deck: string | undefined;
}

export const NOTHING: Picked = { thing: undefined, pile: undefined, options: [], deck: undefined };

/** The board's reactions to clicks on its parts. */
export interface Hands {
  send(sent: Sent): void;
  /** A card was clicked. */
  tap(thing: number): void;
  /** An empty zone was clicked. */
  put(zone: string): void;
  /** An option of the open decision was clicked. */
  choose(option: number): void;
  pick(change: Partial<Picked>): void;
  /** Pass everything until the seat's next turn. */
  passOn(): void;
  /** Ask, or stop asking, when a card is on the chain or could be used. */
  stopAt(card: string, on: boolean): void;
}

/** The part of the board that is loaded when a board is first shown. */
export type Play = typeof import('./play/tcg-play.js');

export interface Scene {
  readonly view: MatchView;
  readonly seat: string | undefined;
  /** What people read for the seats. */
  readonly seatName: SeatNames;
  readonly cards: Cards;
  readonly legal: LegalNow | undefined;
  readonly busy: boolean;
  readonly spots: ReadonlyMap<number, Spot>;
  readonly asked: SeenDecision | undefined;
  readonly moves: readonly Move[];
  /** Cards that have a legal action. */
  readonly able: ReadonlySet<number>;
  /** The targets of the selected card, and the zones into which it can be played (`ann.form.0`). */
  readonly aims: ReadonlyMap<number, readonly Move[]>;
  readonly zones: ReadonlyMap<string, Move>;
  /** Cards that are options of the open decision. */
  readonly options: ReadonlySet<number>;
  /** Cards that have just appeared or changed. */
  readonly fresh: ReadonlySet<number>;
  /** Cards at which this seat wants to be asked. */
  readonly stops: readonly string[];
  /** Decks that can be submitted, by name. */
  readonly decks: ReadyDecks;
  readonly picked: Picked;
  /** The card that the pointer rests on, or that was pressed long: it is shown whole. */
  readonly rested: number | undefined;
  readonly match: string | undefined;
  /** Whether a seat plays here; otherwise this is a replay. */
  readonly played: boolean;
  /** Pictures, terms and the clock, once they are loaded. */
  readonly play: Play | undefined;
  /** All terms of cards with their explanations; empty until they are loaded. */
  readonly terms: readonly Term[];
  readonly hands: Hands;
}

/** The input of a scene; the rest is derived. */
export type Given = Pick<Scene, 'view' | 'seat' | 'seatName' | 'cards' | 'legal' | 'busy' | 'fresh' | 'picked' | 'hands' | 'stops' | 'decks' | 'rested' | 'match' | 'played' | 'play' | 'terms'> & { readonly waive: boolean };

/** Derive the scene from its input. */
export function sceneOf(given: Given): Scene {
  const { view, seat, legal, picked } = given;
  const moves = movesOf(legal, view, seat, given.waive), asked = askedOf(view, seat), spots = spotsOf(view);
  const mine = moves.filter(({ thing }) => thing === picked.thing);
  return {
    ...given, moves, asked, spots,
    able: new Set(moves.map(({ thing }) => thing)),
    aims: grouped(mine),
    zones: new Map(mine.filter(({ target }) => target === undefined).flatMap((move) =>
      move.zone === undefined ? [] : [[`${seat}.${move.command === 'PlayForm' ? 'form' : 'command'}.${move.zone}`, move]])),
    options: new Set(legal && asked ? thingsAsked(asked, spots) : []),
  };
}

function grouped(moves: readonly Move[]): ReadonlyMap<number, readonly Move[]> {
  const found = new Map<number, readonly Move[]>();
  for (const move of moves) if (move.target !== undefined) found.set(move.target, [...found.get(move.target) ?? [], move]);
  return found;
}

/** Whether the order of the selected options matters. */
export const ordered = (asked: SeenDecision): boolean => asked.kind.startsWith('order_');

/** Return the options of a question that are cards on the table; numbers of options with words mean other things. */
export function thingsAsked(asked: SeenDecision, spots: ReadonlyMap<number, Spot>): readonly number[] {
  const options = asked.options ?? [];
  if (asked.kind === 'choose_zone' || asked.kind === 'cut' || asked.kind === 'choose_first') return [];
  const worded = asked.kind !== 'pay' && (asked.words ?? []).length > 0;
  return worded && !options.every((one) => spots.has(one) && one > options.length) ? [] : options.filter((one) => spots.has(one));
}
