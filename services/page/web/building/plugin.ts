/** Lets Vite build the page in a language, which the environment names: `ARBITER_LANGUAGE=de`. */
import type { Plugin } from 'vite';
import { ENGLISH, languages, sourceIn } from './languages.ts';

export const LANGUAGE = process.env.ARBITER_LANGUAGE ?? ENGLISH;

if (LANGUAGE !== ENGLISH && !languages().includes(LANGUAGE)) throw new Error(`The page has no translation for ${LANGUAGE}.`);

/** Replaces the texts of the sources by those of the language. */
export const spoken: Plugin = {
  name: 'spoken',
  enforce: 'pre',
  transform: (source, id) => sourceIn(LANGUAGE, id.split('?')[0]!, source),
};
