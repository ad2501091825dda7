/** Times in words. */
import { LANGUAGE, t } from '../texts.js';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000], ['month', 2_592_000], ['day', 86_400], ['hour', 3_600], ['minute', 60],
];
const words = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

/** Return how long ago a time was, in words. Units: milliseconds UTC. */
export function ago(at: number, now = Date.now()): string {
  const seconds = (at - now) / 1000;
  const [unit, long] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 0];
  return long ? words.format(Math.round(seconds / long), unit) : t('just now');
}
