/** The rulebooks: read once each, and searched here. */
import type { Rule, Rulebook } from 'arbiter-client';
import { document, services } from '../../words.js';

/** The book of what binds every game, which stands in the book of each. */
export const EVERY = 'arbiter';
const EVERY_PREFIX = 'AR-';

export type Ruling = Rulebook['rulings'][number];
export type Example = Rulebook['examples'][number];

/** A rule, with the book it stands in and what a search looks through. */
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

/** Divide what a service answers into its own book and that of every game. */
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

/** The names of all books, that of every game last. */
export const bookNames = async (): Promise<readonly string[]> => [...(await services()).map(({ name }) => name), EVERY];

/** Read one book. Every service sends the rules of every game beside its own; one that was read already is taken, else the first. */
export async function bookOf(name: string): Promise<Book> {
  if (name !== EVERY) return (await both(name))[0];
  const [first] = kept.keys(), served = await services();
  return (await both(first ?? served[0]?.name ?? ''))[1];
}

/** Whether a part of an address is the id of a rule rather than the name of a book. */
export const isRuleId = (part: string): boolean => /^[A-Z]{2,}-/.test(part);

/** Find the book that has a rule, and read it; undefined where none has it. */
export async function bookWith(id: string): Promise<Book | undefined> {
  const prefix = `${id.split('-')[0]}-`;
  const name = prefix === EVERY_PREFIX ? EVERY : (await services()).find(({ rule_ids }) => rule_ids === prefix)?.name;
  return name === undefined ? undefined : bookOf(name);
}

/** Return the entries that have every word of a search, those that have it as their id first. */
export function searched(books: readonly Book[], words: string): readonly Entry[] {
  const each = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = books.flatMap(({ entries }) => entries.filter(({ text }) => each.every((word) => text.includes(word))));
  const named = (one: Entry): number => (each.some((word) => one.rule.id.toLowerCase().includes(word)) ? 0 : 1);
  return each.length === 0 ? found : found.toSorted((one, other) => named(one) - named(other));
}
