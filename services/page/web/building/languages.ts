/**
 * The languages of the page: `texts/<language>.json` has the translations of the page's own texts by the English ones, and
 * `services/<game>/page/<language>.json` those of a game. English is the language of the sources.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { textsOfData, unmarkedIn, withTexts, withTextsOfData, type Translate } from './texts.ts';

export const ENGLISH = 'en';
/** Files of a game in JSON that people read. */
export const DATA = ['ready.json', 'lesson.json', 'chapters.json'];

const WEB = resolve(import.meta.dirname, '..'), SERVICES = resolve(WEB, '../..');
const OF_A_GAME = /[\\/]services[\\/]([a-z0-9_]+)[\\/]page[\\/]/;

type Texts = Readonly<Record<string, string>>;

/** Return the folder whose translations a file has: a game, or `page`. */
export const ownerOf = (path: string): string => (OF_A_GAME.exec(path)?.[1] ?? 'page');

/** Return the path of the translations of a game, or of the page. */
export const pathOf = (owner: string, language: string): string =>
  (owner === 'page' ? join(WEB, 'texts', `${language}.json`) : join(SERVICES, owner, 'page', `${language}.json`));

const known = new Map<string, Texts>();

function translations(owner: string, language: string): Texts {
  const path = pathOf(owner, language);
  const found = known.get(path) ?? (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) as Texts : {});
  known.set(path, found);
  return found;
}

/** Return what is shown for the texts of a file. A text without a translation stays English. */
export function translatorFor(path: string, language: string): Translate {
  if (language === ENGLISH) return (text) => text;
  const texts = translations(ownerOf(path), language);
  return (text) => (Object.hasOwn(texts, text) ? texts[text]! : text);
}

/** Return a source of the page in a language, with its names of commands; `undefined` if it is none. */
export function sourceIn(language: string, path: string, source: string): string | undefined {
  const inPage = /[\\/]page[\\/]/.test(path) && !path.includes('node_modules');
  if (!inPage) return undefined;
  if (path.endsWith('glossary.json')) return language === ENGLISH ? undefined : glossaryIn(path, language, source);
  if (path.endsWith('.json')) return language === ENGLISH ? undefined : withTextsOfData(path, source, translatorFor(path, language));
  if (!path.endsWith('.ts')) return undefined;
  if (path.endsWith(join('src', 'names.ts')) && language !== ENGLISH) return `export const NAMES = ${readFileSync(join(WEB, 'texts/names', `${language}.json`), 'utf8')}; export { loadFields, translatingFetch, explained, purposeIn } from './served-texts.js';`;
  const made = withTexts(source, translatorFor(path, language));
  return path.endsWith(join('src', 'texts.ts')) ? made.replace("LANGUAGE: string = 'en'", `LANGUAGE: string = '${language}'`) : made;
}

interface Term { readonly term: string; readonly also?: readonly string[]; readonly says: string }

/**
 * Return the glossary of a game in a language, from `glossary/<language>.json`, which has each term by the English one. The English
 * forms are forms of the term too: cards and rules are in English.
 */
function glossaryIn(path: string, language: string, source: string): string | undefined {
  const beside = path.replace(/\.json$/, `/${language}.json`);
  if (!existsSync(beside)) return undefined;
  const said = JSON.parse(readFileSync(beside, 'utf8')) as Readonly<Record<string, Term>>;
  const known = new Set(Object.values(said).flatMap(({ term, also = [] }) => [term, ...also]).map((form) => form.toLowerCase()));
  return JSON.stringify((JSON.parse(source) as readonly Term[]).map((one) => {
    const found = said[one.term], english = (one.also ?? []).filter((form) => !known.has(form.toLowerCase()));
    const also = [...found?.also ?? [], ...english];
    return found === undefined ? one : { ...one, ...found, also: also.length === 0 ? undefined : also, ...found.term === one.term ? {} : { english: one.term } };
  }));
}

/** Return the languages that have a file. */
export const languages = (): readonly string[] =>
  readdirSync(join(WEB, 'texts')).filter((name) => name.endsWith('.json')).map((name) => name.replace('.json', '')).sort();

/** Return the sources of the page's own folder and of the games. */
export function sources(): readonly string[] {
  const own = filesIn(join(WEB, 'src'));
  const games = readdirSync(SERVICES).map((name) => join(SERVICES, name, 'page')).filter((path) => existsSync(path) && !path.endsWith(join('page', 'page')));
  return [...own, ...games.flatMap(filesIn)].filter((path) => path.endsWith('.ts') || DATA.some((name) => path.endsWith(name))).sort();
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));

/** Return all texts, with the file and the line of each, by their owner. */
export function allTexts(): Readonly<Record<string, readonly { readonly text: string; readonly at: string }[]>> {
  const found: Record<string, { text: string; at: string }[]> = {};
  for (const path of sources()) {
    const source = readFileSync(path, 'utf8'), all = (found[ownerOf(path)] ??= []), name = path.slice(SERVICES.length + 1);
    const heard: Translate = (text, position) => {
      all.push({ text, at: `${name}:${source.slice(0, position).split('\n').length}` });
      return text;
    };
    if (path.endsWith('.json')) textsOfData(path, source).forEach((text) => heard(text, 0));
    else withTexts(source, heard);
  }
  return found;
}

/** Return the literals that read like a sentence and are not marked as a text, by their file. */
export function allUnmarked(): Readonly<Record<string, readonly string[]>> {
  const found = sources().filter((path) => path.endsWith('.ts')).map((path) => [path.slice(SERVICES.length + 1), unmarkedIn(readFileSync(path, 'utf8'))] as const);
  return Object.fromEntries(found.filter(([, literals]) => literals.length > 0));
}
