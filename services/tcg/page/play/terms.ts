/** The terms on a card, explained in the words of the game: the booklet has the keywords, the rules have the timings. */
import type { RulePage } from 'arbiter-client';
import type { Booklet } from 'arbiter-client/tcg';
import { document as kept } from '../../../page/web/src/words.js';

export interface Term { readonly term: string; readonly says: string; readonly rule: string }

/** The rule that explains each term; keywords are explained by the booklet. */
const KEYWORDS: Readonly<Record<string, string>> = {
  'draw': 'TC-KEY-02', 'discard': 'TC-KEY-05', 'rescue': 'TC-KEY-07', 'spiritualize': 'TC-KEY-09', 'invoke': 'TC-KEY-12',
  'de-spiritualize': 'TC-KEY-13', 'devour': 'TC-KEY-14', 'control': 'TC-KEY-16',
};
const MARKS: Readonly<Record<string, string>> = {
  '[AUTO]': 'TC-ETI-02', 'CONT': 'TC-ETI-05', '[INTERRUPT]': 'TC-ETI-07', '[SWIFT]': 'TC-ETI-09', '[INDEPENDENT]': 'TC-ETI-11',
};

/** Request the explanations of all terms, once. */
export async function allTerms(): Promise<readonly Term[]> {
  const booklet = kept<Booklet>('/tcg/v1/booklet');
  const marks = await Promise.all(Object.entries(MARKS).map(async ([term, id]) => ({ term, says: (await kept<RulePage>(`/tcg/v1/rules/${id}`)).rule?.says ?? '', rule: id })));
  const { keywords } = await booklet;
  return [...marks, ...Object.entries(KEYWORDS).map(([term, rule]) => ({ term, says: keywords[term] ?? '', rule }))];
}

/** The forms of a keyword on cards: `spiritualize` is also printed as "spiritualized", `de-spiritualize` is another keyword. */
const printedAs = (term: string): RegExp => (/^[a-z]/.test(term)
  ? new RegExp(`(?<![\\w-])${term.replace(/e$/, 'e?')}(s|d|l?ed|l?ing)?(?![\\w-])`, 'i') : new RegExp(term.replace(/[[\]]/g, '\\$&')));

/** Return the terms that occur in printed lines. */
export const termsIn = (terms: readonly Term[], lines: readonly string[]): readonly Term[] =>
  terms.filter(({ term }) => lines.some((line) => printedAs(term).test(line)));
