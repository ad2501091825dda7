/**
 * What a designer makes: sets of cards, and decks. Nothing is changed in place.
 *
 * A file of a set is in the form of `contracts/tcg/cards.schema.json`.
 */
import type { DeckList } from 'arbiter-client/tcg';
import { t } from '../../../page/web/src/texts.js';

export type Kind = 'savior' | 'form' | 'command' | 'spirit';
/** A card as its author writes it; it may have faults. */
export interface Card { readonly id: string; readonly name: string; readonly kind: Kind; readonly [field: string]: unknown }
export interface CardFile { readonly name: string; readonly cards: readonly Card[] }
/** A deck; `cards` is the name of its set: one of the designer's, or one of the server's. */
export interface Deck { readonly name: string; readonly cards: string; readonly list: DeckList }
export interface Work { readonly sets: readonly CardFile[]; readonly decks: readonly Deck[] }

export const EMPTY: Work = { sets: [], decks: [] };
export const MOST_CARDS = 600;
const LONGEST_ID = 40;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCard = (value: unknown): value is Card => isRecord(value) && typeof value.id === 'string' && typeof value.kind === 'string';
const isCounts = (value: unknown): value is Record<string, number> => isRecord(value) && Object.values(value).every((count) => Number.isInteger(count));

/** Whether a value is a set of cards; what its cards have is the server's to check. */
export const isCardFile = (value: unknown): value is CardFile =>
  isRecord(value) && typeof value.name === 'string' && Array.isArray(value.cards) && value.cards.length <= MOST_CARDS && value.cards.every(isCard);

/** Whether a value is a list of a deck. */
export const isDeckList = (value: unknown): value is DeckList =>
  isRecord(value) && typeof value.savior === 'string' && isCounts(value.main) && isCounts(value.spirits);

const isDeck = (value: unknown): value is Deck => isRecord(value) && typeof value.name === 'string' && typeof value.cards === 'string' && isDeckList(value.list);

/** Return what is usable of kept work. */
export function usableWork(value: unknown): Work {
  const list = (of: unknown): unknown[] => (Array.isArray(of) ? of : []);
  return isRecord(value) ? { sets: list(value.sets).filter(isCardFile), decks: list(value.decks).filter(isDeck) } : EMPTY;
}

/** Read the text of a file of a set. Throws: an error in words. */
export function readSet(text: string): CardFile {
  let found: unknown;
  try { found = JSON.parse(text); } catch { throw new Error(t('This file is not JSON: choose a file that was saved here, or one in the form of the card schema.')); }
  if (!isCardFile(found)) throw new Error(t`This file is no set of cards: a set has a name and up to ${MOST_CARDS} cards.`);
  return { name: found.name, cards: found.cards };
}

/** Return the text of the file of a set. */
export const writtenSet = (set: CardFile): string => `${JSON.stringify(set, null, 1)}\n`;

/** Return a name that is not taken: with a number behind it, if necessary. */
export function untaken(name: string, taken: readonly string[], between = ' '): string {
  for (let at = 1; ; at += 1) {
    const tried = at === 1 ? name : `${name}${between}${at}`;
    if (!taken.includes(tried)) return tried;
  }
}

/** Return the id of a card of this name. */
export function idFor(name: string, taken: readonly string[]): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, LONGEST_ID);
  return untaken(plain || 'card', taken, '-');
}

/** Return the next number in a set that no card has. */
export function nextNumber(cards: readonly Card[]): string {
  const taken = new Set(cards.map((card) => card.number));
  let next = cards.length + 1;
  while (taken.has(String(next).padStart(3, '0'))) next += 1;
  return String(next).padStart(3, '0');
}

/** Give every effect an id of its own: effects that lack one, and copies. */
export function withEffectIds(card: Card): Card {
  const sides = ['bound', 'boundless'].filter((side) => isRecord(card[side]));
  const taken: string[] = [];
  const named = (holder: Record<string, unknown>): Record<string, unknown> => {
    if (!Array.isArray(holder.effects)) return holder;
    const effects = holder.effects.map((effect: unknown) => {
      if (!isRecord(effect)) return effect;
      const known = typeof effect.id === 'string' && effect.id !== '' && !taken.includes(effect.id);
      const id = known ? String(effect.id) : untaken('effect', taken, '-');
      taken.push(id);
      return { ...effect, id };
    });
    return { ...holder, effects };
  };
  return { ...named(card), ...Object.fromEntries(sides.map((side) => [side, named(card[side] as Record<string, unknown>)])) } as Card;
}

