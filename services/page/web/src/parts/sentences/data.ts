/**
 * The sentences as data, for programs that are not the page: `contracts/sentences.md` describes the form.
 *
 * What is written in code is named only: a program that fills in the sentences has a function of its own for it.
 */
import { games, type GamePart, type Shape, type Template } from '../../games.js';
import { SHAPES } from './filling.js';
import { COMMON } from './templates.js';

type Words = Readonly<Record<string, string>>;
/** A shape as data: templates, words for codes, or a function of this name. */
type ShapeData = { readonly templates: readonly string[] } | { readonly words: Words } | { readonly function: string };

/** The sentences of a game, or those that all games share. */
export interface SentenceData {
  readonly sentences: Readonly<Record<string, readonly string[]>>;
  readonly shapes: Readonly<Record<string, ShapeData>>;
  readonly codes: Readonly<Record<string, Readonly<Record<string, { readonly words: Words; readonly otherwise?: string }>>>>;
  readonly functions: readonly string[];
  readonly called: Readonly<Record<string, readonly { readonly id: string; readonly as: readonly string[] }[]>>;
}

const several = (template: Template): readonly string[] => (typeof template === 'string' ? [template] : template);

const each = <T, R>(table: Readonly<Record<string, T>> | undefined, change: (value: T, name: string) => R): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(table ?? {}).map(([name, value]) => [name, change(value, name)]));

/** Return the words that are kept on a function. */
const wordsOf = (shape: object): Words | undefined => ('words' in shape ? shape.words as Words : undefined);

function shapeData(shape: Shape, name: string): ShapeData {
  if (typeof shape !== 'function') return { templates: several(shape) };
  const words = wordsOf(shape);
  return words === undefined ? { function: name } : { words };
}

function partData({ sentences, shapes, codes, writers, called }: GamePart): SentenceData {
  return {
    sentences: each(sentences, several), shapes: each(shapes, shapeData),
    codes: each(codes, (fields) => each(fields, (code) => ({ words: wordsOf(code) ?? {}, ...'otherwise' in code && typeof code.otherwise === 'string' ? { otherwise: code.otherwise } : {} }))),
    functions: Object.keys(writers ?? {}), called: each(called, (all) => all.map(({ id, as }) => ({ id, as: several(as) }))),
  };
}

/** Return the templates of several tables, for each type those of the first table first and none twice. */
function joined(tables: readonly Readonly<Record<string, Template>>[]): Readonly<Record<string, readonly string[]>> {
  const types = new Set(tables.flatMap((table) => Object.keys(table)));
  return Object.fromEntries([...types].map((type) => [type, [...new Set(tables.flatMap((table) => several(table[type] ?? [])))]]));
}

/** Return the sentences of all games, and under `arbiter` those that they share. */
export const sentenceData = (): Readonly<Record<string, SentenceData>> => ({
  arbiter: partData({ sentences: joined(COMMON), shapes: SHAPES }), ...Object.fromEntries([...games()].map(([game, part]) => [game, partData(part)])),
});
