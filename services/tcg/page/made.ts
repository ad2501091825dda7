/** Finds the move that was made among those in the results of a job. */
import { shown } from '../../page/web/src/parts/sentences/said.js';
import { spotsOf, type MatchView, type Sent } from './table.js';

/** Whether a command of the log, some of whose fields are secret parts, is a move; zones and equal cards of a hand do not matter, as in the results. */
export function isMove(move: Sent, command: Sent, view: MatchView): boolean {
  const spots = spotsOf(view), value = (field: string): unknown => shown(command[field]);
  const named = (one: unknown): string => {
    const spot = typeof one === 'number' ? spots.get(one) : undefined;
    return spot?.place === 'hand' && spot.card ? spot.card : String(one);
  };
  const listed = (list: unknown): readonly string[] => (list as readonly unknown[] | undefined ?? []).map(named);
  if (move.type === 'Mulligan') return command.type === 'Mulligan' && sameList(listed(move['keep']), listed(value('keep')));
  return command.type === move.type && ('sacrifice' in move || typeof value('sacrifice') !== 'number')
    && Object.entries(move).every(([field, is]) => field === 'type' || field === 'zone' || named(value(field)) === named(is));
}

const sameList = (one: readonly string[], other: readonly string[]): boolean => [...one].sort().join() === [...other].sort().join();

const MOVES = new Set([
  'Mulligan', 'PlayForm', 'PlayCommand', 'SetCommand', 'SpiritualizeCard', 'DeclareAttack', 'Activate', 'FlipSavior', 'EndStep',
]);

/** A log's command and its place. */
interface Asked { readonly version: number; readonly seat: string; readonly command: Sent }

/** Return the first move of a seat after a version; none if it gave up, or if the log's commands are not loaded. */
export function madeAfter(version: number, seat: string, log: { readonly commitOf: (version: number) => Asked | undefined }): Sent | undefined {
  for (let commit = log.commitOf(version + 1); commit !== undefined; commit = log.commitOf(commit.version + 1)) {
    if (commit.seat !== seat) continue;
    if (MOVES.has(commit.command.type)) return commit.command;
    if (commit.command.type === 'Concede') return undefined;
  }
  return undefined;
}