const renamed = (pile: Readonly<Record<string, number>>, from: string, to: string): Record<string, number> =>
  Object.fromEntries(Object.entries(pile).map(([id, count]) => [id === from ? to : id, count]));

const inDeck = (list: DeckList, from: string, to: string): DeckList =>
  ({ savior: list.savior === from ? to : list.savior, main: renamed(list.main, from, to), spirits: renamed(list.spirits, from, to) });

const withSet = (work: Work, set: CardFile): Work => ({ ...work, sets: work.sets.map((one) => (one.name === set.name ? set : one)) });

/** Replace a card. A new name gives it a new id, also in the decks of the set. */
export function putCard(work: Work, set: CardFile, at: number, card: Card): Work {
  const before = set.cards[at];
  if (before === undefined) return work;
  const others = set.cards.filter((_, place) => place !== at).map(({ id }) => id);
  const id = card.name === before.name ? before.id : idFor(card.name, others);
  const next = withSet(work, { ...set, cards: set.cards.map((one, place) => (place === at ? withEffectIds({ ...card, id }) : one)) });
  if (id === before.id) return next;
  return { ...next, decks: next.decks.map((deck) => (deck.cards === set.name ? { ...deck, list: inDeck(deck.list, before.id, id) } : deck)) };
}

/** Add a copy of a card under a name of its own. */
export function addCopy(work: Work, set: CardFile, card: Card, name: string): Work {
  const called = untaken(name, set.cards.map((one) => one.name));
  const copy: Card = { ...card, name: called, id: idFor(called, set.cards.map(({ id }) => id)), number: nextNumber(set.cards), set_id: set.cards[0]?.set_id ?? 'MINE' };
  return withSet(work, { ...set, cards: [...set.cards, withEffectIds(copy)] });
}

/** Remove a card, also from the decks of the set. */
export function removeCard(work: Work, set: CardFile, at: number): Work {
  const gone = set.cards[at]?.id ?? '';
  const without = (pile: Readonly<Record<string, number>>): Record<string, number> => Object.fromEntries(Object.entries(pile).filter(([id]) => id !== gone));
  const next = withSet(work, { ...set, cards: set.cards.filter((_, place) => place !== at) });
  return { ...next, decks: next.decks.map((deck) => (deck.cards === set.name
    ? { ...deck, list: { ...deck.list, main: without(deck.list.main), spirits: without(deck.list.spirits) } } : deck)) };
}

/** Add a set under a name of its own; return it with the work. */
export function addSet(work: Work, given: CardFile, reserved: readonly string[] = []): readonly [Work, CardFile] {
  const set = { name: untaken(given.name, [...reserved, ...work.sets.map(({ name }) => name)]), cards: given.cards };
  return [{ ...work, sets: [...work.sets, set] }, set];
}

/** Give a set another name, also in its decks. */
export const renameSet = (work: Work, from: string, to: string): Work => ({
  sets: work.sets.map((set) => (set.name === from ? { ...set, name: to } : set)),
  decks: work.decks.map((deck) => (deck.cards === from ? { ...deck, cards: to } : deck)),
});

/** Remove a set with its decks. */
export const removeSet = (work: Work, name: string): Work =>
  ({ sets: work.sets.filter((set) => set.name !== name), decks: work.decks.filter((deck) => deck.cards !== name) });

/** Add a deck under a name of its own, or replace the one at a place. */
export function putDeck(work: Work, deck: Deck, at = -1): Work {
  if (at >= 0) return { ...work, decks: work.decks.map((one, place) => (place === at ? deck : one)) };
  return { ...work, decks: [...work.decks, { ...deck, name: untaken(deck.name, work.decks.map(({ name }) => name)) }] };
}

/** Return a list with another number of copies of a card in a pile; 0 removes it. */
export function withCopies(list: DeckList, pile: 'main' | 'spirits', card: string, count: number): DeckList {
  const { [card]: _gone, ...others } = list[pile];
  return { ...list, [pile]: count > 0 ? { ...list[pile], [card]: count } : others };
}
