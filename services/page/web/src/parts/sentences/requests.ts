/** Sentences for commands: what a seat wants to do. */
import { commandName } from '../../words.js';
import { writersOf } from './templates.js';
import { isFields, isNothing, isSealed, listed, said, shown, type Fields, type Knowing } from './said.js';
import { t } from '../../texts.js';

/** An event, or a command: a type and its fields. */
export interface Message { readonly type: string; readonly [field: string]: unknown }

const DEEPEST = 2;
const ROUTINE = new Set(['type', 'id', 'decision', 'number', 'faces', 'dice']);

/** Commands of the kernel whose fields are ids. */
const OF_THE_KERNEL: Readonly<Record<string, string>> = t({ OpenFork: 'Open a fork of another game', LendDice: 'Roll for another game' });

/** Describe a command: what it does, and the names and texts in it. */
export function request(command: Message, knowing: Knowing = {}): string {
  for (const writer of writersOf(command.type, knowing.service)) {
    const text = writer(command, knowing);
    if (text !== undefined) return text;
  }
  const kernel = OF_THE_KERNEL[command.type];
  if (kernel !== undefined) return kernel;
  const values = [...new Set(valuesOf(command, knowing, 0))];
  return commandName(command.type) + (values.length > 0 ? `: ${listed(values)}` : '');
}

/** Return the names and texts in the fields; numbers mean nothing without the names of their fields. */
export function valuesOf(fields: Fields, knowing: Knowing, depth = DEEPEST): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (ROUTINE.has(name) || isNothing(value) || isSealed(value) && value.value === undefined) return [];
    const inner = shown(value), list = Array.isArray(inner) ? inner : [inner];
    return list.flatMap((one) => {
      const text = typeof one === 'number' || one === true ? '' : said(one, name, knowing);
      return text !== '' ? [text] : isFields(one) && depth < DEEPEST ? valuesOf(one, knowing, depth + 1) : [];
    });
  });
}
