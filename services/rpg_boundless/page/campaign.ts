/** What the cards of Boundless offer, and its dice. */
import type { Fields } from '../../page/web/src/games.js';
import type { CampaignSheet } from '../../page/web/src/parts/campaign/actions.js';
import type { DrawnRoll } from '../../page/web/src/parts/campaign/dice.js';
import { rollsIn } from '../../page/web/src/parts/campaign/rolls.js';
import { t } from '../../page/web/src/texts.js';

export const CAMPAIGN: CampaignSheet = {
  actors: ['participant', 'helper', 'enemy', 'character'],
  silent: ['unhurt'],
  actions: [
    { command: 'Save', says: t('Save'), main: true }, { command: 'CriticalSave', says: t('Critical Save'), main: true }, { command: 'Accept', says: t('Accept the harm') },
    { command: 'Attack', says: t('Attack'), target: 'target', asks: ['weapon'], main: true, harms: true },
    { command: 'EnemyAttack', says: t('Attack'), target: 'targets', asks: ['attack'], main: true, harms: true },
    { command: 'HelpDying', says: t('Help') }, { command: 'EndTurn', says: t('End turn') }, { command: 'Check', says: t('Check'), asks: ['attribute'], main: 'outside fights' },
    { command: 'CastSpell', says: t('Cast'), asks: ['spell'] }, { command: 'Rest', says: t('Rest'), asks: ['length'] }, { command: 'WearArmor', says: t('Wear armor'), asks: ['item'] },
    { command: 'StartRound', says: t('Start the round'), main: true }, { command: 'StartFight', says: t('Start a fight') },
    { command: 'RollPool', says: t('Roll the Pool'), asks: ['pool'], main: 'outside fights' }, { command: 'EndFight', says: t('End the fight'), ends: true },
  ],
  first: { own: 'CreateCharacter', make: ['CreateCharacter', 'BringEnemy'], fight: 'StartFight' },
  purposes: {
    scene: [
      'StartRound', 'StartFight', 'JoinFight', 'LeaveFight', 'EndFight', 'SettleTies', 'SetPosition', 'FaceConsequence', 'DeclareDeath', 'OpenPool', 'RollPool',
      'PrepareEncounter', 'RollEncounter', 'RevealEncounter', 'RollReaction', 'RevealHidden',
    ],
    foes: ['BringEnemy', 'EnemyAttack', 'RevealEnemy', 'SendEnemyAway', 'StoreEnemy'],
    world: ['BeginDay', 'AskFortune', 'OpposeFortune', 'AdjustFortune', 'StoreItem', 'GiveItem', 'ForgetStored', 'RepairArmor', 'ReachMilestone'],
  },
};

const HITS_FROM: Readonly<Record<string, number>> = { good: 4, standard: 5, bad: 6 };

/** The dice of an event: a hit depends on the Position, and a roll without dice hits on a 6. Dice for initiative only compare. */
export function dice(event: Fields): readonly DrawnRoll[] {
  const initiative = Array.isArray(event.initiative) ? [{ dice: (event.initiative as { face: number }[]).map(({ face }) => ({ face })), says: t('initiative') }] : [];
  return [...initiative, ...rollsIn(event).map(({ faces, position, hits, zero }): DrawnRoll => {
    const from = zero === true ? 6 : HITS_FROM[String(position)] ?? 7;
    return { dice: faces.map((face) => ({ face, mark: face >= from ? 'hit' : 'miss' })), ...typeof hits === 'number' ? { says: t(hits === 1 ? '1 hit' : `${hits} hits`) } : {} };
  })];
}
