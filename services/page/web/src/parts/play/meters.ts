/** Reads a sheet from any object of a view: bars for "x of y", numbers, and words. */
import { spelled } from '../../words.js';
import { isRecord, nameOf } from './names.js';
import { t } from '../../texts.js';

export type Thing = Readonly<Record<string, unknown>>;

/** A bar: an amount and its maximum. */
export interface Meter { readonly label: string; readonly now: number; readonly most: number }

/** A sheet: its bars, its other numbers, its flags and states in words, and lists of its things. */
export interface Sheet {
  readonly meters: readonly Meter[];
  readonly numbers: readonly (readonly [string, number])[];
  readonly tags: readonly string[];
  readonly lists: readonly (readonly [string, readonly unknown[]])[];
}

const MOST_OF = (name: string): readonly string[] => [`max_${name}`, `${name}_max`, `most_${name}`, `maximum_${name}`];
const WORDS = new Set(['status', 'health', 'kind', 'stage', 'standing', 'race', 'size', 'side']);
const SHORT = 24;

/** Read a sheet from an object. */
export function sheetOf(thing: Thing): Sheet {
  const used = new Set<string>(['id', 'seat', 'name']);
  const counted = [...ownMeters(thing, used), ...twinMeters(thing, used), ...insideMeters(thing, used), ...leftMeters(thing, used)];
  const meters = counted.filter(({ most }) => most > 0), none = counted.filter(({ most }) => most <= 0).map(({ label, now }) => [label, now] as const);
  const numbers = [...none, ...Object.entries(thing).filter((pair): pair is [string, number] => typeof pair[1] === 'number' && pair[1] !== 0 && !used.has(pair[0]))];
  const tags = Object.entries(thing).flatMap(([name, value]) => tagOf(name, value));
  const lists = Object.entries(thing).filter(([name]) => !used.has(name)).map(([name, value]) => [name, listOf(value)] as const).filter(([, list]) => list.length > 0);
  return { meters, numbers, tags, lists };
}

function tagOf(name: string, value: unknown): string[] {
  if (value === true) return [spelled(name)];
  if (typeof value === 'string' && WORDS.has(name) && value.length <= SHORT) return [spelled(value)];
  return [];
}

/** `hp` with `max_hp`, or with the `hp` on its sheet. */
function ownMeters(thing: Thing, used: Set<string>): Meter[] {
  const sheet = isRecord(thing.sheet) ? thing.sheet : {};
  return Object.entries(thing).flatMap(([name, now]) => {
    const beside = MOST_OF(name).find((one) => typeof thing[one] === 'number');
    const most = beside === undefined ? sheet[name] : thing[beside];
    if (typeof now !== 'number' || typeof most !== 'number') return [];
    used.add(name).add(beside ?? name);
    return [{ label: spelled(name), now, most }];
  });
}

/** `scores` with `maxima`: two objects with the same fields. */
function twinMeters(thing: Thing, used: Set<string>): Meter[] {
  const [now, most] = [thing.scores, thing.maxima];
  if (!isRecord(now) || !isRecord(most)) return [];
  used.add('scores').add('maxima');
  return Object.entries(now).map(([name, value]) => ({ label: spelled(name), now: Number(value), most: Number(most[name] ?? value) }));
}

/** `{total, used}` or `{total, free}`. */
function insideMeters(thing: Thing, used: Set<string>): Meter[] {
  return Object.entries(thing).flatMap(([name, value]) => {
    if (!isRecord(value) || typeof value.total !== 'number') return [];
    const now = typeof value.used === 'number' ? value.used : typeof value.free === 'number' ? value.total - value.free : undefined;
    if (now === undefined) return [];
    used.add(name);
    return [{ label: t`${spelled(name)} used`, now, most: value.total }];
  });
}

/** `dice_left` of a list of `dice`. */
function leftMeters(thing: Thing, used: Set<string>): Meter[] {
  return Object.entries(thing).flatMap(([name, now]) => {
    const whole = thing[name.replace(/_left$/, '')];
    if (!name.endsWith('_left') || typeof now !== 'number' || !Array.isArray(whole)) return [];
    used.add(name).add(name.replace(/_left$/, ''));
    return [{ label: `${spelled(name)}`, now, most: whole.length }];
  });
}

/** Return the objects in a list, or in an object whose keys are their names or ids. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return (value as unknown[]).every((one) => typeof one === 'string' || isRecord(one)) ? value : [];
  if (!isRecord(value) || 'name' in value) return [];
  const inside = Object.entries(value);
  if (inside.every(([, one]) => isRecord(one))) return inside.map(([name, one]) => (nameOf(one as Thing) === undefined ? { name, ...(one as Thing) } : one));
  return [];
}

/** Return the characters in a part of a view: objects with an id, a name, and a bar or a sheet. */
export function figuresIn(value: unknown): readonly Thing[] | undefined {
  const list = Array.isArray(value) ? value as unknown[] : isRecord(value) ? Object.values(value) : [];
  const isFigure = (one: unknown): one is Thing => isRecord(one) && 'id' in one && (typeof one.name === 'string' || (isRecord(one.sheet) && typeof one.sheet.name === 'string' && 'seat' in one));
  if (list.length === 0 || !list.every(isFigure)) return undefined;
  const figures = list as readonly Thing[];
  return figures.some((one) => isRecord(one.sheet) || sheetOf(one).meters.length > 0 || 'max_hp' in one) ? figures : undefined;
}
