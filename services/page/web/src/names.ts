/** What a build in another language than English has besides texts: names of commands and of their purposes, from `../texts/names`. English reads them from the code. */

export const NAMES: Readonly<Record<string, string>> = {};

/** Load the words for names of fields and for values of choices, in the language of the build: see `served-texts.ts`. English has none: it reads them from the code. */
export const loadFields = (): Promise<Readonly<Record<string, string>>> => Promise.resolve({});

/** Send a request, whose refusals are in the language of the build: see `served-texts.ts`. English needs none of these. */
export const translatingFetch: typeof fetch | undefined = undefined;
/** Return the purpose of a draw in the language of the build. */
export const purposeIn: ((purpose: string) => string) | undefined = undefined;
/** Return a document of a game with its meanings in the language of the build. */
export const explained: (<T extends object>(game: string, document: Promise<T>) => Promise<T>) | undefined = undefined;
