/** Links to decks: a deck, with those of its cards that no server has, packed into the fragment of an address. */
import { isCardFile, isDeckList, type CardFile, type Deck } from './work.js';
import { t } from '../../../page/web/src/texts.js';

/** A deck of a link. `own` has its cards, unless it is a deck of a set of the server. */
export interface Shared { readonly deck: Deck; readonly own: CardFile | undefined }

const MOST_BYTES = 1_000_000;

const coded = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const decoded = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

/** Read a stream to its end. Throws: RangeError above the limit, so that a short link cannot fill the memory. */
async function whole(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) { await reader.cancel(); throw new RangeError('too large'); }
    parts.push(value);
  }
  const joined = new Uint8Array(size);
  parts.reduce((at, part) => { joined.set(part, at); return at + part.length; }, 0);
  return joined;
}

const through = (bytes: Uint8Array<ArrayBuffer>, by: GenericTransformStream): Promise<Uint8Array> =>
  whole(new Blob([bytes]).stream().pipeThrough(by as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>));

/** Pack a deck for a link; of its own set only the cards that it contains. */
export async function packed(deck: Deck, own: CardFile | undefined): Promise<string> {
  const used = new Set([deck.list.savior, ...Object.keys(deck.list.main), ...Object.keys(deck.list.spirits)]);
  const cards = own && { name: own.name, cards: own.cards.filter(({ id }) => used.has(id)) };
  const text = JSON.stringify({ name: deck.name, list: deck.list, cards: cards ?? deck.cards });
  return coded(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')));
}

/** Read the deck of a link. Throws: an error in words. */
export async function unpacked(text: string): Promise<Shared> {
  try {
    const found = JSON.parse(new TextDecoder().decode(await through(decoded(text), new DecompressionStream('deflate-raw')))) as Record<string, unknown>;
    const { name, list, cards } = found;
    if (typeof name !== 'string' || !isDeckList(list) || !(typeof cards === 'string' || isCardFile(cards))) throw new TypeError('no deck');
    const own = typeof cards === 'string' ? undefined : cards;
    return { deck: { name, list, cards: own?.name ?? String(cards) }, own };
  } catch {
    throw new Error(t('This link to a deck is incomplete: copy it again, from its first sign to its last.'));
  }
}
