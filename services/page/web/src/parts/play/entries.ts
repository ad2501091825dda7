/** Entries of `legal`: which of a command's entries is chosen, and the command that its form makes. */
import { spelled } from '../../words.js';
import { brief } from '../brief.js';
import { called, isRecord, type Names } from './names.js';
import { same, shapeOfField, type LegalField, type Part, type Schemas, type Shape } from './shape.js';
import { t } from '../../texts.js';

const LONGEST = 90;

export type Body = Readonly<Record<string, unknown>>;

/** A question that follows an accepted command. */
export interface Prompt { readonly kind: string; readonly name?: string; readonly says?: string; readonly by?: string; readonly choice?: LegalField | null }

/** A command that may be sent now: a legal body, other values for its fields, and the questions that follow. */
export interface Entry {
  readonly command: string;
  /** The kind of the command: `move`, `answer`, `aside`, `referee`, `stream` or `ending`. */
  readonly kind: string;
  readonly body: { readonly command: Body };
  readonly fields: Readonly<Record<string, LegalField>>;
  readonly prompts?: readonly Prompt[];
}

/** Commands that a rule forbids now, and perhaps the bodies that were tried. */
export interface BlockedEntry {
  readonly commands: readonly string[];
  readonly rule: string;
  readonly says: string;
  readonly needs?: unknown;
  readonly has?: unknown;
  readonly bodies?: readonly unknown[];
}

/** What a seat may send, and which seats have to act. `more` names commands of which more may be legal than is listed. */
export interface LegalList { readonly awaits?: readonly string[]; readonly allowed: readonly Entry[]; readonly blocked: readonly BlockedEntry[]; readonly more?: readonly string[] }

/** The changes in a form, by field; `undefined` for a field that was cleared. */
export type Edits = Readonly<Record<string, unknown>>;

/** The fields in which a command's entries differ and that the form does not show: the actor, the target. */
export function varying(entries: readonly Entry[]): string[] {
  const names = new Set(entries.flatMap((entry) => Object.keys(entry.body.command)));
  return [...names].filter((name) => !entries.every((entry) => name in entry.fields)
    && entries.some((entry) => !same(entry.body.command[name], entries[0]?.body.command[name])));
}

/** A choice between entries: its field, its values, and the current one. */
export interface Choice { readonly field: string; readonly values: readonly unknown[]; readonly now: unknown }

/** Narrow entries down, field by field, to those that match the choices; the first entry where no choice was made. */
export function narrowed(entries: readonly Entry[], chosen: Edits): { choices: Choice[]; left: readonly Entry[] } {
  let left = entries;
  const choices: Choice[] = [];
  for (const field of varying(entries)) {
    const values = distinct(left.map((entry) => entry.body.command[field]));
    const now = values.some((one) => same(one, chosen[field])) && field in chosen ? chosen[field] : values[0];
    if (values.length > 1) choices.push({ field, values, now });
    left = left.filter((entry) => same(entry.body.command[field], now));
  }
  return { choices, left: [...left].sort((one, other) => openness(other) - openness(one)) };
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

const isOpen = (field: LegalField | undefined): boolean => Boolean(field?.schema ?? field?.items?.schema ?? field?.text);
const openness = (entry: Entry): number => Object.values(entry.fields).filter(isOpen).length;

/** Whether every value that another entry accepts is also accepted by this one. */
export function covers(entry: Entry, other: Entry): boolean {
  const [ours, theirs] = [entry.body.command, other.body.command];
  return Object.keys(other.fields).every((name) => name in entry.fields)
    && [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].every((name) => name in entry.fields || same(ours[name], theirs[name]));
}

/** Return what distinguishes one entry from the other entries of its command, in words. */
export function labelOf(entry: Entry, among: readonly Entry[], names: Names): string {
  const { body: { command }, fields } = entry;
  const differ = Object.keys(command).filter((name) => among.some((other) => !same(other.body.command[name], command[name])));
  if (differ.length > 0) return brief(differ.map((name) => `${spelled(name)}: ${called(command[name], names, name)}`).join(', '), LONGEST);
  const forms = Object.keys(fields).filter((name) => among.every((other) => name in other.fields) && among.some((other) => !same(other.fields[name], fields[name])));
  return forms.map((name) => (t(isOpen(fields[name]) ? `any ${spelled(name)}` : `${spelled(name)}: one of the examples`))).join(', ');
}

/** Return the command of a form: the entry's own, with the changes that still fit. */
export function filled(entry: Entry, edits: Edits, schemas: Schemas): Body {
  const body: Record<string, unknown> = { ...entry.body.command };
  for (const [name, value] of Object.entries(edits)) {
    const form = entry.fields[name];
    if (form === undefined) continue;
    if (value === undefined) delete body[name];
    else if (fits(shapeOfField(form, schemas), value)) body[name] = value;
  }
  return body;
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape.kind === 'options') return shape.options.some((one) => same(one, value));
  if (shape.kind === 'number') return typeof value === 'number' && value >= (shape.least ?? value) && value <= (shape.most ?? value);
  if (shape.kind === 'list' && Array.isArray(value)) return value.length <= shape.most && value.every((one) => fits(shape.item(), one));
  if (shape.kind === 'object') return isRecord(value) && isOf(shape.parts, value);
  return true;
}

/** Whether an object may have these properties, if it restricts them. */
function isOf(parts: readonly Part[], value: Body): boolean {
  const known = new Map(parts.map((part) => [part.name, part.shape()]));
  return Object.entries(value).every(([name, one]) => {
    const shape = known.get(name);
    return shape !== undefined && (shape.kind !== 'fixed' || shape.value === one);
  });
}

/** Return a list with all entries of one command in place of those that it had. */
export function completed(list: LegalList, command: string, whole: LegalList): LegalList {
  const at = list.allowed.findIndex((entry) => entry.command === command);
  const others = list.allowed.filter((entry) => entry.command !== command);
  return {
    ...list, allowed: [...others.slice(0, at), ...whole.allowed, ...others.slice(at)], more: list.more?.filter((name) => name !== command) ?? [],
  };
}

/** Whether a command needs neither input nor a choice: one click sends it. */
export const isPlain = (entries: readonly Entry[]): boolean =>
  entries.length === 1 && Object.keys(entries[0]?.fields ?? {}).length === 0;
