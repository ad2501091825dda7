/** Cards and decks as the server reads them: what is printed, what each part says, and every fault. */
import type { CardPages, CardText, Checked, DeckList, Fault } from 'arbiter-client/tcg';
import { Problem } from 'arbiter-client';
import { arbiter } from '../../../page/web/src/access.js';
import { document as kept, titled } from '../../../page/web/src/words.js';
import { SETS } from '../decks.js';
import type { Texts } from './compare.js';
import type { Card, CardFile, Work } from './work.js';
import { t } from '../../../page/web/src/texts.js';

/** What the server says of a set. Cards with faults have no text. */
export interface Reading {
  readonly texts: Texts;
  readonly parts: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly faults: readonly Fault[];
  readonly notes: readonly Fault[];
  /** Why the server could not be asked. */
  readonly problem: Error | undefined;
}

export interface DeckFault { readonly rule: string; readonly reason: string }

const NOTHING: Reading = { texts: new Map(), parts: new Map(), faults: [], notes: [], problem: undefined };
const FAULTY = 409;

const readOf = ({ texts, parts, notes }: Checked): Reading => ({
  ...NOTHING, texts: new Map(Object.entries(texts)), notes,
  parts: new Map(Object.entries(parts ?? {}).map(([card, words]) => [card, new Map(Object.entries(words))])),
});

/** Return the objects that a refusal names; `undefined` if it is another error. */
const listed = <T>(error: unknown): readonly T[] | undefined =>
  (error instanceof Problem && error.status === FAULTY && Array.isArray(error.has) && typeof error.has[0] === 'object' ? error.has as T[] : undefined);

const post = <T>(path: string, body: unknown): Promise<T> => arbiter().post<T>(path, body);

/** Return the place of a faulty card in its set; a fault names it by its id or by its place. */
const placeOf = ({ cards }: CardFile, { card }: Fault): number => {
  const at = /^cards\[(\d+)\]$/.exec(card)?.[1];
  return at === undefined ? cards.findIndex(({ id }) => id === card) : Number(at);
};

/** Ask the server for the texts of a set and its faults; cards without faults have texts in any case. */
export async function readCards(set: CardFile, { parts = false } = {}): Promise<Reading> {
  if (set.cards.length === 0) return NOTHING;
  try {
    return readOf(await post<Checked>('/tcg/v1/cards/check', { cards: set, parts }));
  } catch (error) {
    const faults = listed<Fault>(error);
    if (faults === undefined) return { ...NOTHING, problem: error as Error };
    const faulty = new Set(faults.map((fault) => placeOf(set, fault))), good = set.cards.filter((_, at) => !faulty.has(at));
    if (good.length === 0 || good.length === set.cards.length) return { ...NOTHING, faults };
    return { ...await readCards({ ...set, cards: good }, { parts }), faults };
  }
}

/** Return the faults of a card of a set. */
export const faultsOf = (set: CardFile, at: number, faults: readonly Fault[]): readonly Fault[] => faults.filter((fault) => placeOf(set, fault) === at);

/** A deck cannot be checked, because its cards have faults. */
export class FaultyCards extends Error {}

/** Ask the server whether a match accepts a deck. Throws: `FaultyCards`, or why the server could not be asked. */
export async function readDeck(list: DeckList, cards: CardFile | string): Promise<readonly DeckFault[]> {
  try {
    await post('/tcg/v1/decks/check', { deck: list, cards });
    return [];
  } catch (error) {
    const faults = listed<DeckFault>(error);
    if (faults === undefined) throw error;
    if (faults.some(({ rule }) => rule === undefined)) throw new FaultyCards();
    return faults;
  }
}

// ---------------------------------------------------------------- sets

/** A set to choose from; the designer's own can be changed. */
export interface SetName { readonly name: string; readonly title: string; readonly own: boolean }

/** Return the sets to choose from: the designer's, then the server's. */
export const setsOf = (work: Work): readonly SetName[] =>
  [...work.sets.map(({ name }) => ({ name, title: name, own: true })), ...SETS.map((name) => ({ name, title: t`${titled(name)} set`, own: false }))];

/** Return a designer's set. */
export const ownSet = (work: Work, name: string): CardFile | undefined => work.sets.find((set) => set.name === name);

/** Request the cards of a set of the server. */
export const pagesOf = (name: string): Promise<CardPages> => kept<CardPages>(`/tcg/v1/cards?set=${encodeURIComponent(name)}`);

/** Return the cards of a set of the server, without the spirits that every match adds. */
export async function cardsOf(name: string): Promise<readonly Card[]> {
  const [here, ...others] = await Promise.all([name, ...SETS.filter((one) => one !== name)].map(pagesOf));
  const everywhere = new Set(others.flatMap(({ cards }) => cards.map(({ card }) => card.id)));
  return (here?.cards ?? []).map(({ card }) => card as unknown as Card).filter(({ id }) => !everywhere.has(id));
}

/** Return what the server says of a set, the designer's or its own. */
export async function readingOf(name: string, work: Work, asked: { readonly parts?: boolean } = {}): Promise<Reading> {
  const own = ownSet(work, name);
  if (own) return readCards(own, asked);
  const { cards } = await pagesOf(name);
  return { ...NOTHING, texts: new Map(cards.map(({ card, text }): [string, CardText] => [card.id, text])) };
}
