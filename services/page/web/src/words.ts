/** The services and the meanings of their commands and events, requested once and cached while the page is open. */
import { arbiter } from './access.js';
import { partOf } from './games.js';
import { LANGUAGE, t } from './texts.js';
import { explained, loadFields, NAMES } from './names.js';

/** A service: its game, and the path segment of its streams. */
export interface ServedGame {
  readonly name: string;
  readonly about: string;
  readonly kind: string;
  readonly streams: string;
  readonly simulates: boolean;
  /** The prefix of the ids of its own rules. */
  readonly rule_ids: string;
  readonly routes: readonly string[];
}

export interface Word { readonly says: string; readonly role: string | null }
/** An event: what it means, and the ids of the rules that make it. */
export interface EventWord extends Word { readonly rules: readonly string[] }

/** The descriptions of one service; `openings` are example requests that open a stream, by name. */
export interface GameWords {
  readonly game: ServedGame;
  readonly opening: string;
  readonly openings: Readonly<Record<string, unknown>>;
  readonly commands: Readonly<Record<string, Word>>;
  readonly events: Readonly<Record<string, EventWord>>;
}

const kept = new Map<string, Promise<unknown>>();
/** Documents for pages on which fields are named. */
const NAMING = /^\/(?:schema|arbiter\/v1\/services)\/./;

/** Request a document that does not change while the server runs. A failed request is repeated the next time. */
export function document<T>(path: string): Promise<T> {
  let found = kept.get(path);
  if (found === undefined) {
    found = LANGUAGE === 'en' || !NAMING.test(path) ? arbiter().get(path) : learnt().then(() => arbiter().get(path));
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found as Promise<T>;
}

/** Return the services of this server. */
export const services = async (): Promise<readonly ServedGame[]> =>
  (await document<{ services: ServedGame[] }>('/arbiter/v1/services')).services;

const NOT_LOADED: Readonly<Record<string, string>> = {};
let fields = NOT_LOADED;
/** The game whose documents were read last: a name that games use for different things has a word for each, as `tcg:drop`. */
let current = '';

/** Load the words for names of fields, once. If they cannot be loaded, the names are shown as in English. */
export async function learnt(): Promise<void> {
  if (fields === NOT_LOADED) fields = await loadFields().catch(() => NOT_LOADED);
}

/** Return the word that the language has for a name of code; English has none, but reads it from the code. */
export function wordFor(name: string): string | undefined {
  const own = `${current}:${name}`;
  return Object.hasOwn(fields, own) ? fields[own] : [fields, NAMES].find((words) => Object.hasOwn(words, name))?.[name];
}

/** Request a document of a game, whose meanings are in the language of the build. */
function inWords<T extends object>(service: string, path: string): Promise<T> {
  if (LANGUAGE === 'en') return document<T>(path);
  current = service;
  return explained!(service, document<T>(path));
}

/** Return what the commands and events of a service mean. */
export const wordsOf = (service: string): Promise<GameWords> => inWords(service, `/arbiter/v1/services/${encodeURIComponent(service)}`);

/** Return the contract of a service: its schemas describe fields that `legal` gives only a reference for. */
export const contractOf = (service: string): Promise<{ components: { schemas: Record<string, unknown> } }> =>
  inWords(service, `/schema/${encodeURIComponent(service)}.json`);

const SHORT_FORMS = new Set(['ap', 'hp', 'pwr', 'gm', 'id']);

/** Split a name of code into words: `ResolveAction`, `resolve_action` and `resolveAction` become "resolve action". */
function inEnglish(name: string): string {
  const words = name.replace(/_/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  return words.split(' ').map((word) => (SHORT_FORMS.has(word.toLowerCase()) ? word.toUpperCase() : /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase())).join(' ');
}

/** What no code has: it is in words already. */
const IN_WORDS = /[^\w-]|^[A-Z][a-z]+$/;

/** Return a name of code in words, in the language of the build. */
export const spelled = LANGUAGE === 'en' ? inEnglish : (name: string): string => wordFor(name) ?? (IN_WORDS.test(name) ? name : inEnglish(name));

/** Return in English what is the word for a name of code in another language. */
export function englishFor(word: string): string | undefined {
  const name = Object.keys(fields).find((one) => fields[one] === word || begun(fields[one]!) === word);
  return name === undefined ? undefined : inEnglish(name);
}

/** Begin a text with a capital letter. */
export const begun = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** Split a name of code into words, for titles and buttons. */
export const titled = (name: string): string => begun(spelled(name));

const OPENING: Readonly<Record<string, string>> = t({ table: 'open a table', campaign: 'open a campaign', match: 'open a match' });
/** Say that a stream of a kind is opened: "open a table". */
export const openingOf = (kind: string): string => (Object.hasOwn(OPENING, kind) ? OPENING[kind]! : t`open a ${kind}`);

const NAMED = /`([a-z_.]+)`/g;
/** Return a description in which fields are called by their labels. */
export const labelled = (says: string): string =>
  says.replace(NAMED, (_, name: string) => `“${titled(name.split('.').at(-1)!)}”`).replaceAll('`', '');

/** Return the name of a command, or of a purpose of commands, for people. */
export const commandName = (kind: string): string => (LANGUAGE === 'en' || !Object.hasOwn(NAMES, kind) ? titled(kind) : NAMES[kind]!);

/** Return the name of a game for people. */
export const gameName = (service: string): string => partOf(service).name ?? titled(service);
