/** Formats a value for a sentence: ids by their names, lists joined, hidden values as "hidden". It never writes the name of a field. */
import { roleName } from '../../seats.js';
import { spelled } from '../../words.js';
import type { Names } from './names.js';
import { t } from '../../texts.js';

export type Fields = Readonly<Record<string, unknown>>;
/** The context of a sentence: the names, the event's version, and the service, if it is known. */
export interface Knowing { readonly names?: Names | undefined; readonly at?: number | undefined; readonly service?: string | undefined }

const LONGEST = 12, MOST_FACES = 40;
const CARDS = new Set(['card', 'cards', 'revealed']);
/** Fields that hold the names of seats: a seat may be called `creature-1`. */
const SEATS = new Set(['seat', 'asked', 'agreed', 'who', 'highest', 'drawn', 'winner', 'narrator', 'audience']);

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a secret part: `value` is present for readers who may see it. */
export const isSealed = (value: unknown): value is { audience: readonly string[]; value?: unknown } =>
  isFields(value) && Array.isArray(value.audience) && Object.keys(value).every((name) => name === 'audience' || name === 'value' || name === 'sealed');

/** Return what a table has under a name from a log, which may be that of an object's own function. */
export const under = <T>(table: Readonly<Record<string, T>> | undefined, name: unknown): T | undefined =>
  (table !== undefined && typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined);

/** Return the words for a code, or the code with spaces. */
export const worded = (words: Readonly<Record<string, string>>, code: unknown): string => under(words, code) ?? String(code).replace(/_/g, ' ');

/** A function that says a word for a code; the words are kept on it, for the sentences as data. */
export type Worder = ((code: unknown) => string) & { readonly words: Readonly<Record<string, string>> };

/** Return a function that says the word for a code. */
export const word = (words: Readonly<Record<string, string>>): Worder => Object.assign((code: unknown) => worded(words, code), { words });

/** A function that says a word for a code in a field of an event; what it says is kept on it, for the sentences as data. */
export type WordOf = ((event: Fields) => unknown) & { readonly words: Readonly<Record<string, string>>; readonly otherwise?: string | undefined };

/** Return a function that says the word for a code in a field; for other codes it says `otherwise`, if there is one. */
export const wordOf = (field: string, words: Readonly<Record<string, string>>, otherwise?: string): WordOf =>
  Object.assign((event: Fields) => under(words, event[field]) ?? otherwise ?? (typeof event[field] === 'string' ? worded({}, event[field]) : event[field]), { words, otherwise });

/** Return the readable content of a value, or `undefined`. */
export const shown = (value: unknown): unknown => (isSealed(value) ? value.value : value);

/** Whether a value has nothing to say: missing, false, or empty, also inside a secret part. */
export const isNothing = (value: unknown): boolean =>
  isSealed(value) ? value.value !== undefined && isNothing(value.value) :
  value === undefined || value === null || value === false || value === ''
  || (Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0);

/** Format the id of a card, `ember-ghost`, as its name. */
export const cardName = (id: string): string => id.replace(/(^|[-_])([a-z])/g, (_, gap: string, first: string) => (gap ? ' ' : '') + first.toUpperCase());

/** An id that the server made, such as `creature-3`: without a name it means nothing to a person. */
const MADE = /^([a-z]+(?:-[a-z]+)*)-\d+$/;

/** Return what an id without a name stands for: "a creature". */
const kindOf = (id: string): string => id.replace(MADE, (_, made: string) => {
  const kind = made.replace(/-/g, ' ');
  return t(/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`);
});

/** Format the value of a field; an object without a name is empty text. */
export function said(value: unknown, field: string, knowing: Knowing): string {
  if (isSealed(value)) return value.value === undefined ? t('hidden') : said(value.value, field, knowing);
  if (Array.isArray(value)) return listed(value.map((one) => said(one, field, knowing)), field === 'faces' ? MOST_FACES : LONGEST);
  if (isFields(value)) return named(value, knowing) ?? '';
  if (typeof value !== 'string') return value === true ? t('yes') : String(value ?? t('none'));
  if (SEATS.has(field)) return knowing.names?.seat(value) ?? value;
  if (CARDS.has(field)) return cardName(value);
  return field === 'role' ? roleName(value) : textOf(value, knowing);
}

function textOf(value: string, knowing: Knowing): string {
  const known = knowing.names?.of(value, knowing.at);
  if (known !== undefined) return known;
  if (/^[a-z0-9-]+#[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(value)) return cardName(value.split('#')[1]!.split('/')[0]!);
  if (MADE.test(value)) return kindOf(value);
  return /^[0-9a-f]{32,}$/.test(value) ? '' : /^[a-z]+(_[a-z0-9]+)+$/.test(value) ? spelled(value) : value;
}

/** Join texts; empty ones are left out, and of very many the last are counted. */
export function listed(texts: readonly string[], most = LONGEST): string {
  const few = texts.filter((text) => text !== ''), left = few.length - most;
  const between = few.some((text) => text.includes(', ')) ? '; ' : ', ';
  return left > 1 ? t`${few.slice(0, most).join(between)} and ${left} more` : few.join(between);
}

/** Return the name of an object, if it has one. */
function named(fields: Fields, knowing: Knowing): string | undefined {
  const id = fields.id ?? fields.creature ?? fields.participant;
  const known = typeof id === 'string' ? knowing.names?.of(id, knowing.at) : undefined;
  const called = known ?? fields.name ?? (typeof fields.card === 'string' ? cardName(fields.card) : undefined) ?? fields.face;
  if (typeof called === 'string' && called !== '') return called;
  if (isFields(fields.sheet)) return named(fields.sheet, knowing);
  return typeof id === 'string' ? textOf(id, knowing) : undefined;
}
