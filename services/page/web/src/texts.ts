/**
 * Texts that people read, and the language that they are in.
 *
 * English stands in the source. The build replaces it where there is another language: what templates of Lit show, and what `t`
 * marks here. A file a language has the translations, `../texts/de.json` and for a game `services/<game>/page/de.json`; the
 * build of `../building` says which texts there are. In a build `t` is gone.
 */

/** The language of this build. */
export const LANGUAGE: string = 'en';
/** The same with the country that the browser names, for dates: `en-GB`. */
export const LOCALE = globalThis.navigator?.languages?.find((one) => one.startsWith(LANGUAGE)) ?? LANGUAGE;

/** Mark a text, or a table of texts: `t('Home')`, `` t`Step ${at}` ``, `t({ now: 'Now' })`. Keys, and functions in a table, are left as they are. */
export function t(parts: TemplateStringsArray, ...values: readonly unknown[]): string;
export function t<const T>(texts: T): T;
export function t(texts: unknown, ...values: readonly unknown[]): unknown {
  return Array.isArray(texts) && 'raw' in texts ? (texts as readonly string[]).map((part, at) => `${part}${String(values[at] ?? '')}`).join('') : texts;
}

const plurals = new Intl.PluralRules(LANGUAGE);
const { pluralCategories } = plurals.resolvedOptions();

/** Return the form of a word for a count, of the forms `card|cards`: one for each category of the language's plurals. */
export function formFor(count: number, forms: string): string {
  const all = forms.split('|');
  return all[pluralCategories.indexOf(plurals.select(count))] ?? all.at(-1) ?? '';
}

/** Return a count with its word: `2 cards`. */
export const many = (count: number, forms: string): string => `${count} ${formFor(count, forms)}`;

/** Return a large number with its digits in groups. */
export const grouped = (number: number): string => number.toLocaleString(LANGUAGE).replaceAll(/[,.]/g, '\u202f');

/** Return a number with a fixed count of places behind the point. */
export const fixed = (value: number, places: number): string =>
  value.toLocaleString(LANGUAGE, { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false });
