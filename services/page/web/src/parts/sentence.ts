/**
 * Describes an event of any game in a sentence, from its type, its fields and the service's descriptions.
 *
 * `sentence(event, words)` takes the event itself (`data` of the server's message, or an element of `events` in an export)
 * and the result of `wordsOf(service)`, if there is one. `Names` learns names from events and replaces ids by them; `at` is
 * the event's version, so that a name given later is not used. A sentence never has the name of a field, an id or braces.
 */
import { spelled, titled } from '../words.js';
import { games } from '../games.js';
import { filledIn } from './sentences/filling.js';
import { valuesOf, type Message } from './sentences/requests.js';
import { listed, said, under, type Knowing } from './sentences/said.js';
import { templatesOf, writersOf } from './sentences/templates.js';

export { drawn } from './sentences/draws.js';
export { Names } from './sentences/names.js';
export { request, type Message } from './sentences/requests.js';
export { isSealed } from './sentences/said.js';

/** The descriptions of events that are needed here. */
export interface EventWords {
  readonly game?: { readonly name: string };
  readonly events?: Readonly<Record<string, { readonly says: string; readonly rules?: readonly string[] }>>;
}

const ACTORS = ['seat', 'who', 'character', 'creature', 'participant', 'enemy', 'attacker'] as const;

/** Describe an event in a sentence, without a full stop. */
export function sentence(event: Message, words?: EventWords, known: Knowing = {}): string {
  const knowing = { ...known, service: known.service ?? words?.game?.name };
  return own(event, knowing) ?? plainly(event, words, knowing);
}

/** Return what an event type means, without what the service says of its fields; empty if it is unknown. */
export const meaning = (type: string, words?: EventWords): string => (under(words?.events, type)?.says ?? '').split(/;|[.:](?=\s|$)/)[0]!.replace(/`/g, '');

/** Return the ids of the rules that make an event. */
export const rulesOf = (event: Message | undefined, words?: EventWords): readonly string[] => (event && under(words?.events, event.type)?.rules) ?? [];

/** Return the sentence that the page or a game has for this type of event, if there is one. */
export function own(event: Message, knowing: Knowing): string | undefined {
  for (const writer of writersOf(event.type, knowing.service)) {
    const text = writer(event, knowing);
    if (text !== undefined) return text;
  }
  for (const template of templatesOf(event.type, knowing.service)) {
    const text = filledIn(template, inWords(event, knowing.service), knowing);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Return an event with its codes replaced by words. */
function inWords(event: Message, service: string | undefined): Message {
  const known = [...games()].filter(([name]) => service === undefined || name === service);
  const fields = known.flatMap(([, { codes }]) => Object.entries(under(codes, event.type) ?? {}));
  return fields.length === 0 ? event : { ...event, ...Object.fromEntries(fields.map(([name, wordFor]) => [name, wordFor(event)])) };
}

/** Describe an event of a game without sentences: by its service's description, else by the actor and the names in it. */
function plainly(event: Message, words: EventWords | undefined, knowing: Knowing): string {
  const about = ACTORS.find((field) => typeof event[field] === 'string');
  const who = about === undefined ? '' : `${said(event[about], about, knowing)}: `;
  const says = meaning(event.type, words);
  if (says !== '') return `${who}${says}`;
  const { [about ?? 'type']: _actor, ...rest } = event, values = [...new Set(valuesOf(rest, knowing))];
  return `${who}${who ? spelled(event.type) : titled(event.type)}${values.length > 0 ? ` (${listed(values)})` : ''}`;
}
