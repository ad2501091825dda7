/** The course of a match as points: the chance of each seat to win from a version, and the changes between points. */
import type { JobAnswer } from 'arbiter-client';
import type { Fields } from '../../page/web/src/games.js';
import { t } from '../../page/web/src/texts.js';

/** A share of matches won, with its bounds once there are any. */
export interface Chance { readonly value: number; readonly low: number | null; readonly high: number | null }

export interface Point {
  readonly version: number;
  /** How many matches were played on from here; none at the end of the match, which is known. */
  readonly trials: number;
  /** By seat. */
  readonly chances: ReadonlyMap<string, Chance>;
}

/** How much a seat's chance changed between two neighbouring points. */
export interface Change { readonly from: Point; readonly to: Point; readonly by: number }

/** The part of a log that is read here. */
interface Events { readonly last: number; readonly at: (version: number) => ({ readonly type: string } & Fields) | undefined }

const SHOWN = 5;
/** Kinds of decisions at whose versions the server judges a match. */
const JUDGED = new Set(['act', 'combat', 'mulligan']);
const MOST_VERSIONS = 100;

/** Return the seats of a course, the first of them first. */
export const seatsIn = ({ request }: JobAnswer): readonly string[] => (request.simulate['seats'] as string[] | undefined) ?? [];

/** Return the points of a course that were judged so far, and the end of the match. */
export function pointsOf(answer: JobAnswer, log: Events): readonly Point[] {
  const versions = (answer.request.simulate['versions'] as number[] | undefined) ?? [], seats = seatsIn(answer);
  const judged = versions.flatMap((version) => {
    const measured = seats.flatMap((seat) => {
      const one = answer.result?.ours[`${seat} wins from ${version}`];
      return one ? [[seat, one] as const] : [];
    });
    const chances = new Map(measured.map(([seat, { mean: { value, low, high } }]) => [seat, { value, low, high }]));
    return chances.size === seats.length ? [{ version, trials: measured[0]?.[1].trials ?? 0, chances }] : [];
  });
  return judged.length === 0 ? [] : [...judged, ...endOf(log, seats)];
}

/** Return the end of a match as a point: the winner has won. */
function endOf(log: Events, seats: readonly string[]): readonly Point[] {
  for (let version = log.last; version > 0; version -= 1) {
    const event = log.at(version);
    if (event?.type !== 'MatchFinished') continue;
    const chance = (seat: string): Chance => ({ value: Number(seat === event['winner']), low: null, high: null });
    return [{ version: log.last, trials: 0, chances: new Map(seats.map((seat) => [seat, chance(seat)])) }];
  }
  return [];
}

/** Return a seat's chance, nearer to one half the fewer matches it was counted in, so that few of them decide little. */
function weighed({ trials, chances }: Point, seat: string): number {
  const value = chances.get(seat)?.value ?? 0;
  return trials === 0 ? value : (value * trials + 1) / (trials + 2);
}

/** Return the largest changes of a seat's chance, the largest first, and also those after versions that are `kept`. */
export function decisive(points: readonly Point[], seat: string, kept: ReadonlySet<number>): readonly Change[] {
  const changes = points.slice(1).map((to, at) => ({ from: points[at]!, to, by: Math.abs(weighed(to, seat) - weighed(points[at]!, seat)) }));
  return changes.sort((one, other) => other.by - one.by)
    .filter(({ from, by }, place) => (place < SHOWN && by > 0) || kept.has(from.version));
}

/** Estimate at how many versions of a match the server judges it, from its log. */
export function countJudged(log: Events): number {
  let count = 0;
  for (let version = 1; version <= log.last; version += 1) {
    const event = log.at(version);
    if (event?.type === 'DecisionOpened' && JUDGED.has(String(event['kind']))) count += 1;
  }
  return Math.min(Math.max(1, count), MOST_VERSIONS);
}

/** Format a chance in whole percents, without a line break before the sign. */
export const percents = (share: number): string => `${Math.round(100 * share)}\u00a0%`;

/** Format the bounds of a chance. */
export const between = ({ low, high }: Chance): string => (t(low === null || high === null ? 'no bounds yet' : `${Math.round(100 * low)} to ${percents(high)}`));
