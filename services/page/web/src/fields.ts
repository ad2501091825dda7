/**
 * Words for names of fields and for values of choices in the language of the build, from `../texts/fields` and from `fields` of
 * the games' folders. They are a file of their own, which `names.ts` loads. English has none: it reads them from the code.
 */

export const FIELDS: Readonly<Record<string, string>> = {};
