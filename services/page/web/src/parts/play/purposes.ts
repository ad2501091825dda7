/** Sorts a game master's commands by their purpose. */
import type { Entry } from './entries.js';

/** Commands by purpose, as a game declares them. */
export type Purposes = Readonly<Record<string, readonly string[]>>;
type Kind = readonly [string, readonly Entry[]];

/** Purposes of commands that no game declares: those of characters, those that only a game master may send, corrections, endings. */
const CHARACTERS = 'characters', MORE = 'game master', CORRECTIONS = 'corrections', ENDINGS = 'endings';

function purposeOf([kind, [entry]]: Kind, purposes: Purposes, isLed: (kind: string) => boolean): string {
  const declared = Object.entries(purposes).find(([, kinds]) => kinds.includes(kind));
  if (declared) return declared[0];
  if (entry?.kind === 'referee') return CORRECTIONS;
  if (entry?.kind === 'ending') return ENDINGS;
  return isLed(kind) ? MORE : CHARACTERS;
}

/** Return the commands of each purpose: declared ones first and in their order, others by name; a purpose without any is left out. */
export function grouped(kinds: readonly Kind[], purposes: Purposes, isLed: (kind: string) => boolean): readonly (readonly [string, readonly Kind[]])[] {
  return [...new Set([...Object.keys(purposes), CHARACTERS, MORE, CORRECTIONS, ENDINGS])].flatMap((purpose) => {
    const place = ([kind]: Kind): number => (purposes[purpose] ?? []).indexOf(kind);
    const found = kinds.filter((one) => purposeOf(one, purposes, isLed) === purpose).sort((one, other) => place(one) - place(other) || one[0].localeCompare(other[0]));
    return found.length > 0 ? [[purpose, found] as const] : [];
  });
}
