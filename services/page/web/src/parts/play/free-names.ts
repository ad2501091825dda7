/** Names for new characters: a form begins with one that nobody has yet. */
import type { Entry } from './entries.js';
import { isRecord, type Names } from './names.js';

const FREE: readonly string[] = ['Ash', 'Birch', 'Cole', 'Dara', 'Esk', 'Fenn', 'Gil', 'Hale', 'Ivy', 'Kell', 'Mara', 'Odo', 'Rook', 'Sable', 'Tarn', 'Ursa'];
const NUMBER = / \(\d+\)$/;

/** Return the entry with another name for a new character if its usual name is one of those above and taken. */
export function withFreeName(entry: Entry, names: Names): Entry {
  const { command } = entry.body, taken = new Set([...names.values()].map((name) => name.replace(NUMBER, '')));
  const at = ['sheet', 'creature'].find((one) => isRecord(command[one])), holder = at === undefined ? command : command[at] as typeof command;
  const free = FREE.find((name) => !taken.has(name));
  if (typeof command.character === 'string' || typeof command.creature === 'string') return entry;
  if (!FREE.includes(String(holder.name)) || !taken.has(String(holder.name)) || free === undefined) return entry;
  const named = { ...holder, name: free };
  return { ...entry, body: { command: at === undefined ? named : { ...command, [at]: named } } };
}
