/** Differences between two sets of cards, by what is printed on the cards. */
import type { CardText } from 'arbiter-client/tcg';
import { t } from '../../../page/web/src/texts.js';

export type Texts = ReadonlyMap<string, CardText>;
/** A card that differs: `before` and `after` have its printed lines; one is missing if the card is in one set only. */
export interface Difference { readonly name: string; readonly before?: readonly string[]; readonly after?: readonly string[] }

/** Return the printed lines of a card: its kind with its level or type, its names, its PWR and its text. */
export function linesOf(text: CardText): readonly string[] {
  const head = [text.kind, text.kind === 'form' ? t`level ${text.orbs}` : '', ...text.tribes, ...text.archetypes].filter(Boolean).join(', ');
  const faces = text.faces.flatMap(({ label, pwr, box }) => [[label, pwr === null ? '' : `PWR ${pwr}`].filter(Boolean).join(', '), ...box]);
  return [text.name, head, ...faces].filter(Boolean);
}

/** Return the cards that differ, in the order of the later set, and then those that it lacks. */
export function differences(before: Texts, after: Texts): readonly Difference[] {
  const found: Difference[] = [];
  for (const [id, text] of after) {
    const old = before.get(id), [now, then] = [linesOf(text), old && linesOf(old)];
    if (then === undefined) found.push({ name: text.name, after: now });
    else if (then.join('\n') !== now.join('\n')) found.push({ name: text.name, before: then.filter((line) => !now.includes(line)), after: now.filter((line) => !then.includes(line)) });
  }
  for (const [id, text] of before) if (!after.has(id)) found.push({ name: text.name, before: linesOf(text) });
  return found;
}
