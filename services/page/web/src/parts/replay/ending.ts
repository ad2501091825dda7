/** Describes how a stream ended, by the sentences of its last events. */
import type { Log } from './log.js';

const LOOKED_AT = 12;
const ROUTINE = new Set(['SeedRevealed', 'DecisionAnswered', 'WindowClosed', 'WindowOpened']);

/** Whether a log is that of a closed stream, up to its end. */
export const isOver = (log: Log): boolean => log.at(log.last)?.type === 'StreamClosed';

/** Return the sentences with which a closed stream ended; none while it is open or not completely loaded. */
export function endingOf(log: Log): readonly string[] {
  if (!isOver(log)) return [];
  const { from } = log.moveAt(log.last), first = Math.max(from, log.last - LOOKED_AT);
  return Array.from({ length: log.last - first + 1 }, (_, place) => first + place)
    .filter((version) => !ROUTINE.has(log.at(version)?.type ?? ''))
    .map((version) => log.sentenceAt(version))
    .slice(-3);
}

/** Events of the decision that only closes a stream, in which its game is not over. */
const CLOSING = new Set(['SeedRevealed', 'StreamClosed', 'GoalMissed', 'GoalReached', 'StateDigested']);

/** Whether the game of a log was over at a version, so that nothing can be played on from there. */
export function gameWasOver(log: Log, version: number): boolean {
  if (!isOver(log) || log.moveAt(version).to !== log.last) return false;
  const { from, to } = log.moveAt(log.last);
  return Array.from({ length: to - from + 1 }, (_, place) => log.at(from + place)?.type ?? '').some((type) => !CLOSING.has(type));
}
