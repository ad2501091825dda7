/** Fights that the desk of Boundless asks the server to simulate: who is in the party, and which enemies it meets. */
import type { CampaignView, EnemySheet, Hero, ItemSheet, SeenCharacter, SeenItem, SimulateFight } from 'arbiter-client/rpg_boundless';
import { t } from '../../../page/web/src/texts.js';

/** Someone who may fight in the party, and what the simulation leaves out of them. */
export interface Fighter { readonly hero: Hero; readonly notes: readonly string[] }
/** A party: its fighters, the reasons why others are left out, and the settings of their campaign. */
export interface Party { readonly fighters: readonly Fighter[]; readonly leftOut: readonly string[]; readonly settings?: SimulateFight['settings'] }
/** An enemy and how many of it there are. */
export interface Foe { readonly sheet: EnemySheet; readonly count: number }

export const SIDE = 10;
const MOST_ITEMS = 10;

const hero = (name: string, [strength, dexterity, willpower]: readonly [number, number, number], ...items: ItemSheet[]): Fighter =>
  ({ hero: { name, points: { strength, dexterity, willpower }, items }, notes: [] });

/** Four characters that are ready to fight, made by the rules for new ones. */
export const READY: Party = {
  leftOut: [],
  fighters: [
    hero('Ash', [3, 1, 0], { name: t('sword'), weapon: { damage: 2 } }, { name: t('mail'), size: 'bulky', armor: { hp: 2 } }, { name: t('lamp') }),
    hero('Birch', [2, 2, 0], { name: t('mace'), weapon: { damage: 2 } }, { name: t('shield'), armor: { hp: 1 } }, { name: t('rope') }),
    hero('Esk', [0, 3, 1], { name: t('bow'), weapon: { damage: 1, reach: 'ranged' } }, { name: t('black cloak') }, { name: t('lock picks') }),
    hero('Rowan', [1, 1, 2], { name: t('staff'), weapon: { damage: 1 } }, { name: t('herbs') }, { name: t('chalk') }),
  ],
};

/** Return an Item as it is now: Armor with the HP that it has left, and only if it is worn and whole. */
function itemOf({ sheet, worn, armor_hp: hp, broken }: SeenItem): ItemSheet {
  const { name, size, weapon, armor } = sheet;
  return { name, size, ...weapon ? { weapon } : {}, ...armor && worn && !broken ? { armor: { hp } } : {} };
}

const use = ({ armor, weapon }: ItemSheet): number => (armor ? 0 : weapon ? 1 : 2);

/** Return a character of a campaign as a fighter, or the reason why it cannot fight. */
function fighterOf({ name, status, scores, hp, stamina, items, conditions }: SeenCharacter): Fighter | string {
  if (status === 'dead') return t`${name} is dead.`;
  if (status === 'dying' || hp === 0) return t`${name} has no HP left.`;
  const carried = Object.values(items).filter(({ keepsake }) => !keepsake).map(itemOf).sort((one, other) => use(one) - use(other));
  if (!carried.some(({ weapon }) => weapon)) return t`${name} has no Weapon.`;
  const suffered = Object.keys(conditions);
  const notes = [
    ...suffered.length > 0 ? [t`Conditions of ${name} do not count: ${suffered.join(', ')}.`] : [],
    ...carried.length > MOST_ITEMS ? [t`${name} takes ${MOST_ITEMS} of ${carried.length} Items along.`] : [],
  ];
  return { hero: { name, scores, hp, stamina, items: carried.slice(0, MOST_ITEMS) }, notes };
}

/** Return the party of a campaign, as a seat reads it. */
export function partyOf({ characters, settings }: Pick<CampaignView, 'characters' | 'settings'>): Party {
  const found = characters.map(fighterOf), fighters = found.filter((one) => typeof one !== 'string');
  const more = fighters.length > SIDE ? [t`The first ${SIDE} of ${fighters.length} characters fight.`] : [];
  return { fighters: fighters.slice(0, SIDE), leftOut: [...found.filter((one) => typeof one === 'string'), ...more], settings: settings as SimulateFight['settings'] };
}

/** Return an enemy as the simulation can play it: with the Damage of its Attacks alone. `undefined` if it deals none. */
export function playable({ name, hp, armor, attacks }: EnemySheet): EnemySheet | undefined {
  const harmful = attacks.filter(({ damage }) => damage).map((attack) => ({ name: attack.name, damage: attack.damage! }));
  return harmful.length > 0 ? { name, hp, attacks: harmful, ...armor ? { armor } : {} } : undefined;
}

/** Whether the simulation leaves something of an enemy out. */
export const isSimplified = ({ attacks }: EnemySheet): boolean => attacks.some(({ effect, conditions, damage }) => Boolean(effect) || (conditions?.length ?? 0) > 0 || !damage);

/** Return the enemies of a fight, each as often as it comes. */
export const enemiesOf = (foes: readonly Foe[]): readonly EnemySheet[] => foes.flatMap(({ sheet, count }) => {
  const found = playable(sheet);
  return found && count > 0 ? Array.from({ length: count }, () => found) : [];
});

/** Return a fighter with one more Item. A new character then has more Items than a new one may have, so its scores are given. */
export function carrying({ name, points, ...more }: Hero, item: ItemSheet): Hero {
  const { items, ...others } = more, kept = items.slice(0, MOST_ITEMS - 1);
  return { name, ...points ? { scores: points } : {}, ...others, items: [item, ...kept] };
}

/** What is asked of a fight: its party, its enemies, the tactics, and an Item that one of the party has in a second run. */
export interface Question {
  readonly party: Party;
  readonly foes: readonly Foe[];
  readonly policy: 'guard' | 'press';
  readonly item?: { readonly sheet: ItemSheet; readonly bearer: number };
}

export interface FightRequest { readonly simulate: SimulateFight; readonly against?: SimulateFight; readonly trials: number }

/** Return the request for a simulation, or the reason why there is nothing to simulate. */
export function requestOf({ party, foes, policy, item }: Question, trials: number): FightRequest | string {
  const heroes = party.fighters.map((one) => one.hero), enemies = [...enemiesOf(foes)];
  if (heroes.length === 0) return t('Nobody in the party fights.');
  if (enemies.length === 0) return t('No enemy deals Damage: there is no fight.');
  if (enemies.length > SIDE) return t`At most ${SIDE} enemies fight at once.`;
  const { settings } = party;
  const fight = (side: Hero[]): SimulateFight => ({ party: side, enemies, policy, ...settings ? { settings } : {} });
  if (item === undefined) return { simulate: fight(heroes), trials };
  if (!item.sheet.weapon && !item.sheet.armor) return t('Only a Weapon or Armor changes a simulated fight.');
  const at = Math.min(item.bearer, heroes.length - 1);
  return { simulate: fight(heroes.map((one, place) => (place === at ? carrying(one, item.sheet) : one))), against: fight(heroes), trials };
}
