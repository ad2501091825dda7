/**
 * Exact odds of drawing cards without replacement: the hypergeometric distribution, in whole numbers.
 *
 * Units: a chance is a fraction of two whole numbers without a common divisor
 */
import { fixed, t } from '../../../page/web/src/texts.js';
export interface Chance { readonly over: bigint; readonly under: bigint }

/** Cards of the opening hand. Each turn begins with one more. Rule: TC-SETUP-05 */
export const OPENING_HAND = 5;

const gcd = (one: bigint, other: bigint): bigint => (other === 0n ? one : gcd(other, one % other));
const fraction = (over: bigint, under: bigint): Chance => {
  const common = gcd(over, under);
  return { over: over / common, under: under / common };
};

/** Return the number of ways to choose `k` of `n` things. */
export function ways(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let found = 1n;
  for (let at = 1; at <= Math.min(k, n - k); at += 1) found = (found * BigInt(n - at + 1)) / BigInt(at);
  return found;
}

/** Return the chance of at least `least` of `copies` among `seen` cards of a deck of `deck` cards. */
export function chanceOf({ deck, copies, seen, least }: { readonly deck: number; readonly copies: number; readonly seen: number; readonly least: number }): Chance {
  const drawn = Math.min(seen, deck);
  let over = 0n;
  for (let count = Math.max(least, 0); count <= Math.min(copies, drawn); count += 1) over += ways(copies, count) * ways(deck - copies, drawn - count);
  return fraction(over, ways(deck, drawn));
}

/** Return the chance by each turn, from the opening hand (turn 0), without a mulligan. */
export const byTurn = (deck: number, copies: number, least: number, turns: number): readonly Chance[] =>
  Array.from({ length: turns + 1 }, (_, turn) => chanceOf({ deck, copies, seen: OPENING_HAND + turn, least }));

/** Return the average number of copies in the opening hand. */
export const average = (deck: number, copies: number): number => (deck === 0 ? 0 : Math.min(OPENING_HAND, deck) * copies / deck);

const MILLION = 1_000_000n;

/** Return a chance as a number. */
export const numberOf = ({ over, under }: Chance): number => Number((over * MILLION * 2n + under) / (under * 2n)) / 1e6;

/** Write a chance as a percentage with one digit after the point; a chance that is neither 0 nor 1 never reads so. */
export function percentOf(chance: Chance): string {
  if (chance.over === 0n) return '0 %';
  if (chance.over === chance.under) return '100 %';
  const share = 100 * numberOf(chance);
  return share < 0.1 ? t('under 0.1 %') : share > 99.9 ? t('over 99.9 %') : `${fixed(share, 1)} %`;
}

/** Write a chance as a fraction. */
export const fractionOf = ({ over, under }: Chance): string => `${over}/${under}`;
