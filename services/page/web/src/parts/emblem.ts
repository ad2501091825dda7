/** Emblems: a shield for a name, drawn from the name alone, so that everyone sees the same one everywhere. */
import { svg, type SVGTemplateResult } from 'lit';

const FIELDS = ['#2f5d50', '#7a2e2a', '#2b4a78', '#6b4a86', '#8a5a16', '#3d5a1f', '#1f5f6e', '#5b3a29'] as const;
const METALS = ['#f1e3b2', '#e7ecef', '#f6c667', '#d9e4c9'] as const;
const SHIELD = 'M4 4H44V26Q44 42 24 52Q4 42 4 26Z';
/** Divisions of the field, drawn over it in a darker shade. */
const DIVISIONS = ['M24 4H44V26Q44 42 24 52Z', 'M4 4H44L4 36Z', 'M4 30L24 16L44 30V36L24 22L4 36Z', 'M4 4H44V16H4Z', 'M18 4H30V49L24 52L18 49Z', ''] as const;
/** Charges for people: swords, keys, stars, leaves, towers and the like. */
const CHARGES = [
  'M23 10h2v20h5v3h-5v7h-2v-7h-5v-3h5Z', 'M24 12l3 8h9l-7 6 3 9-8-6-8 6 3-9-7-6h9Z', 'M24 12c9 6 9 16 0 26c-9-10-9-20 0-26Z',
  'M16 16h4v3h2v-3h4v3h2v-3h4v7h-2v14h-12V23h-2Z', 'M24 12a6 6 0 1 1-1 12v4h4v3h-4v4h4v3h-7V23.500a6 6 0 0 1 4-11.500Z', 'M14 30q4-16 20-16q-2 16-16 18l-3 5h-2Z',
  'M24 12a11 11 0 1 0 8 19a9 9 0 1 1-8-19Z', 'M16 14h16v6l-6 4v12l4 2v2H18v-2l4-2V24l-6-4Z',
] as const;
/** The charge of a beast: a paw. */
const PAW = 'M24 24c6 0 9 6 9 9s-4 5-9 5-9-2-9-5 3-9 9-9ZM13 18a3 4 0 1 1 0 8a3 4 0 1 1 0-8ZM35 18a3 4 0 1 1 0 8a3 4 0 1 1 0-8ZM20 12a3 4 0 1 1 0 8a3 4 0 1 1 0-8ZM28 12a3 4 0 1 1 0 8a3 4 0 1 1 0-8Z';

/** Return a number for a text, the same on every machine: FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

const pick = <T>(from: readonly T[], hash: number, shift: number): T => from[(hash >>> shift) % from.length] as T;

/** Draw the emblem of a name, 48 wide and 56 high, into another picture; a beast has a paw. */
export function emblem(name: string, { beast = false } = {}): SVGTemplateResult {
  const hash = hashOf(name.toLowerCase());
  return svg`<path d=${SHIELD} fill=${pick(FIELDS, hash, 0)} stroke="#1d2321" stroke-width="2"></path>
    <path d=${pick(DIVISIONS, hash, 4)} fill="#000" opacity="0.28"></path>
    <path d=${beast ? PAW : pick(CHARGES, hash, 8)} fill=${pick(METALS, hash, 12)} stroke="#1d2321" stroke-width="0.8"></path>`;
}
