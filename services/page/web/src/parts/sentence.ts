/**
 * Describes an event of any game in a sentence, from its type, its fields and the service's descriptions.
 *
 * `sentence(event, words)` takes the event itself (`data` of the server's message, or an element of `events` in an export)
 * and the result of `wordsOf(service)`, if there is one. `Names` learns names from events and replaces ids by them; `at` is
 * the event's version, so that a name given later is not used.
 */
import { spelled, titled } from '../words.js';
import { games } from '../games.js';
import { detailsOf, isFields, isNothing, isSealed, said, shown, type Fields, type Knowing } from './sentences/said.js';
import { templatesOf } from './sentences/templates.js';

export { drawn } from './sentences/draws.js';
export { Names } from './sentences/names.js';
export { isSealed } from './sentences/said.js';

/** An event, or a command: a type and its fields. */
export interface Message { readonly type: string; readonly [field: string]: unknown }
/** The descriptions of events that are needed here. */
export interface EventWords { readonly events?: Readonly<Record<string, { readonly says: string }>> }

const ACTORS = ['seat', 'who', 'character', 'creature', 'participant', 'enemy', 'attacker'] as const;
const HOLE = /\{([\w.]+)(?:([#?!])([^}]*))?\}/g;

/** Describe an event in a sentence, without a full stop. */
export function sentence(event: Message, words?: EventWords, knowing: Knowing = {}): string {
  const whole = written(event);
  if (whole !== undefined) return whole;
  for (const template of templatesOf(event.type)) {
    const text = filled(template, inWords(event), knowing);
    if (text !== undefined) return text;
  }
  return plainly(event, words, knowing);
}

/** Return the service's description of an event type; empty if it is unknown. */
export const meaning = (type: string, words?: EventWords): string => words?.events?.[type]?.says ?? '';

/** Describe a command. */
export function request(command: Message, knowing: Knowing = {}): string {
  const whole = written(command);
  if (whole !== undefined) return whole;
  const details = detailsOf(command, knowing, new Set(['decision']));
  return titled(command.type) + (details.length > 0 ? `: ${details.join(', ')}` : '');
}

/** Return the sentence that a game's own function writes for an event or a command, if there is one. */
function written(message: Message): string | undefined {
  for (const { writers } of games().values()) {
    const text = writers?.[message.type]?.(message);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Return an event with its codes replaced by words. */
function inWords(event: Message): Message {
  const fields = [...games().values()].flatMap(({ codes }) => Object.entries(codes?.[event.type] ?? {}));
  return fields.length === 0 ? event : { ...event, ...Object.fromEntries(fields.map(([name, wordFor]) => [name, wordFor(event)])) };
}

/** Fill in a template; `undefined` if a required field is missing. */
function filled(template: string, event: Fields, knowing: Knowing): string | undefined {
  const parts = template.split(/\[([^\]]*)\]/);
  const filledParts = parts.map((part, place) => fill(part, event, knowing, place % 2 === 1));
  return filledParts.includes(undefined) ? undefined : filledParts.join('');
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

/** Return the value at a path of fields: `roll.creature`. */
const valueAt = (event: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((found, field) => {
    const held = shown(found);
    return isFields(held) ? held[field] : undefined;
  }, event);

/** Format a value: `{n#card}` counts, `{late?late}` is a word if the value is true, `{success!success|failure}` is one of two. */
function marked(value: unknown, field: string, mark: string | undefined, word: string, knowing: Knowing): string {
  if (mark === '#') return `${String(value)} ${value === 1 ? word : word === 'die' ? 'dice' : `${word}${word.endsWith('s') ? 'es' : 's'}`}`;
  if (mark === '?') return word;
  if (mark === '!') return word.split('|')[value ? 0 : 1] ?? '';
  return said(value, field, knowing);
}

/** Describe an event by its name: the actor, then its fields; if it has none, by its service's description. */
function plainly(event: Message, words: EventWords | undefined, knowing: Knowing): string {
  const about = ACTORS.find((field) => typeof event[field] === 'string');
  const who = about === undefined ? '' : `${said(event[about], about, knowing)}: `;
  const details = detailsOf(event, knowing, new Set(about === undefined ? [] : [about]));
  if (details.length > 0) return `${who}${who ? spelled(event.type) : titled(event.type)} (${details.join('; ')})`;
  const says = meaning(event.type, words).split(/[:.;]/)[0]?.replace(/`/g, '');
  return who || !says ? `${who}${who ? spelled(event.type) : titled(event.type)}` : says;
}
