/** Names of commands and of their purposes in the language of the build, from `../texts/names`. English has none here: it reads them from the code. */

export const NAMES: Readonly<Record<string, string>> = {};
