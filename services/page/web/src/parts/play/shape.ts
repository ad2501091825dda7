/**
 * Shapes of input: one form for a field of `legal` and for a schema of the contract, so that one renderer draws both.
 *
 * Shapes are created one level at a time, because a schema may contain itself.
 */
import { t } from '../../texts.js';

/** A field of an entry of `legal`: exactly one of the five kinds in the contract. */
export interface LegalField {
  readonly options?: readonly unknown[] | null;
  /** What the options mean, in words. */
  readonly words?: readonly string[] | null;
  readonly least?: number | null;
  readonly most?: number | null;
  readonly text?: boolean;
  readonly schema?: string | null;
  readonly items?: LegalField | null;
  readonly repeats?: boolean;
  readonly ordered?: boolean;
}

/** A schema of the contract, with the keywords that forms use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** A property of an object; it is optional unless it is required. */
export interface Part {
  readonly name: string;
  readonly shape: () => Shape;
  readonly required: boolean;
  /** Its value while it is left out. */
  readonly usual: unknown;
  readonly hint: string;
}

/** One of several alternatives: its name, its shape, and whether a value matches it. */
export interface Variant { readonly name: string; readonly hint: string; readonly shape: () => Shape; is(value: unknown): boolean }

export type Shape =
  | { readonly kind: 'options'; readonly options: readonly unknown[] }
  | { readonly kind: 'number'; readonly least: number | undefined; readonly most: number | undefined }
  | { readonly kind: 'text'; readonly longest: number; readonly example: string }
  | { readonly kind: 'id' }
  | { readonly kind: 'hex32' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'fixed'; readonly value: unknown }
  | { readonly kind: 'object'; readonly parts: readonly Part[] }
  | { readonly kind: 'union'; readonly variants: readonly Variant[] }
  | { readonly kind: 'list'; readonly item: () => Shape; readonly least: number; readonly most: number; readonly repeats: boolean; readonly ordered: boolean }
  | { readonly kind: 'map'; readonly key: Shape; readonly value: () => Shape }
  | { readonly kind: 'maybe'; readonly shape: () => Shape }
  | { readonly kind: 'json' };

const LONG_LINE = 200, LONG_NAME = 40;
const MANY = 5000;
const HEX32 = /^\^\[0-9a-f\]\{64\}/;
const ID = /^\^\[a-z0-9\]\[a-z0-9_-\]/;

/** Return the shape of a field of `legal`. */
export function shapeOfField(field: LegalField, schemas: Schemas): Shape {
  if (field.options) return { kind: 'options', options: field.options };
  if (field.items) {
    const item = field.items;
    return {
      kind: 'list', item: () => shapeOfField(item, schemas), least: field.least ?? 0, most: field.most ?? MANY,
      repeats: field.repeats ?? false, ordered: field.ordered ?? false,
    };
  }
  if (field.schema) return named(field.schema, schemas);
  if (field.text) return { kind: 'text', longest: LONG_LINE, example: '' };
  return { kind: 'number', least: field.least ?? undefined, most: field.most ?? undefined };
}

function named(name: string, schemas: Schemas): Shape {
  if (name === 'Hex32') return { kind: 'hex32' };
  if (name === 'Id' || name === 'Seat') return { kind: 'id' };
  if (name === 'SeatName') return { kind: 'text', longest: LONG_NAME, example: '' };
  return shapeOfSchema(schemas[name] ?? {}, schemas);
}

/** Resolve `$ref` in a schema, and keep the description beside the reference. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...resolved(schemas[nameOf($ref)] ?? {}, schemas), ...beside };
}

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref;

/** Return the shape of a schema of the contract. */
export function shapeOfSchema(given: Schema, schemas: Schemas): Shape {
  const schema = resolved(given, schemas);
  if ('const' in schema) return { kind: 'fixed', value: schema.const };
  if (schema.enum) return { kind: 'options', options: schema.enum };
  if (schema.anyOf ?? schema.oneOf) return shapeOfAny(schema, schemas);
  switch (schema.type) {
    case 'boolean': return { kind: 'flag' };
    case 'integer': case 'number': return { kind: 'number', least: schema.minimum, most: schema.maximum };
    case 'string': return shapeOfText(schema);
    case 'array': return {
      kind: 'list', item: () => shapeOfSchema(schema.items ?? {}, schemas), least: schema.minItems ?? 0,
      most: schema.maxItems ?? MANY, repeats: true, ordered: true,
    };
    case 'object': return shapeOfObject(schema, schemas);
    default: return { kind: 'json' };
  }
}

function shapeOfText(schema: Schema): Shape {
  if (HEX32.test(schema.pattern ?? '')) return { kind: 'hex32' };
  if (ID.test(schema.pattern ?? '')) return { kind: 'id' };
  const words = wordsOf(schema.pattern ?? '');
  if (words) return { kind: 'options', options: words };
  return { kind: 'text', longest: schema.maxLength ?? LONG_LINE, example: String(schema.examples?.[0] ?? '') };
}

const LISTED = /^\^\((.+)\)\$$/;
const GROUP = /^([\w.-]*)\((.+)\)$/;

