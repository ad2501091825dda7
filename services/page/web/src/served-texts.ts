/**
 * Texts that the server writes, in the language of the build: refusals, names of fields, and what commands and fields mean.
 *
 * The server writes English. It serves the translations of a game by the English texts, as `refusals-<game>.json` and
 * `help-<game>.json` beside this build, and the words for all names of fields and for values of choices as `fields.json`. A text without a translation stays English, and so do all if they cannot be loaded.
 */

import { wordFor } from './words.js';

type Texts = Readonly<Record<string, string>>;
type Translate = (text: string) => string;

const BESIDE = import.meta.url.replace(/[^/]*$/, '');
/** The game whose server answers at a path. */
const GAME = /^\/(\w+)\/v1\//;
/** Answers that give refusals, or the conclusion of an audit, without being a refusal; and those that describe games or decks. */
const REFUSING = /\/(legal|audit)(\?|$)|[?&]dry_run=true/, DESCRIBING = /^\/(arbiter\/v1\/services|\w+\/v1\/decks)$/;
const SENTENCES = new Set(['detail', 'says', 'reason']), FACTS = new Set(['needs', 'has']), MEANINGS = new Set(['description', 'says']), ABOUT = new Set(['about', 'plan']);

/** What says the purposes of draws, of the games whose words are loaded. */
const purposes = new Set<Translate>();
/** Fields whose values people type as they are, such as a notation. */
const TYPED = /(text|name)$/;
const loaded = new Map<string, Promise<Translate>>();
const translated = new WeakSet<object>();

/** Load the words for names of fields and for values of choices. */
export const loadFields = (): Promise<Texts> => fetch(`${BESIDE}fields.json`).then((answer) => answer.json() as Promise<Texts>);

/** Load translations, once; if that fails, the texts stay as they are, and the next call tries it again. */
function load(name: string): Promise<Translate> {
  let found = loaded.get(name);
  if (found === undefined) {
    found = fetch(`${BESIDE}${name}.json`).then((answer) => answer.json()).then(translatorOf);
    found.catch(() => loaded.delete(name));
    loaded.set(name, found);
  }
  return found.catch(() => (text: string) => text);
}

/**
 * Return what translates whole texts, also those of a form with holes: `at most {1}`. What is in a hole is translated too, as a whole
 * or as a list. A form that begins with a hole fits only what has no other words in its holes than those with a translation.
 */
function translatorOf(texts: Texts): Translate {
  const forms = Object.keys(texts).filter((text) => text.includes('{1}')).sort((one, other) => other.length - one.length).map((text) =>
    [new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.+)')}$`), text.startsWith('{'), texts[text]!] as const);
  const translate = (text: string): string => {
    if (Object.hasOwn(texts, text)) return texts[text]!;
    for (const [pattern, isOpen, says] of forms) {
      const found = pattern.exec(text)?.slice(1), holes = found?.map(list);
      if (holes && !(isOpen && holes.some((hole, at) => hole === found![at] && hole.includes(' ')))) return says.replace(/\{(\d)\}/g, (_, at: string) => holes[Number(at) - 1]!);
    }
    return text;
  };
  /** Translate the longest beginning of a list that has a translation, else its first part; then what follows. */
  const list = (text: string): string => {
    const parts = text.split(', ');
    for (let length = parts.length; length > 0; length -= 1) {
      const first = parts.slice(0, length).join(', '), said = translate(first);
      if (said !== first || length === 1) return [said, ...length < parts.length ? [list(parts.slice(length).join(', '))] : []].join(', ');
    }
    return text;
  };
  return translate;
}

/** Translate a text, or each of its lines: a notation with a fault has lines of its own. */
const lines = (text: string, translate: Translate): string => {
  const whole = translate(text);
  return whole === text && text.includes('\n') ? text.split('\n').map(translate).join('\n') : whole;
};

/** Translate in place the texts of an answer in the fields named, and facts by `fact`, which hears in what field of a command they are. */
function put(value: unknown, translate: Translate, sentences: ReadonlySet<string>, fact?: (text: string, field: string) => string): void {
  if (typeof value !== 'object' || value === null) return;
  const within = value as Record<string, unknown>, field = String(within['field'] ?? '');
  for (const [name, one] of Object.entries(within)) {
    if (typeof one === 'string' && sentences.has(name)) within[name] = lines(one, translate);
    else if (fact && FACTS.has(name)) within[name] = Array.isArray(one) ? one.map((part: unknown) => (typeof part === 'string' ? fact(part, field) : part)) : typeof one === 'string' ? fact(one, field) : one;
    put(within[name], translate, sentences, fact);
  }
}

/** Send a request; the refusals in its answer are translated when it is read. */
export const translatingFetch: typeof fetch = async (input, init) => {
  const url = new URL(String(input)), game = GAME.exec(url.pathname)?.[1] ?? 'arbiter', describes = DESCRIBING.test(url.pathname), isAsked = describes || REFUSING.test(url.href);
  const name = `${describes ? 'help' : 'refusals'}-${game}`;
  if (isAsked) void load(name);
  const answer = await fetch(input, init);
  if (answer.ok && !isAsked) return answer;
  const read = answer.json.bind(answer);
  answer.json = async () => {
    const [body, translate] = await Promise.all([read() as Promise<unknown>, load(name)]);
    if (describes) put(body, translate, ABOUT);
    else put(body, translate, SENTENCES, (text, field) => {
      const said = translate(text);
      return said !== text || answer.ok || TYPED.test(field) ? said : wordFor(text) ?? text;
    });
    return body;
  };
  return answer;
};

/** Return the purpose of a draw as it is said, once the words of its game are loaded. */
export function purposeIn(purpose: string): string {
  for (const translate of purposes) {
    const said = translate(purpose);
    if (said !== purpose) return said;
  }
  return purpose;
}

/** Translate the meanings in a document of a game, and the names of its examples, once; load its purposes of draws too. */
export async function explained<T extends object>(game: string, document: Promise<T>): Promise<T> {
  const [found, translate, said] = await Promise.all([document, load(`help-${game}`), load(`purposes-${game}`)]);
  purposes.add(said);
  if (!translated.has(found)) {
    put(found, translate, MEANINGS);
    const named = found as { openings?: Readonly<Record<string, unknown>> };
    if (named.openings) named.openings = Object.fromEntries(Object.entries(named.openings).map(([name, opening]) => [translate(name), opening]));
  }
  translated.add(found);
  return found;
}
