/** Formats a value for a sentence: ids by their names, lists joined, hidden values as "hidden". */
import { spelled } from '../../words.js';
import { cardName, type Names } from './names.js';

export type Fields = Readonly<Record<string, unknown>>;
/** The context of a sentence: the names, and the event's version. */
export interface Knowing { readonly names?: Names | undefined; readonly at?: number | undefined }

const LONGEST = 6, DEEPEST = 2, SHORT = 3;
const THINGS = new Set(['thing', 'attacker', 'target', 'spirit', 'things', 'spirits', 'loser', 'victor', 'by', 'to', 'source']);
const CARDS = new Set(['card', 'cards', 'revealed']);
const ROUTINE = new Set(['type', 'id']);

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a secret part: `value` is present for readers who may see it. */
export const isSealed = (value: unknown): value is { audience: readonly string[]; value?: unknown } =>
  isFields(value) && Array.isArray(value.audience) && Object.keys(value).every((name) => name === 'audience' || name === 'value' || name === 'sealed');

/** Return the readable content of a value, or `undefined`. */
export const shown = (value: unknown): unknown => (isSealed(value) ? value.value : value);

/** Whether a value has nothing to say: missing, false, or empty, also inside a secret part. */
export const isNothing = (value: unknown): boolean =>
  isSealed(value) ? value.value !== undefined && isNothing(value.value) :
  value === undefined || value === null || value === false || value === ''
  || (Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0);

/** Format the value of a field; `depth` is its depth in the event. */
export function said(value: unknown, field: string, knowing: Knowing, depth = 0): string {
  if (isSealed(value)) return value.value === undefined ? 'hidden' : said(value.value, field, knowing, depth);
  if (Array.isArray(value)) return saidList(value, field, knowing, depth);
  if (isFields(value)) return saidFields(value, knowing, depth);
  if (typeof value === 'number') return (THINGS.has(field) && knowing.names?.of(`#${value}`, knowing.at)) || String(value);
  if (typeof value !== 'string') return value === true ? 'yes' : String(value ?? 'none');
  if (CARDS.has(field)) return cardName(value);
  if (field === 'role' && value === 'gm') return 'game master';
  const known = knowing.names?.of(value, knowing.at);
  if (/^[a-z0-9-]+#[a-z0-9-]+$/.test(value)) return cardName(value.split('#')[1]!);
  if (known !== undefined) return known;
  return /^[0-9a-f]{32,}$/.test(value) ? `${value.slice(0, 8)}…` : /^[a-z]+(_[a-z0-9]+)+$/.test(value) ? spelled(value) : value;
}

function saidList(list: readonly unknown[], field: string, knowing: Knowing, depth: number): string {
  const few = list.slice(0, field === 'faces' ? 40 : LONGEST).map((one) => said(one, field, knowing, depth));
  return few.join(', ') + (list.length > few.length ? ` and ${list.length - few.length} more` : '');
}

function saidFields(fields: Fields, knowing: Knowing, depth: number): string {
  const id = fields.id ?? fields.creature ?? fields.participant;
  const named = typeof id === 'string' ? knowing.names?.of(id, knowing.at) : undefined;
  const ofCard = typeof fields.card === 'string' ? cardName(fields.card) : undefined;
  const name = (fields.id !== undefined || Object.keys(fields).length <= SHORT ? named : undefined) ?? fields.name ?? ofCard ?? fields.face;
  if (typeof name === 'string') return name;
  if (depth >= DEEPEST) return typeof id === 'string' ? id : '…';
  const details = detailsOf(fields, knowing, new Set(), depth + 1);
  return details.length > 0 ? `(${details.join('; ')})` : typeof id === 'string' ? id : 'none';
}

/** An id that the server made: without a name it means nothing to a person. */
const UNNAMED = /^[a-z]+(-[a-z]+)*-\d+$/;

/** Describe the fields that are not empty and not in `done`; each text appears once. */
export function detailsOf(fields: Fields, knowing: Knowing, done: ReadonlySet<string>, depth = 0): string[] {
  const seen = new Set([...done].map((name) => said(fields[name], name, knowing)));
  return Object.entries(fields).flatMap(([name, value]) => {
    if (ROUTINE.has(name) || done.has(name) || isNothing(value)) return [];
    if (value === true) return [spelled(name)];
    const text = said(value, name, knowing, depth);
    if (UNNAMED.test(text) || (typeof value === 'string' && seen.has(text))) return [];
    seen.add(text);
    return [isFields(value) && !isSealed(value) && text.startsWith('(') ? text.slice(1, -1) : `${spelled(name)} ${text}`];
  });
}
