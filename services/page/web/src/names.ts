/** Names of commands and of their purposes in the language of the build, from `../texts/names`. English has none here: it reads them from the code. */

export const NAMES: Readonly<Record<string, string>> = {};

type Fields = Readonly<Record<string, string>>;

/** Load the words for names of fields and for values of choices, in the language of the build: see `fields.ts`. English has none. */
export const loadFields = (): Promise<{ readonly FIELDS: Fields }> => Promise.resolve({ FIELDS: {} });
