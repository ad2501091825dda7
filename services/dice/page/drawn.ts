/** The dice of a roll as they are drawn: dropped ones struck through, and the sides read from the notation. */
import type { Fields } from '../../page/web/src/games.js';
import type { DrawnRoll } from '../../page/web/src/parts/campaign/dice.js';
import { rollsIn } from '../../page/web/src/parts/campaign/rolls.js';
import { isFields } from '../../page/web/src/parts/sentences/said.js';
import { t } from '../../page/web/src/texts.js';

const SIDES = /d(\d+)/;

/** Return the rolls of an event. */
export function drawn(event: Fields): readonly DrawnRoll[] {
  const wholes = wholesIn(event);
  return rollsIn(event).map((roll) => {
    const { faces, dropped, text, total } = roll, whole = wholes.get(roll) ?? total;
    const out = new Set(Array.isArray(dropped) ? dropped as number[] : []), sides = Number(SIDES.exec(String(text))?.[1] ?? 10);
    const says = whole === total ? t`in all ${String(total)}` : t`dice ${String(total)}, in all ${String(whole)}`;
    return { dice: faces.map((face, at) => ({ face, sides, ...out.has(at) ? { mark: 'dropped' as const } : {} })), ...total === undefined ? {} : { says } };
  });
}

/** Return the totals of results that count more than their only dice, such as `2d6 + 2`, by those dice. */
function wholesIn(value: unknown): ReadonlyMap<unknown, unknown> {
  if (Array.isArray(value)) return new Map((value as unknown[]).flatMap((one) => [...wholesIn(one)]));
  if (!isFields(value)) return new Map();
  const { dice, total } = value;
  return Array.isArray(dice) && total !== undefined ? new Map(dice.length === 1 ? [[dice[0] as unknown, total]] : []) : wholesIn(Object.values(value));
}