/** Return the words that a pattern lists, such as `^(this|event.(card|by)|chosen.[0-3])$`; `undefined` for any other pattern. */
function wordsOf(pattern: string): readonly string[] | undefined {
  const listed = LISTED.exec(pattern)?.[1];
  if (listed === undefined || /[*+?{]|\[\^/.test(listed)) return undefined;
  return listed.split(/\|(?![^(]*\))/).flatMap((one): readonly string[] => {
    const [, head = '', inside] = GROUP.exec(one.replaceAll('\\.', '.')) ?? [];
    const words = inside === undefined ? [one.replaceAll('\\.', '.')] : inside.split('|').map((word) => head + word);
    return words.flatMap(withDigits);
  });
}

/** Replace a class of digits by each of them. */
function withDigits(word: string): readonly string[] {
  const [, head = '', low, high, tail = ''] = /^(.*)\[(\d)-(\d)\](.*)$/.exec(word) ?? [];
  if (low === undefined) return [word];
  return Array.from({ length: Number(high) - Number(low) + 1 }, (_, at) => `${head}${Number(low) + at}${tail}`);
}

function shapeOfAny(schema: Schema, schemas: Schemas): Shape {
  const all = schema.anyOf ?? schema.oneOf ?? [];
  const some = all.filter((one) => one.type !== 'null');
  if (some.length < all.length) {
    const rest: Schema = some.length === 1 ? some[0] as Schema : { anyOf: some };
    return { kind: 'maybe', shape: () => shapeOfSchema(rest, schemas) };
  }
  if (some.length === 1) return shapeOfSchema(some[0] as Schema, schemas);
  const tag = tagOf(some, schemas);
  return { kind: 'union', variants: some.map((one) => variantOf(resolved(one, schemas), tag, schemas)) };
}

const TYPES: Readonly<Record<string, string>> = t({ string: 'by name', object: 'written out', integer: 'a number', array: 'a list', boolean: 'yes or no' });

/** Return alternatives from several schemas, distinguished by their tag if all have one, else by the type of the value. */
function variantOf(one: Schema, tag: string | undefined, schemas: Schemas): Variant {
  const shape = (): Shape => shapeOfSchema(one, schemas);
  if (tag === undefined && 'const' in one) return { name: String(one.const), hint: '', shape, is: (value) => same(value, one.const) };
  if (tag === undefined) return { name: TYPES[one.type ?? ''] ?? t('anything'), hint: '', shape, is: (value) => typeOf(value) === one.type };
  const name = String(one.properties?.[tag]?.const);
  return { name, hint: one.description ?? '', shape, is: (value) => typeOf(value) === 'object' && (value as Record<string, unknown>)[tag] === name };
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : value === null ? 'null' : typeof value;
}

/** Return the property that distinguishes several objects: it is a constant in all of them. */
function tagOf(some: readonly Schema[], schemas: Schemas): string | undefined {
  const [first, ...others] = some.map((one) => resolved(one, schemas).properties);
  const isTag = (properties: Schema['properties'], name: string): boolean => properties?.[name] !== undefined && 'const' in properties[name];
  return Object.keys(first ?? {}).find((name) => [first, ...others].every((properties) => isTag(properties, name)));
}

function shapeOfObject(schema: Schema, schemas: Schemas): Shape {
  if (schema.properties === undefined) {
    const inside = schema.additionalProperties;
    if (typeof inside !== 'object') return { kind: 'json' };
    const key: Shape = schema.propertyNames?.enum ? { kind: 'options', options: schema.propertyNames.enum } : shapeOfText(schema.propertyNames ?? {});
    return { kind: 'map', key, value: () => shapeOfSchema(inside, schemas) };
  }
  const parts = Object.entries(schema.properties).map(([name, one]): Part => ({
    name, shape: () => shapeOfSchema(one, schemas), required: schema.required?.includes(name) ?? false, usual: one.default,
    hint: hintOf(resolved(one, schemas)),
  }));
  return { kind: 'object', parts };
}

/** Return a schema's description, unless the control makes it redundant (a line of text, an id). */
const hintOf = ({ pattern, description }: Schema): string => (pattern === undefined ? description ?? '' : '');

/** Return the smallest value of a shape, to start from. */
export function blank(shape: Shape): unknown {
  switch (shape.kind) {
    case 'options': return shape.options[0];
    case 'number': return Math.max(shape.least ?? 0, Math.min(0, shape.most ?? 0));
    case 'text': return shape.example || '';
    case 'id': return '';
    case 'hex32': return randomHex();
    case 'flag': return false;
    case 'fixed': return shape.value;
    case 'object': return Object.fromEntries(shape.parts.filter(isNeeded).map((part) => [part.name, blank(part.shape())]));
    case 'union': return blank((shape.variants[0] as Variant).shape());
    case 'list': return shape.least > 0 ? blankList(shape) : [];
    case 'map': return {};
    case 'maybe': case 'json': return null;
  }
}

const isNeeded = (part: Part): boolean => part.required || part.shape().kind === 'fixed';

function blankList(shape: Shape & { kind: 'list' }): unknown[] {
  const item = shape.item();
  if (item.kind === 'options' && !shape.repeats) return item.options.slice(0, shape.least);
  return Array.from({ length: shape.least }, () => blank(item));
}

/** Return 32 random bytes in hexadecimal. */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether two values are equal as JSON. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
