/** Data of a plot: outcomes with their chances, calculated or counted. */
import { spelled } from '../../words.js';
import { upTo } from './fractions.js';

/** How a chance is read: exactly an outcome, at least it, or at most it. */
export type Reading = 'exactly' | 'at_least' | 'at_most';

export interface Chance { readonly about: number; readonly exact: string }

export interface Point { readonly label: string; readonly at: number; readonly exactly: Chance; readonly at_least: Chance }

export interface Series { readonly name: string; readonly points: readonly Point[]; readonly mean?: number }

/** A distribution in the server's answer. */
export interface Odds {
  readonly outcomes: readonly { readonly total: number | string; readonly chance: Chance; readonly at_least: Chance }[];
  readonly mean: Chance;
  readonly deviation: number;
  readonly quantiles: Readonly<Record<string, number | string>>;
  readonly also: Readonly<Record<string, Chance>>;
  readonly left_out: number;
  readonly chain: { readonly limit: number; readonly further_at_most: number } | null;
}

/** A measure of a simulation in the server's answer. */
export interface Measure {
  readonly trials: number;
  readonly mean: { readonly value: number; readonly low: number | null; readonly high: number | null; readonly holds: string };
  readonly deviation: number;
  readonly width: number | string;
  readonly band: number;
  readonly rows: readonly { readonly value: number | string; readonly times: number; readonly at_least: number }[];
  readonly quantiles: Readonly<Record<string, readonly (number | string | null)[]>>;
}

/** Return the value of an outcome: a whole number, or a fraction in text. */
export function valueOf(amount: number | string): number {
  if (typeof amount === 'number') return amount;
  const [above, below = '1'] = amount.split('/');
  return Number(above) / Number(below);
}

/** Return the chance of a point in a reading. */
export function read(point: Point, reading: Reading): Chance {
  if (reading !== 'at_most') return point[reading];
  const about = 1 - point.at_least.about + point.exactly.about;
  return { about, exact: upTo(point.exactly.exact, point.at_least.exact) };
}

/** Return the height of a point without its exact fraction, which may have thousands of digits. */
export const heightOf = (point: Point, reading: Reading): number =>
  reading === 'at_most' ? 1 - point.at_least.about + point.exactly.about : point[reading].about;

export function seriesOfOdds(name: string, odds: Odds): Series {
  const points = odds.outcomes.map(({ total, chance, at_least }) =>
    ({ label: String(total), at: valueOf(total), exactly: chance, at_least }));
  return { name, points, mean: odds.mean.about };
}

export function seriesOfMeasure(name: string, measure: Measure): Series {
  let left = measure.trials;
  const points = measure.rows.map(({ value, times, at_least }) => {
    const point = {
      label: String(value), at: valueOf(value), exactly: { about: times / measure.trials, exact: `${times}/${measure.trials}` },
      at_least: { about: at_least, exact: `${left}/${measure.trials}` },
    };
    left -= times;
    return point;
  });
  return { name, points, mean: measure.mean.value };
}

const isOdds = (value: object): value is Odds => 'outcomes' in value && Array.isArray(value.outcomes) && 'mean' in value;
const isChance = (value: object): value is Chance => 'exact' in value && 'about' in value;

/** Find all distributions in an answer, by their names. */
export function distributionsIn(answer: unknown, name = ''): readonly (readonly [string, Odds])[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return [];
  if (isOdds(answer)) return [[name, answer]];
  return Object.entries(answer).flatMap(([key, value]) => distributionsIn(value, key === 'each' ? name : [name, spelled(key)].filter(Boolean).join(', ')));
}

const PARTS_OF_ODDS = new Set(['outcomes', 'mean', 'variance', 'left_out_chance', 'quantiles']);

/** Find all single chances in an answer, such as that of a hit or a critical, by their names. */
export function chancesIn(answer: unknown, name = ''): readonly (readonly [string, Chance])[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return [];
  if (isChance(answer)) return [[name, answer]];
  const whole = isOdds(answer);
  return Object.entries(answer).filter(([key]) => !(whole && PARTS_OF_ODDS.has(key)))
    .flatMap(([key, value]) => chancesIn(value, key === 'also' || key === 'outcomes' ? name : [name, spelled(key)].filter(Boolean).join(', ')));
}

/** Return the rows of a table of several series, one row an outcome; a cell is empty if a series lacks the outcome. */
export function rowsOf(all: readonly Series[]): readonly (readonly [string, readonly (Point | undefined)[]])[] {
  const values = new Map(all.flatMap(({ points }) => points.map((point) => [point.at, point.label] as const)));
  const found = all.map(({ points }) => new Map(points.map((point) => [point.at, point])));
  return [...values].sort(([one], [other]) => one - other)
    .map(([at, label]) => [label, found.map((points) => points.get(at))]);
}

/** Format the table of several series for a file. */
export function tableOf(all: readonly Series[]): string[][] {
  const readings: Reading[] = ['exactly', 'at_least', 'at_most'];
  const heads = all.flatMap(({ name }) => readings.flatMap((one) => [`${name} ${spelled(one)}`, `${name} ${spelled(one)} (fraction)`]));
  return [['outcome', ...heads], ...rowsOf(all).map(([label, points]) => [label, ...points.flatMap((point) =>
    readings.flatMap((one) => (point ? [String(heightOf(point, one)), read(point, one).exact] : ['', ''])))])];
}
