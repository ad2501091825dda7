/** The printed text of cards, by their ids. */
import type { CardPages, CardText } from 'arbiter-client/tcg';
import { t } from '../../page/web/src/texts.js';

export type { CardPages, CardText };
export type CardPage = CardPages['cards'][number];

/** The cards of a set. A card that the set lacks is named by its id; until the set is known, a card has no name. */
export class Cards {
  readonly #pages: ReadonlyMap<string, CardPage>;
  readonly #effects: ReadonlyMap<string, string>;

  constructor(pages?: CardPages) {
    const cards = pages?.cards ?? [];
    this.#pages = new Map(cards.map((page) => [page.card.id, page]));
    this.#effects = new Map(cards.flatMap(({ effects }) => Object.entries(effects ?? {}).flatMap(([key, { says, modes }]) =>
      [[key, says] as const, ...Object.entries(modes ?? {})])));
  }

  /** Return a card, with everything that is printed on it. */
  page(id: string | undefined): CardPage | undefined {
    return id === undefined ? undefined : this.#pages.get(id);
  }

  /** Return everything that is printed on a card. */
  text(id: string): CardText | undefined {
    return this.page(id)?.text;
  }

  /** Whether the set has such a card. */
  has(id: string): boolean {
    return this.#pages.has(id);
  }

  /** Return a card's name. */
  name(id: string | undefined | null): string {
    return id ? this.text(id)?.name ?? (this.#pages.size > 0 ? id : t('A card')) : t('Face-down card');
  }

  /** Return the text of an effect, or of one of its modes, by its key `card#effect`; else the name of its card. */
  effect(key: string): string {
    return this.#effects.get(key) ?? this.name(key.split('#', 1)[0]);
  }

  /** Return the name of an effect by its key, if it has one. */
  title(key: string): string | undefined {
    return /^\*\*([^*]+)\*\*/.exec(this.effect(key))?.[1];
  }
}

/** Remove the marks of bold and italic type from a printed line. */
export const plain = (line: string): string => line.replace(/\*\*?|\\(?=[*_])/g, '');

/** A part of a printed line: its text and its style. */
export interface Run { readonly words: string; readonly style: 'plain' | 'bold' | 'slanted' | 'mark' }

/** Split a printed line into parts: `**bold**`, `*italic*`, and words in brackets such as [AUTO]. */
export function runs(line: string): readonly Run[] {
  if (/^\*[^*].*\*$/.test(line)) return [{ words: plain(line), style: 'slanted' }];
  return line.split(/(\*\*[^*]+\*\*|\[[A-Z]+\]|\bCONT(?=:))/).filter(Boolean).map((words) => {
    if (words.startsWith('**')) return { words: plain(words), style: 'bold' };
    return { words: plain(words), style: /^(\[|CONT)/.test(words) ? 'mark' : 'plain' };
  });
}

/** Whether a line is flavour or a reminder, without effect on the game. */
export const aside = (line: string): boolean => /^\*[^*]/.test(line);
