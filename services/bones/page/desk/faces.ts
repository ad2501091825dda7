/** Dice on the desk of BONES: what their faces are called, which of them there are, and what is kept of them. */
import type { Catalogue } from 'arbiter-client/bones';
import { t } from '../../../page/web/src/texts.js';

export type Die = readonly string[];
export interface Dice { readonly kind: string; readonly race: string; readonly isNew: boolean; readonly skill: string; readonly difficulty: string; readonly dice: readonly Die[] }

export const SIDES = 6, MOST = 20, HUMAN = 'Human';
const BLANK = 'blank';
const FIRST: Die = ['Universal', 'Physical', 'Melee', 'Melee', 'Defend', 'Maneuver'];

/** The four dice of a new fighter. */
export const BEGUN: Dice = { kind: 'character', race: HUMAN, isNew: true, skill: 'Melee', difficulty: 'Average', dice: Array.from({ length: 4 }, () => FIRST) };

const isDie = (value: unknown): value is Die => Array.isArray(value) && value.length === SIDES && value.every((face) => typeof face === 'string');

/** Return what is usable of kept dice. */
export function usableDice(value: unknown): Dice {
  if (typeof value !== 'object' || value === null) return BEGUN;
  const found = value as Record<string, unknown>, text = (name: 'kind' | 'race' | 'skill' | 'difficulty'): string => (typeof found[name] === 'string' ? found[name] : BEGUN[name]);
  const dice = Array.isArray(found.dice) ? found.dice.filter(isDie).slice(0, MOST) : [];
  return { kind: text('kind'), race: text('race'), skill: text('skill'), difficulty: text('difficulty'), isNew: found.isNew === true, dice: dice.length > 0 ? dice : BEGUN.dice };
}

/** Say a face in words: `Melee*2` is "Melee ×2", `Melee:Riposte` is "Riposte (Melee)", `Enc+Defend` is "Enc and Defend". */
export function faceWords(face: string): string {
  return face.split('+').map((part) => {
    const [, icon = part, variant, count] = /^([A-Za-z]+)(?::([^*]+))?(?:\*(\d))?$/.exec(part) ?? [];
    const name = variant === undefined ? icon : icon === 'Racial' ? t`${variant} icon` : `${variant} (${icon})`;
    return count === undefined ? name : `${name} ×${count}`;
  }).join(t(' and '));
}

/** Return the faces to choose from, in groups: symbols, skills, masteries, and the other faces of printed dice. */
export function facesOf({ symbols, skills, masteries, races, dice, items }: Catalogue): Readonly<Record<string, readonly string[]>> {
  const groups = {
    Symbols: [BLANK, ...symbols.filter(({ family }) => family === 'success').map(({ name }) => name), ...races.map(({ name }) => `Racial:${name}`)],
    Skills: skills.map(({ name }) => name), Masteries: masteries.map(({ skill, name }) => `${skill}:${name}`),
  };
  const known = new Set(Object.values(groups).flat()), printed = [...dice, ...items].flatMap(({ faces }) => faces ?? []);
  return { ...groups, 'Beasts and items': [...new Set(printed)].filter((face) => !known.has(face)).sort() };
}
