/** Names of ids: those that a view gives to characters, items, rolls and cards. */
import { spelled, wordFor } from '../../words.js';
import { LANGUAGE, t } from '../../texts.js';

/** Names by id; a card on the table has its number as `#12`. */
export type Names = ReadonlyMap<string, string>;

type JsonObject = Readonly<Record<string, unknown>>;
const CALLED = ['name', 'title', 'what', 'aim', 'text'] as const;
/** Fields that people type, and that hold the names of seats: they are shown as they are. */
const TYPED: ReadonlySet<string> = new Set(['name', 'true_name', 'title', 'what', 'aim', 'text', 'id', 'seat', 'seats', 'seed', 'says', 'note', 'reason', 'purpose', 'comment', 'description', 'history', 'pledge', 'question', 'answer', 'doing', 'deed', 'portrait']);

/** Whether a value is a JSON object and no list. */
export const isRecord = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Return the name of an object in a view, from itself or from its sheet. */
export function nameOf(thing: JsonObject): string | undefined {
  for (const place of [thing, thing.sheet, thing.command].filter(isRecord)) {
    const key = CALLED.find((one) => typeof place[one] === 'string' && place[one] !== '');
    if (key !== undefined) return String(place[key]);
    if (typeof place.type === 'string') return spelled(place.type);
  }
  return typeof thing.kind === 'string' ? spelled(thing.kind) : undefined;
}

/** Collect the names of a view. Objects with the same name get their numbers too. Options of a decision with words are named so. */
export function namesIn(view: unknown): Names {
  const found = new Map<string, string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isRecord(value)) return;
    const name = nameOf(value);
    if (typeof value.id === 'string' && name !== undefined && !found.has(value.id)) found.set(value.id, name);
    if (typeof value.thing === 'number' && typeof value.card === 'string') found.set(`#${value.thing}`, spelled(value.card.replaceAll('-', ' ')));
    if (Array.isArray(value.options) && Array.isArray(value.words)) value.words.forEach((word, at) => found.set(`#${String((value.options as unknown[])[at])}`, spelled(String(word).split('#').at(-1)!.replaceAll('-', ' '))));
    Object.values(value).forEach(look);
  };
  look(view);
  return numbered(found);
}

function numbered(found: ReadonlyMap<string, string>): Names {
  const times = new Map<string, number>();
  for (const name of found.values()) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map([...found].map(([id, name]) => [id, (times.get(name) ?? 0) > 1 ? `${name} (${id.split('-').at(-1)})` : name]));
}

/** Say a code in words; a thing without a name is called by its kind and number. */
const worded = (value: string): string => (/^[a-z]+(_[a-z]+)+$/.test(value) ? spelled(value) : /^[a-z]+(-[a-z]+){2,}$/.test(value) ? value.replaceAll('-', ' ') : value.replace(/^([a-z]+(?:-[a-z]+)*)-(\d+)$/, '$1 $2'));

/** Return the word for a value in a field, where it means something else than in others, or else in any. */
const wordIn = (field: string, value: string): string | undefined => wordFor(`${field}=${value}`) ?? wordFor(value);

/** Return the word of another language than English for a value, unless people may have typed it. */
export const wordOf = (value: string, field: string): string | undefined => (TYPED.has(field) ? undefined : wordIn(field, value));

/** A number of milliseconds that only a time has: the year 2001. */
const LONG_AGO = 1e12;
const COUNTED = /count|amount|number|index|turn|zone|dice|units|least|most|level|cut/;

/** Describe a value of a command in a few words: by its name, or by its contents. */
export function called(value: unknown, names: Names, field = ''): string {
  if (value === null || value === undefined) return t('none');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return /(^|_)at$/.test(field) && value > LONG_AGO ? new Date(value).toLocaleString(LANGUAGE) : (COUNTED.test(field) ? undefined : names.get(`#${value}`)) ?? String(value);
  if (typeof value === 'string') return names.get(value) ?? (LANGUAGE === 'en' ? worded(value) : wordOf(value, field) ?? worded(value));
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map((one) => called(one, names, field)).join(', ');
  return calledObject(value as JsonObject, names);
}

/** Describe a value that the server offers: in another language than English by its word, even in a field that people type. */
export const offered = LANGUAGE === 'en' ? called : (value: unknown, names: Names, field: string): string => (typeof value === 'string' && !names.has(value) ? wordIn(field, value) : undefined) ?? called(value, names, field);

function calledObject(value: JsonObject, names: Names): string {
  const there = Object.entries(value).filter(([name, one]) => name !== 'id' && one !== null && one !== undefined);
  if (there.length === 0) return t('none');
  if (typeof value.type === 'string') return [spelled(value.type), calledObject({ ...value, type: undefined }, names)].filter((one) => one !== 'none').join(': ');
  if (typeof value.text === 'string') return value.text;
  const [tag, ...rest] = there;
  if (typeof value.name === 'string') return value.name;
  if (rest.length === 0 && isRecord(tag?.[1])) return calledObject(tag[1], names);
  return there.map(([name, one]) => (typeof one === 'string' || isRecord(one) ? called(one, names, name) : `${spelled(name)} ${called(one, names, name)}`)).join(', ');
}
