/**
 * An event of any game as a sentence that a person reads: from its type, its fields and the service's words.
 *
 * `sentence(event, words)` takes the event itself (`data` of what the server sends; an element of `events` in an export),
 * and what `wordsOf(service)` gave, if anything. `Names`, fed with events, tells ids by their names; `at` is the version
 * of the event, so that nothing is called by a name that was told later.
 */
import { spelled, titled } from '../words.js';
import { games } from '../games.js';
import { detailsOf, isFields, isNothing, isSealed, said, shown, type Fields, type Knowing } from './sentences/said.js';
import { templatesOf } from './sentences/templates.js';

export { drawn } from './sentences/draws.js';
export { Names } from './sentences/names.js';
export { isSealed } from './sentences/said.js';

/** An event, or a command: a type and its fields. */
export interface Told { readonly type: string; readonly [field: string]: unknown }
/** What is needed of the words of a service. */
export interface EventWords { readonly events?: Readonly<Record<string, { readonly says: string }>> }

const ACTORS = ['seat', 'who', 'character', 'creature', 'participant', 'enemy', 'attacker'] as const;
const HOLE = /\{([\w.]+)(?:([#?!])([^}]*))?\}/g;

/** Tell an event in a sentence, without a full stop. */
export function sentence(event: Told, words?: EventWords, knowing: Knowing = {}): string {
  const whole = written(event);
  if (whole !== undefined) return whole;
  for (const template of templatesOf(event.type)) {
    const told = filled(template, inWords(event), knowing);
    if (told !== undefined) return told;
  }
  return plainly(event, words, knowing);
}

/** What an event of this type means, in the words of its service, for who wants to know more; empty if unknown. */
export const meaning = (type: string, words?: EventWords): string => words?.events?.[type]?.says ?? '';

/** Tell a command: who wants what. */
export function request(command: Told, knowing: Knowing = {}): string {
  const whole = written(command);
  if (whole !== undefined) return whole;
  const details = detailsOf(command, knowing, new Set(['decision']));
  return titled(command.type) + (details.length > 0 ? `: ${details.join(', ')}` : '');
}

/** Return the sentence that a game writes itself for an event or a command, if one does. */
function written(message: Told): string | undefined {
  for (const { writers } of games().values()) {
    const text = writers?.[message.type]?.(message);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Return an event with words in place of the codes in its fields. */
function inWords(event: Told): Told {
  const fields = [...games().values()].flatMap(({ codes }) => Object.entries(codes?.[event.type] ?? {}));
  return fields.length === 0 ? event : { ...event, ...Object.fromEntries(fields.map(([name, wordFor]) => [name, wordFor(event)])) };
}

/** Fill a template in; `undefined` if a field that it cannot do without is missing. */
function filled(template: string, event: Fields, knowing: Knowing): string | undefined {
  const parts = template.split(/\[([^\]]*)\]/);
  const told = parts.map((part, place) => fill(part, event, knowing, place % 2 === 1));
  return told.includes(undefined) ? undefined : told.join('');
}

function fill(part: string, event: Fields, knowing: Knowing, optional: boolean): string | undefined {
  let lacks = false;
  const text = part.replace(HOLE, (_, field: string, mark: string | undefined, word: string) => {
    const value = valueAt(event, field), name = field.split('.').at(-1)!;
    const unsaid = mark !== '!' && isNothing(value) || optional && (value === 0 || isSealed(value) && value.value === undefined);
    if (value === undefined || unsaid) lacks = true;
    return lacks ? '' : marked(value, name, mark, word, knowing);
  });
  if (lacks) return optional ? '' : undefined;
  return text;
}

/** The value that a path of fields leads to: `roll.creature`. */
const valueAt = (event: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((found, field) => {
    const held = shown(found);
    return isFields(held) ? held[field] : undefined;
  }, event);

/** `{n#card}` counts, `{late?late}` is a word said of what is true, `{success!success|failure}` chooses one of two. */
function marked(value: unknown, field: string, mark: string | undefined, word: string, knowing: Knowing): string {
  if (mark === '#') return `${String(value)} ${value === 1 ? word : word === 'die' ? 'dice' : `${word}${word.endsWith('s') ? 'es' : 's'}`}`;
  if (mark === '?') return word;
  if (mark === '!') return word.split('|')[value ? 0 : 1] ?? '';
  return said(value, field, knowing);
}

/** Tell an event from its name: whom it is about, then its fields; without any, what its service says of it. */
function plainly(event: Told, words: EventWords | undefined, knowing: Knowing): string {
  const about = ACTORS.find((field) => typeof event[field] === 'string');
  const who = about === undefined ? '' : `${said(event[about], about, knowing)}: `;
  const details = detailsOf(event, knowing, new Set(about === undefined ? [] : [about]));
  if (details.length > 0) return `${who}${who ? spelled(event.type) : titled(event.type)} (${details.join('; ')})`;
  const says = meaning(event.type, words).split(/[:.;]/)[0]?.replace(/`/g, '');
  return who || !says ? `${who}${who ? spelled(event.type) : titled(event.type)}` : says;
}
