/** What is printed on cards, by their ids. */
import type { CardPages, CardText } from 'arbiter-client/tcg';

export type { CardPages, CardText };

/** The cards of a set. What a set does not have is named by its id. */
export class Cards {
  readonly #texts: ReadonlyMap<string, CardText>;
  readonly #effects: ReadonlyMap<string, string>;

  constructor(pages?: CardPages) {
    const cards = pages?.cards ?? [];
    this.#texts = new Map(cards.map(({ card, text }) => [card.id, text]));
    this.#effects = new Map(cards.flatMap(({ effects }) => Object.entries(effects ?? {}).flatMap(([key, { says, modes }]) =>
      [[key, says] as const, ...Object.entries(modes ?? {})])));
  }

  /** All that is printed on a card. */
  text(id: string): CardText | undefined {
    return this.#texts.get(id);
  }

  /** Whether the set has such a card. */
  has(id: string): boolean {
    return this.#texts.has(id);
  }

  /** A card's name. */
  name(id: string | undefined | null): string {
    return id ? this.text(id)?.name ?? id : 'Face-down card';
  }

  /** What an effect, or a mode of one, says by its key, `card#effect`; else the name of its card. */
  effect(key: string): string {
    return this.#effects.get(key) ?? this.name(key.split('#', 1)[0]);
  }

  /** The name of an effect by its key, if it has one. */
  title(key: string): string | undefined {
    return /^\*\*([^*]+)\*\*/.exec(this.effect(key))?.[1];
  }
}

/** A printed line without the marks of bold and slanted type. */
export const plain = (line: string): string => line.replace(/\*\*?|\\(?=[*_])/g, '');

/** A part of a printed line: its words, and how they are set. */
export interface Run { readonly words: string; readonly style: 'plain' | 'bold' | 'slanted' | 'mark' }

/** Take a printed line apart: `**bold**`, `*slanted*`, and words in brackets such as [AUTO]. */
export function runs(line: string): readonly Run[] {
  if (/^\*[^*].*\*$/.test(line)) return [{ words: plain(line), style: 'slanted' }];
  return line.split(/(\*\*[^*]+\*\*|\[[A-Z]+\]|\bCONT(?=:))/).filter(Boolean).map((words) => {
    if (words.startsWith('**')) return { words: plain(words), style: 'bold' };
    return { words: plain(words), style: /^(\[|CONT)/.test(words) ? 'mark' : 'plain' };
  });
}

/** Whether a line is flavour or a reminder: nothing that the card does. */
export const aside = (line: string): boolean => /^\*[^*]/.test(line);
