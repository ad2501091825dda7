/** The dice of a roll as they are drawn: dropped ones struck through, and the sides read from the notation. */
import type { Fields } from '../../page/web/src/games.js';
import type { DrawnRoll } from '../../page/web/src/parts/campaign/dice.js';
import { rollsIn } from '../../page/web/src/parts/campaign/rolls.js';
import { t } from '../../page/web/src/texts.js';

const SIDES = /d(\d+)/;

/** Return the rolls of an event. */
export const drawn = (event: Fields): readonly DrawnRoll[] => rollsIn(event).map(({ faces, dropped, text, total }) => {
  const out = new Set(Array.isArray(dropped) ? dropped as number[] : []), sides = Number(SIDES.exec(String(text))?.[1] ?? 10);
  return { dice: faces.map((face, at) => ({ face, sides, ...out.has(at) ? { mark: 'dropped' as const } : {} })), ...total === undefined ? {} : { says: t`in all ${String(total)}` } };
});
