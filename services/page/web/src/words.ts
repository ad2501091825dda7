/** What is served, and what its commands and events mean: asked for once, and kept while the page is open. */
import { arbiter } from './access.js';
import { partOf } from './games.js';

/** A service: its game, and the name of its streams in paths. */
export interface ServedGame {
  readonly name: string;
  readonly about: string;
  readonly kind: string;
  readonly streams: string;
  readonly simulates: boolean;
  /** What the ids of its own rules begin with. */
  readonly rule_ids: string;
  readonly routes: readonly string[];
}

export interface Word { readonly says: string; readonly role: string | null }

/** The words of one service; `openings` are examples of bodies that open a stream, by name. */
export interface GameWords {
  readonly game: ServedGame;
  readonly opening: string;
  readonly openings: Readonly<Record<string, unknown>>;
  readonly commands: Readonly<Record<string, Word>>;
  readonly events: Readonly<Record<string, Word>>;
}

const kept = new Map<string, Promise<unknown>>();

/** Ask for a document that never changes while the server runs; what fails is asked for again the next time. */
export function document<T>(path: string): Promise<T> {
  let found = kept.get(path);
  if (found === undefined) {
    found = arbiter().get(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found as Promise<T>;
}

/** The services that answer here. */
export const services = async (): Promise<readonly ServedGame[]> =>
  (await document<{ services: ServedGame[] }>('/arbiter/v1/services')).services;

/** What the commands and events of a service mean. */
export const wordsOf = (service: string): Promise<GameWords> => document(`/arbiter/v1/services/${encodeURIComponent(service)}`);

/** The contract of a service, with its schemas by name: what a field takes whose form `legal` gives as a schema. */
export const contractOf = (service: string): Promise<{ components: { schemas: Record<string, unknown> } }> =>
  document(`/schema/${encodeURIComponent(service)}.json`);

const SHORT_FORMS = new Set(['ap', 'hp', 'pwr', 'gm', 'id']);

/** Write a name of code as words: `ResolveAction`, `resolve_action` and `resolveAction` as "resolve action". */
export function spelled(name: string): string {
  const words = name.replace(/_/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
  return words.split(' ').map((word) => (SHORT_FORMS.has(word.toLowerCase()) ? word.toUpperCase() : /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase())).join(' ');
}

/** The same with a capital, as a title or a button has it. */
export const titled = (name: string): string => spelled(name).replace(/^./, (first) => first.toUpperCase());

/** The name of a game for people. */
export const gameName = (service: string): string => partOf(service).name ?? titled(service);
