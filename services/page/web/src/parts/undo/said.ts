/** Says an undo by what it changes: a reader of the table does not see the versions that its event has. */
import type { Happened } from '../play/happened.js';
import type { Names } from '../sentence.js';
import { listed } from '../sentences/said.js';
import { t } from '../../texts.js';
import type { Way } from './way.js';

/** Return the sentence of an undo, or `undefined` for another event, or if what it changes is not known. `saidAt` says the event of a version. */
export function undoSaid({ version, event: { type, by, to, asked } }: Happened, way: Way, { seat }: Names, saidAt: (version: number) => string | undefined): string | undefined {
  if (!(type === 'UndoProposed' || type === 'TakenBack') || typeof to !== 'number') return undefined;
  const { back, again } = way.between(version - 1, to), count = back.length + again.length, near = back[0] ?? again.at(-1), first = near && saidAt(near);
  if (first === undefined) return undefined;
  const who = seat(String(by)), what = count > 1 ? t`${first}, and what followed` : first;
  if (type === 'UndoProposed') return t`${who} asks ${listed((asked as string[]).map(seat))} to undo: ${what}`;
  return t(back.length > 0 ? `${who} takes back: ${what}` : `${who} brings back: ${what}`);
}
