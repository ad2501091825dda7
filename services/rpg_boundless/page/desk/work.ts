/** What a game master makes on the desk of Boundless: enemies and Items. Nothing is changed in place. */
import type { AttackSheet, EnemySheet, ItemSheet } from 'arbiter-client/rpg_boundless';
import { packText, unpackText } from '../../../page/web/src/parts/packing.js';
import { t } from '../../../page/web/src/texts.js';

export type Kind = 'enemy' | 'item';
/** A made thing; what its sheet has is the server's to check. */
export type Made = Readonly<{ kind: 'enemy'; sheet: EnemySheet }> | Readonly<{ kind: 'item'; sheet: ItemSheet }>;
export type Work = readonly Made[];

export const MOST = 100;
const LONGEST = 200;

/** A new enemy and a new Item: what the book asks of each, with its smallest numbers. */
export const NEW_ENEMY: EnemySheet = { name: t('wolf'), hp: 3, attacks: [{ name: t('bite'), damage: 1 }] };
export const NEW_ITEM: ItemSheet = { name: t('sword'), size: 'normal', weapon: { damage: 1, reach: 'melee' } };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST;
const isAttack = (value: unknown): value is AttackSheet => isRecord(value) && isText(value.name);
const isPart = (value: unknown): boolean => value === undefined || value === null || isRecord(value);

/** Whether a value is a made thing that the form can show. */
export function isMade(value: unknown): value is Made {
  if (!isRecord(value) || !isRecord(value.sheet) || !isText(value.sheet.name)) return false;
  const { hp, attacks, weapon, armor } = value.sheet;
  if (value.kind === 'enemy') return typeof hp === 'number' && Array.isArray(attacks) && attacks.every(isAttack);
  return value.kind === 'item' && isPart(weapon) && isPart(armor);
}

/** Return what is usable of kept work. */
export const usableWork = (value: unknown): Work => (Array.isArray(value) ? value.filter(isMade).slice(0, MOST) : []);

/** Return the text of a file with all that was made. */
export const writtenWork = (work: Work): string => `${JSON.stringify({ boundless: 1, made: work }, null, 1)}\n`;

/** Read the text of a file. Throws: an error in words. */
export function readWork(text: string): Work {
  let found: unknown;
  try { found = JSON.parse(text); } catch { throw new Error(t('This file is not JSON: choose a file that was saved here.')); }
  const made = isRecord(found) && found.boundless === 1 ? found.made : undefined;
  if (!Array.isArray(made) || made.length > MOST || !made.every(isMade)) throw new Error(t`This file has no enemies and Items: choose one that was saved here, with at most ${MOST} of them.`);
  return made;
}

/** Pack a made thing for a link. */
export const packed = (made: Made): Promise<string> => packText(JSON.stringify(made));

/** Read the made thing of a link. Throws: an error in words. */
export async function unpacked(text: string): Promise<Made> {
  const made: unknown = await unpackText(text).then(JSON.parse).catch(() => undefined);
  if (!isMade(made)) throw new Error(t('This link to an enemy or an Item is incomplete: copy it again, from its first sign to its last.'));
  return made;
}

/** Return a name that is not taken: with a number behind it, if necessary. */
export function untaken(name: string, taken: readonly string[]): string {
  for (let at = 1; ; at += 1) {
    const tried = at === 1 ? name : `${name} ${at}`;
    if (!taken.includes(tried)) return tried;
  }
}

const namesOf = (work: Work): string[] => work.map(({ sheet }) => sheet.name);

/** Add a made thing under a name of its own. */
export const added = (work: Work, made: Made): Work => [...work, { ...made, sheet: { ...made.sheet, name: untaken(made.sheet.name, namesOf(work)) } } as Made];

/** Replace the made thing at a place. */
export const replaced = (work: Work, at: number, made: Made): Work => work.map((one, place) => (place === at ? made : one));

export const removed = (work: Work, at: number): Work => work.filter((_, place) => place !== at);

/** Give an Attack that was added a name of its own: the form adds a copy of the last one. */
export function withOwnAttack(before: EnemySheet, after: EnemySheet): EnemySheet {
  const last = after.attacks.at(-1), others = after.attacks.slice(0, -1);
  if (last === undefined || after.attacks.length <= before.attacks.length) return after;
  return { ...after, attacks: [...others, { ...last, name: untaken(last.name, others.map(({ name }) => name)) }] };
}
