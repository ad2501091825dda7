/** Sentences for rolls of dice. */
import { spelled } from '../../page/web/src/words.js';
import { detailsOf, isFields, isNothing, isSealed, said, shown, type Fields } from '../../page/web/src/parts/sentences/said.js';

interface Thrown { readonly number: number; readonly who: string; readonly what: Fields; readonly purpose?: string }

/** Describe what is rolled: `2d6`, or the kind of a dice pool with its numbers. */
export function thrown(what: unknown): string {
  if (!isFields(what)) return 'dice';
  if (typeof what.text === 'string') return what.text;
  const { throw: kind, dice, set: _set, cancels: _cancels, counts: _counts, ...rest } = what;
  const counted = Array.isArray(dice) ? dice.map(symbolDice).join(' and ') : isNothing(dice) ? '' : `${dice} dice`;
  return [`${spelled(String(kind ?? 'dice'))}:`, [counted, ...detailsOf(rest, {}, new Set())].filter(Boolean).join(', ')].join(' ');
}

function symbolDice(one: unknown): string {
  if (!isFields(one)) return String(one);
  const die = isFields(one.die) ? one.die.name : one.die ?? one.name;
  return `${one.count ?? 1} ${String(die)}`;
}

/** Describe the result of a roll. Dropped faces are in brackets; dice that are the whole text are not named again. */
export function cameTo(outcome: unknown, text = ''): string {
  if (!isFields(outcome)) return 'hidden';
  if (outcome.of === 'notation' && Array.isArray(outcome.dice)) {
    const faces = outcome.dice.map((dice: Fields) => facesOf(dice, text)).filter(Boolean).join('; ');
    return faces === String(outcome.total) ? faces : `${faces}, total ${String(outcome.total)}`;
  }
  return detailsOf(outcome, {}, new Set(['of', 'dice', 'zero_dice', 'what'])).join(', ');
}

function facesOf(dice: Fields, text: string): string {
  const faces = (dice.values ?? dice.faces) as readonly unknown[] | undefined;
  if (!Array.isArray(faces)) return '';
  const dropped = new Set((dice.dropped ?? []) as readonly number[]);
  const read = faces.map((face, place) => (dropped.has(place) ? `[${said(face, 'faces', {})}]` : said(face, 'faces', {})));
  return dice.text === text ? read.join(', ') : `${String(dice.text ?? 'dice')} shows ${read.join(', ')}`;
}

/** Describe rolls: who rolled what, why, and the result, or that it is hidden. */
export function rolled(event: Fields): string | undefined {
  if (!Array.isArray(event.rolls)) return undefined;
  const outcomes = shown(event.outcomes), secret = isSealed(event.outcomes);
  const each = (event.rolls as Thrown[]).map((roll, place) => {
    const about = roll.purpose ? ` for ${roll.purpose}` : '';
    const how = secret ? ' in secret' : '';
    const came = Array.isArray(outcomes) ? cameTo(outcomes[place], isFields(roll.what) ? String(roll.what.text ?? '') : '') : 'the roll is hidden';
    return `${roll.who} rolls ${thrown(roll.what)}${about}${how}: ${came}`;
  });
  return each.length > 4 ? `${each.slice(0, 4).join('. ')} … and ${each.length - 4} more` : each.join('. ');
}

/** Describe a `Roll` command: what the caller wants to roll. */
export function requested(command: Fields): string | undefined {
  if (!Array.isArray(command.rolls)) return undefined;
  const rolls = command.rolls.map((one: Fields) => ({ ...one, who: '' }));
  return rolled({ rolls, outcomes: null })!.replace(/: the roll is hidden/g, '').trim();
}
