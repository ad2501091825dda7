/** Ready decks: those of the sets of cards that the server has, and what each deck is for. */
import { html, nothing, type TemplateResult } from 'lit';
import type { DeckAbout, Decks, DeckList } from 'arbiter-client/tcg';
import { document as kept, titled } from '../../page/web/src/words.js';
import { readWork } from './desk/kept.js';
import { t } from '../../page/web/src/texts.js';

/** A ready deck: its cards, the name of their set, and how the deck is played, in a word and in a sentence. */
export interface ReadyDeck { readonly list: DeckList; readonly cards: DeckAbout['cards']; readonly plan: string; readonly about: string }
export type ReadyDecks = Readonly<Record<string, ReadyDeck>>;

/** What a button with a deck says: its name, and in a word how it is played. */
export const deckName = (name: string, { plan }: ReadyDeck): TemplateResult => html`${titled(name)}${plan ? html` <small class="plan">${plan}</small>` : nothing}`;

/** The names of the server's sets. */
export const SETS = ['starter', 'core'];

/** Request the ready decks of all sets. */
export async function readyDecks(): Promise<ReadyDecks> {
  const found = await Promise.all(SETS.map((name) => kept<Decks>(`/tcg/v1/decks?set=${name}`)));
  return Object.fromEntries(found.flatMap(({ decks, about }) => Object.entries(decks).map(([name, list]) => {
    const { cards = 'starter', plan = '', about: says = '' } = about[name] ?? {};
    return [name, { list, cards, plan, about: says }];
  })));
}

/** Return the decks of own cards that a designer has made in this browser. A match offers those that fit its cards. */
export const ownDecks = (): ReadyDecks => {
  const { sets, decks } = readWork();
  return Object.fromEntries(decks.filter(({ cards }) => sets.some(({ name }) => name === cards)).map(({ name, cards, list }) =>
    [name, { list, cards: 'starter' as const, plan: '', about: t`A deck of your own, with the cards of ${cards}.` }]));
};
