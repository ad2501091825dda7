/** Exact fractions, as the server writes them: `7/36`, `1`. */

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

/** Return the chance of at most an outcome, of its own chance and that of at least as much: exactly, in lowest terms. */
export function upTo(chance: string, orMore: string): string {
  const own = read(chance), above = read(orMore);
  const below = own.below * above.below;
  return written({ above: below + own.above * above.below - above.above * own.below, below });
}

const LONGEST = 40;

/** Shorten a fraction of many digits; the whole of it is in the file that can be saved. */
export const short = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** Write a share as a percentage, precise where it is small. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0001) return `${(share * 100).toExponential(1)} %`;
  return `${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`;
}

/** Write a number with as many digits as help. */
export const rounded = (value: number): string => String(Number(value.toPrecision(Math.abs(value) >= 1000 ? 6 : 4)));
