/**
 * Fills in the templates of sentences.
 *
 * `{field}` is replaced by the value of a field, `{roll.dice}` by a field of a field. `{n#card}` counts ("2 cards"; a list
 * by its length; other languages name all forms, `{n#Karte|Karten}`), `{late?late}` is a word if the value is true, `{success!success|failure}` is one of two words, and
 * `{roll@dice}` is the value in the shape `dice` of the game (of a list: each element). Text in `[…]` is left out if a
 * field in it is missing, empty or hidden. Of several templates the first is used whose fields the event has.
 */
import { games, type Fields, type Shape, type Template } from '../../games.js';
import { drawn } from './draws.js';
import { request, type Message } from './requests.js';
import { isFields, isNothing, isSealed, listed, said, shown, word, type Knowing } from './said.js';
import { many, t } from '../../texts.js';

const HOLE = /\{([\w.]+)(?:([#?!@])([^}]*))?\}/g;

/** Reasons that a stream closes with if nobody gave one. */
const USUAL = new Set(['closed', 'over']);

/** Why the goal of a puzzle is missed. */
export const MISSED: Readonly<Record<string, string>> = t({
  late: 'its last turn is over', lost: 'it can no longer be won', closed: 'the game was closed',
});

/** How a player of the house plays. */
export const HOUSE: Readonly<Record<string, string>> = t({
  random: 'it moves at random', greedy: 'it looks at the next move', search: 'it looks at its whole turn', fighter: 'it fights',
});

/** Shapes that every game has. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  amount: (value) => (typeof value === 'number' ? String(Math.abs(value)) : undefined),
  some: (value) => (typeof value === 'number' && value !== 0 ? String(value) : undefined),
  signed: (value) => (typeof value === 'number' ? `${value < 0 ? '−' : '+'}${Math.abs(value)}` : undefined),
  given: (value) => (USUAL.has(String(value)) ? undefined : String(value)),
  number: (value) => String(value),
  spoken: (value) => String(value),
  house: word(HOUSE),
  missed: word(MISSED),
  visible: (value, knowing) => said(value, 'text', knowing),
  named: (value, { names, at }) => names?.of(String(value), at),
  lent: (value) => (isFields(value) ? drawn({ ...value, draw: 'dice' }) : undefined),
  request: (value, knowing) => (isFields(value) ? request(value as Message, knowing) : undefined),
};

/** Fill in the first template that fits; `undefined` if none does. */
export function filledIn(template: Template, fields: Fields, knowing: Knowing): string | undefined {
  for (const one of typeof template === 'string' ? [template] : template) {
    const text = filled(one, fields, knowing);
    if (text !== undefined) return text;
  }
  return undefined;
}

function filled(template: string, fields: Fields, knowing: Knowing): string | undefined {
  const parts = template.split(/\[([^\]]*)\]/);
  const filledParts = parts.map((part, place) => fill(part, fields, knowing, place % 2 === 1));
  return filledParts.includes(undefined) ? undefined : filledParts.join('');
}

function fill(part: string, fields: Fields, knowing: Knowing, optional: boolean): string | undefined {
  let lacks = false;
  const text = part.replace(HOLE, (_, path: string, mark: string | undefined, word: string) => {
    const value = valueAt(fields, path);
    if (mark === '!' && !isSealed(value)) return word.split('|')[value ? 0 : 1] ?? '';
    const unsaid = isNothing(value) || optional && (value === 0 || isSealed(value) && value.value === undefined);
    const shaped = value === undefined || unsaid ? '' : marked(value, path.split('.').at(-1)!, mark, word, knowing);
    if (shaped === '') lacks = true;
    return shaped;
  });
  if (lacks) return optional ? '' : undefined;
  return text;
}

/** Return the value at a path of fields and places in lists: `roll.creature`, `change.4`. */
export const valueAt = (fields: Fields, path: string): unknown =>
  path.split('.').filter(Boolean).reduce<unknown>((found, field) => {
    const held = shown(found);
    return Array.isArray(held) ? held[Number(field)] as unknown : isFields(held) ? held[field] : undefined;
  }, fields);

function marked(value: unknown, field: string, mark: string | undefined, word: string, knowing: Knowing): string {
  if (mark === '#') return counted(shown(value), word);
  if (mark === '?') return word;
  return mark === '@' ? inShape(value, word, knowing) : said(value, field, knowing);
}

/** Return a count with its noun, or with one of the forms `Karte|Karten`; a list is counted. */
function counted(value: unknown, noun: string): string {
  const count = Array.isArray(value) ? value.length : value;
  if (noun.includes('|')) return many(Number(count), noun);
  return `${String(count)} ${count === 1 ? noun : noun === 'die' ? 'dice' : `${noun}${/(s|x|ch)$/.test(noun) ? 'es' : 's'}`}`;
}

/** Return a value in a shape of the game; of a list, each of its elements. Empty text if the shape does not fit. */
export function inShape(value: unknown, name: string, knowing: Knowing): string {
  const inner = shown(value);
  if (inner === undefined) return '';
  if (Array.isArray(inner)) return listed(inner.map((one) => inShape(one, name, knowing)));
  const shape = shapeOf(name, knowing.service);
  if (shape === undefined || inner === null) return '';
  if (typeof shape === 'function') return shape(inner, knowing) ?? '';
  return isFields(inner) ? filledIn(shape, inner, knowing) ?? '' : said(inner, name, knowing);
}

function shapeOf(name: string, service: string | undefined): Shape | undefined {
  const own = service === undefined ? undefined : games().get(service);
  return own?.shapes?.[name] ?? SHAPES[name] ?? [...games().values()].find(({ shapes }) => shapes?.[name] !== undefined)?.shapes?.[name];
}
