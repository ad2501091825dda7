/** What the cards of BONES offer, and its dice. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Fields } from '../../page/web/src/games.js';
import type { CampaignSheet } from '../../page/web/src/parts/campaign/actions.js';
import type { DrawnRoll } from '../../page/web/src/parts/campaign/dice.js';
import { isRecord, type Names } from '../../page/web/src/parts/play/names.js';
import type { Thing } from '../../page/web/src/parts/play/meters.js';
import { t } from '../../page/web/src/texts.js';

/** Return the owner of a thing that a command names, such as a wound. */
const ownerIn = (list: string, field: string) => (body: Fields, game: Thing): unknown => {
  const all = game[list];
  return Array.isArray(all) ? (all as unknown[]).filter(isRecord).find(({ id }) => id === body[field])?.creature : undefined;
};

type Put = Readonly<{ defend?: number; attack?: readonly Readonly<{ target: string; count?: number }>[] }>;

/** Say what successes are put into: "Attack Odo with 2, defend with 1". */
function allotting({ puts }: Fields, names: Names): string {
  const all = (puts ?? []) as readonly Put[], attacks = all.flatMap(({ attack = [] }) => attack), [first] = attacks;
  const hits = attacks.reduce((sum, { count = 1 }) => sum + count, 0), defends = all.reduce((sum, { defend = 0 }) => sum + defend, 0);
  if (first === undefined) return t`Defend with ${defends}`;
  const at = names.get(first.target) ?? '';
  return defends > 0 ? t`Attack ${at} with ${hits}, defend with ${defends}` : t`Attack ${at} with ${hits}`;
}

/** Say which dice take the damage. */
function losing({ dice }: Fields): string {
  const all = Array.isArray(dice) ? dice as unknown[] : [], list = all.join(', ');
  return all.length === 0 ? t('Take the damage') : t(all.length === 1 ? `Take the damage with die ${list}` : `Take the damage with dice ${list}`);
}

/** Return what a creature has rolled in this round, while successes are allotted. */
const rolled = ({ id }: Thing, { rolls, combat }: Thing): readonly DrawnRoll[] => (isRecord(combat) && combat.stage === 'allotting' && Array.isArray(rolls)
  ? (rolls as unknown[]).filter((one) => isRecord(one) && one.creature === id && one.of === combat.id).flatMap((one) => dice(one as Fields)) : []);

/** Show what came of the last season, once anything did. */
function below({ outcomes, last_season: season }: Thing, names: Names): TemplateResult | typeof nothing {
  if (!Array.isArray(outcomes) || outcomes.length === 0) return nothing;
  void import('./season.js').catch(() => undefined); // the log says it too
  return html`<bones-season .outcomes=${outcomes} .season=${season} .names=${names}></bones-season>`;
}

export const CAMPAIGN: CampaignSheet = {
  rolled,
  below,
  actors: ['creature'],
  silent: ['cast', 'ready'],
  actions: [
    { command: 'TakeDamage', says: t('Take the damage'), label: losing, of: ownerIn('wounds', 'wound'), main: true },
    { command: 'Allot', says: t('Attack'), label: allotting, needs: 'puts', target: 'puts.attack.target', main: true, harms: true },
    { command: 'Allot', says: 'Defend', label: allotting, needs: 'puts.defend', lacks: 'puts.attack.target', main: true },
    { command: 'Allot', says: t('Use no success'), lacks: 'puts' }, { command: 'StandAgainst', says: t('Stand against them'), main: true },
    { command: 'Declare', says: t('Fight'), where: { doing: 'fight' }, main: true }, { command: 'Declare', says: t('Move'), where: { doing: 'move' } },
    { command: 'Declare', says: t('Do nothing'), where: { doing: 'nothing' } },
    { command: 'ChooseHealed', says: t('Choose healed dice'), of: ownerIn('healings', 'healing') },
    { command: 'RollTask', says: t('Roll'), of: ownerIn('tasks', 'task'), main: true }, { command: 'KeepFaces', says: t('Keep the faces'), main: true },
    { command: 'KeepSuccesses', says: t('Keep the successes'), main: true }, { command: 'TryCheck', says: t('Try a check'), asks: ['check'] },
    { command: 'DeclareAction', says: t('Do something off stage'), asks: ['aim', 'skill'], main: true },
    { command: 'RollRound', says: t('Roll the round'), main: true }, { command: 'CloseSeason', says: t('Close the season') }, { command: 'StartCombat', says: t('Start a fight') }, { command: 'EndCombat', says: t('End the fight'), ends: true },
  ],
  first: { own: 'CreateCharacter', make: ['CreateCharacter', 'BuildCreature'], agree: { command: 'AgreeEquipment', says: (who) => t`Agree to the equipment of ${who}` }, fight: 'StartCombat', acts: 'Declared' },
  purposes: {
    scene: [
      'StartCombat', 'JoinCombat', 'LeaveCombat', 'SetScene', 'EndCombat', 'RollRound', 'SetRoundTask', 'SetRoundMagic', 'CallTask', 'SetTask', 'DropTask', 'TryCheck', 'EnterArea',
      'AdvanceTimetable', 'SetFate', 'EndAdventure', 'Fall', 'OrderHinderingRoll', 'SetMagnitude', 'CoupDeGrace',
    ],
    foes: ['SpawnSample', 'BuildCreature', 'SpawnHorde', 'SpawnOfAdventure', 'PrepareCreature', 'NamePrepared', 'BringPrepared', 'ShowCreature', 'DealDamage', 'GiveHindering', 'RemedyHindering'],
    world: [
      'LoadAdventure', 'LoadData', 'PassTime', 'PassRounds', 'HoldEffects', 'OpenSeason', 'LetSeasonPass', 'SetDeadline', 'CloseSeason', 'SetActionTerms', 'TakeAction', 'AgreeEquipment', 'GiveItem',
      'GiveAsset', 'TakeAsset', 'AwardSpiffs', 'AllowSpiffs', 'VetoSpiffs', 'VetoOrder', 'RecordSession', 'Mount', 'Dismount', 'SetWarTraining',
    ],
  },
};

/** Return the rolls in an event: dice, each with the icon that it shows, and the creature that rolled them. */
function rolls(value: unknown): readonly DrawnRoll[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap(rolls);
  if (!isRecord(value)) return [];
  const { dice } = value, shown = Array.isArray(dice) ? (dice as unknown[]).filter(isRecord).filter((one) => 'die' in one && typeof one.face === 'string') : [];
  const whose = typeof value.creature === 'string' ? value.creature : undefined;
  return shown.length > 0 ? [{ whose, dice: shown.map(({ face }) => ({ face: String(face) })) }] : Object.values(value).flatMap(rolls);
}

/** The dice of an event: each shows an icon. */
export const dice = (event: Fields): readonly DrawnRoll[] => rolls(event);
