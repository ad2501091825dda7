/** Links to decks: a deck, with those of its cards that no server has, packed into the fragment of an address. */
import { packText, unpackText } from '../../../page/web/src/parts/packing.js';
import { isCardFile, isDeckList, type CardFile, type Deck } from './work.js';
import { t } from '../../../page/web/src/texts.js';

/** A deck of a link. `own` has its cards, unless it is a deck of a set of the server. */
export interface Shared { readonly deck: Deck; readonly own: CardFile | undefined }

/** Pack a deck for a link; of its own set only the cards that it contains. */
export async function packed(deck: Deck, own: CardFile | undefined): Promise<string> {
  const used = new Set([deck.list.savior, ...Object.keys(deck.list.main), ...Object.keys(deck.list.spirits)]);
  const cards = own && { name: own.name, cards: own.cards.filter(({ id }) => used.has(id)) };
  return packText(JSON.stringify({ name: deck.name, list: deck.list, cards: cards ?? deck.cards }));
}

/** Read the deck of a link. Throws: an error in words. */
export async function unpacked(text: string): Promise<Shared> {
  try {
    const found = JSON.parse(await unpackText(text)) as Record<string, unknown>;
    const { name, list, cards } = found;
    if (typeof name !== 'string' || !isDeckList(list) || !(typeof cards === 'string' || isCardFile(cards))) throw new TypeError('no deck');
    const own = typeof cards === 'string' ? undefined : cards;
    return { deck: { name, list, cards: own?.name ?? String(cards) }, own };
  } catch {
    throw new Error(t('This link to a deck is incomplete: copy it again, from its first sign to its last.'));
  }
}
