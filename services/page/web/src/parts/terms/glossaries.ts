/** The glossaries of all games: `services/<game>/page/glossary.json` has the terms of a game, each with a sentence. */

/** A term, as the game's texts write it. */
export interface Term {
  readonly term: string;
  /** Other forms of the word; a plural with `s` needs none. */
  readonly also?: readonly string[];
  readonly says: string;
  /** The term in the English book, in another language than English. It is a form of the word, unless another term has it. */
  readonly english?: string;
  /** The rule that it comes from. */
  readonly rule?: string;
}

const FOUND = import.meta.glob<readonly Term[]>('../../../../../*/page/glossary.json', { eager: true, import: 'default' });
const GLOSSARIES = new Map(Object.entries(FOUND).map(([path, terms]) => [path.split('/').at(-3)!, terms]));

/** Return the terms of a game. */
export const termsOf = (service: string): readonly Term[] => GLOSSARIES.get(service) ?? [];

/** Return the games that have a glossary. */
export const withGlossary = (): readonly string[] => [...GLOSSARIES.keys()];

const formsOf = ({ term, english, also = [] }: Term): readonly string[] => [...english === undefined ? [] : [english], term, ...also];

/** A pattern for a form: one that begins with a small letter may begin a sentence, and `s` may follow. */
function patternOf(form: string): string {
  const [first = ''] = form, rest = form.slice(1).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const begins = /[a-z]/.test(first) ? `[${first}${first.toUpperCase()}]` : first.replace(/[[\]]/g, '\\$&');
  return `${begins}${rest}${/\w$/.test(form) ? '(?:s(?!\\w))?' : ''}`;
}

/** The terms of a game in a form that texts are searched with. */
interface Search { readonly pattern: RegExp; readonly byForm: ReadonlyMap<string, Term> }

const searches = new Map<string, Search | undefined>();

function searchOf(service: string): Search | undefined {
  if (!searches.has(service)) {
    const entries = termsOf(service).flatMap((one) => formsOf(one).map((form) => [form.toLowerCase(), one] as const));
    const byForm = new Map([...entries.filter(([form, { english }]) => form === english?.toLowerCase()), ...entries.filter(([form, { english }]) => form !== english?.toLowerCase())]);
    const forms = termsOf(service).flatMap(formsOf).toSorted((one, other) => other.length - one.length);
    searches.set(service, forms.length === 0 ? undefined : { byForm, pattern: new RegExp(`(?<![\\w-])(?:${forms.map(patternOf).join('|')})(?![\\w-])`, 'g') });
  }
  return searches.get(service);
}

const lookUp = ({ byForm }: Search, words: string): Term | undefined => byForm.get(words.toLowerCase()) ?? byForm.get(words.toLowerCase().replace(/s$/, ''));

/** A part of a text: words, and the term that they are. */
export interface Piece { readonly words: string; readonly term?: Term }

/** Divide a text at the terms of a game. Each term is found once; a text that is a term as a whole may have any capitals. */
export function divided(text: string, service: string): readonly Piece[] {
  const search = searchOf(service);
  if (search === undefined) return [{ words: text }];
  const whole = lookUp(search, text.trim());
  if (whole !== undefined) return [{ words: text, term: whole }];
  const pieces: Piece[] = [], seen = new Set<Term>();
  let from = 0;
  for (const { 0: words, index } of text.matchAll(search.pattern)) {
    const term = lookUp(search, words);
    if (term === undefined || seen.has(term)) continue;
    pieces.push({ words: text.slice(from, index) }, { words, term });
    seen.add(term);
    from = index + words.length;
  }
  return [...pieces, { words: text.slice(from) }].filter(({ words }) => words !== '');
}
