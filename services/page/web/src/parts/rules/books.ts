/** The rulebooks: each is read once, and searched on the page. */
import type { Rule, Rulebook } from 'arbiter-client';
import { document, services } from '../../words.js';

/** The name of the book of rules for all games; every service sends them. */
export const EVERY = 'arbiter';
const EVERY_PREFIX = 'AR-';

export type Ruling = Rulebook['rulings'][number];
export type Example = Rulebook['examples'][number];

/** A rule, with its book and its searchable text. */
export interface Entry { readonly book: string; readonly rule: Rule; readonly text: string }

export interface Book {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly rulings: readonly Ruling[];
  readonly examples: readonly Example[];
}

const kept = new Map<string, Promise<readonly [Book, Book]>>();

function entry(book: string, rule: Rule, rulings: readonly Ruling[]): Entry {
  const read = rulings.filter(({ rules }) => rules.includes(rule.id)).flatMap(({ question, ruling }) => [question, ruling]);
  return { book, rule, text: [rule.id, rule.section, rule.kind, rule.says, rule.test, ...read].join('\n').toLowerCase() };
}

/** Split a service's rules into its own book and that of all games. */
async function divided(service: string): Promise<readonly [Book, Book]> {
  const { rules, rulings, examples } = await document<Rulebook>(`/${service}/v1/rules`);
  const every = rules.filter(({ id }) => id.startsWith(EVERY_PREFIX)), own = rules.filter((rule) => !every.includes(rule));
  return [
    { name: service, entries: own.map((rule) => entry(service, rule, rulings)), rulings, examples },
    { name: EVERY, entries: every.map((rule) => entry(EVERY, rule, [])), rulings: [], examples: [] },
  ];
}

function both(service: string): Promise<readonly [Book, Book]> {
  const found = kept.get(service) ?? divided(service);
  kept.set(service, found);
  found.catch(() => kept.delete(service));
  return found;
}

/** Return the names of all books; the book of all games is last. */
export const bookNames = async (): Promise<readonly string[]> => [...(await services()).map(({ name }) => name), EVERY];

/** Read a book. Every service has the book of all games: use one that is loaded, or load the first. */
export async function bookOf(name: string): Promise<Book> {
  if (name !== EVERY) return (await both(name))[0];
  const [first] = kept.keys(), served = await services();
  return (await both(first ?? served[0]?.name ?? ''))[1];
}

/** Whether a part of an address is a rule id, not the name of a book. */
export const isRuleId = (part: string): boolean => /^[A-Z]{2,}-/.test(part);

/** Read the book that has a rule; `undefined` if none has it. */
export async function bookWith(id: string): Promise<Book | undefined> {
  const prefix = `${id.split('-')[0]}-`;
  const name = prefix === EVERY_PREFIX ? EVERY : (await services()).find(({ rule_ids }) => rule_ids === prefix)?.name;
  return name === undefined ? undefined : bookOf(name);
}

/** Return the entries that contain every word of a search; a matching id comes first. */
export function searched(books: readonly Book[], words: string): readonly Entry[] {
  const each = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = books.flatMap(({ entries }) => entries.filter(({ text }) => each.every((word) => text.includes(word))));
  const named = (one: Entry): number => (each.some((word) => one.rule.id.toLowerCase().includes(word)) ? 0 : 1);
  return each.length === 0 ? found : found.toSorted((one, other) => named(one) - named(other));
}
