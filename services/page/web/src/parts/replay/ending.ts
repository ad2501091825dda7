/** Describes what happened at a version of a closed stream, and at its last one how the stream ended. */
import type { Log } from './log.js';

const LOOKED_AT = 12, MOST = 3;
const ROUTINE = new Set(['SeedRevealed', 'DecisionAnswered', 'WindowClosed', 'WindowOpened']);

/** Whether a log is that of a closed stream, up to its end. */
export const isOver = (log: Log): boolean => log.at(log.last)?.type === 'StreamClosed';

/** Sentences about a version, and whether it is the last one. */
export interface Ending { readonly says: readonly string[]; readonly isLast: boolean }

/** Return the sentences about a version of a closed stream; none while it is open or not completely loaded. */
export function endingAt(log: Log, version: number): Ending {
  if (!isOver(log)) return { says: [], isLast: false };
  const { from, to } = log.moveAt(version), first = Math.max(from, to - LOOKED_AT, 1);
  const all = Array.from({ length: Math.max(0, to - first + 1) }, (_, place) => first + place);
  const telling = all.filter((one) => !ROUTINE.has(log.at(one)?.type ?? ''));
  return { says: (telling.length > 0 ? telling : all).slice(-MOST).map((one) => log.sentenceAt(one)), isLast: to >= log.last };
}

/** Events of the decision that only closes a stream, in which its game is not over. */
const CLOSING = new Set(['SeedRevealed', 'StreamClosed', 'GoalMissed', 'GoalReached', 'StateDigested']);

/** Whether the game of a log was over at a version, so that nothing can be played on from there. */
export function gameWasOver(log: Log, version: number): boolean {
  if (!isOver(log) || log.moveAt(version).to !== log.last) return false;
  const { from, to } = log.moveAt(log.last);
  return Array.from({ length: to - from + 1 }, (_, place) => log.at(from + place)?.type ?? '').some((type) => !CLOSING.has(type));
}
