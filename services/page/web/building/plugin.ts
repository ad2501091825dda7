/** Lets Vite build the page in a language, which the environment names: `ARBITER_LANGUAGE=de`. */
import type { Plugin } from 'vite';
import { ENGLISH, languages, sourceIn } from './languages.ts';

export const LANGUAGE = process.env.ARBITER_LANGUAGE ?? ENGLISH;

if (LANGUAGE !== ENGLISH && !languages().includes(LANGUAGE)) throw new Error(`The page has no translation for ${LANGUAGE}.`);

/** How lines of a source are indented: in templates it would be sent to every browser. */
const INDENTED = /\n[ \t]+/g;

const STYLES = /\bcss`[^`]*`/g;

/** Return a source without the white space that browsers do not need. */
const shrunk = (source: string): string => source.replace(INDENTED, '\n').replace(STYLES, (styles) =>
  styles.replace(/\s*([{};])\s*/g, '$1').replace(/([:,])\s+/g, '$1').replaceAll(';}', '}'));

/** Replaces the texts of the sources by those of the language. */
export const spoken: Plugin = {
  name: 'spoken',
  enforce: 'pre',
  transform: (source, id) => {
    const found = sourceIn(LANGUAGE, id.split('?')[0]!, source);
    return found === undefined ? undefined : shrunk(found);
  },
};
