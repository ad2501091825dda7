/**
 * Which language the page is in: the one that the person chose on this computer, or else the first one of the browser's that
 * the page has. `start.ts` loads the build in that language, so a build has one language for all of its life.
 */
import { keep, kept } from './storage.js';

/** The languages of the page, each by its own name. */
export const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' };
const NAME = 'arbiter.language';

/** Return the language in which the page is shown here. */
export function spokenHere(): string {
  const wanted = [kept(NAME), ...navigator.languages].map((one) => String(one).split('-')[0]!);
  return wanted.find((one) => Object.hasOwn(LANGUAGES, one)) ?? 'en';
}

/** Choose a language on this computer, and load the page in it. */
export function speak(language: string): void {
  keep(NAME, language);
  location.reload();
}
