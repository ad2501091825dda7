/** Exact fractions in the server's notation: `7/36`, `1`. */
import { LANGUAGE, fixed } from '../../texts.js';

interface Fraction { readonly above: bigint; readonly below: bigint }

function read(text: string): Fraction {
  const [above = '0', below = '1'] = text.split('/');
  return { above: BigInt(above), below: BigInt(below) };
}

function divisor(one: bigint, other: bigint): bigint {
  while (other !== 0n) [one, other] = [other, one % other];
  return one < 0n ? -one : one;
}

function written({ above, below }: Fraction): string {
  const common = divisor(above, below) || 1n;
  return below === common ? String(above / common) : `${above / common}/${below / common}`;
}

/** Return P(X <= x) from P(X = x) and P(X >= x), exactly, in lowest terms. */
export function upTo(chance: string, orMore: string): string {
  const own = read(chance), above = read(orMore);
  const below = own.below * above.below;
  return written({ above: below + own.above * above.below - above.above * own.below, below });
}

const LONGEST = 40;

/** Shorten a fraction of many digits; the downloaded file has all of them. */
export const short = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** Format a share as a percentage, with more digits if it is small. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0001) return `${(share * 100).toExponential(1)} %`;
  return `${fixed(share * 100, share < 0.1 ? 2 : 1)} %`;
}

/** Format a number with a useful number of digits. */
export const rounded = (value: number): string => value.toLocaleString(LANGUAGE, { maximumSignificantDigits: Math.abs(value) >= 1000 ? 6 : 4, useGrouping: false });
