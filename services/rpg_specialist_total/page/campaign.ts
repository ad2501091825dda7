/** What the cards of Specialist with totals offer, and its dice. */
import type { Fields } from '../../page/web/src/games.js';
import type { CampaignSheet } from '../../page/web/src/parts/campaign/actions.js';
import type { DrawnDie, DrawnRoll } from '../../page/web/src/parts/campaign/dice.js';
import { rollsIn } from '../../page/web/src/parts/campaign/rolls.js';
import { isRecord } from '../../page/web/src/parts/play/names.js';
import type { Thing } from '../../page/web/src/parts/play/meters.js';
import { t } from '../../page/web/src/texts.js';

/** Return one side of the attack in progress. */
const sideOf = (side: 'attacker' | 'target') => (_: Fields, { exchange }: Thing): unknown =>
  (isRecord(exchange) && isRecord(exchange.declared) ? exchange.declared[side] : undefined);

const [attacker, target] = [sideOf('attacker'), sideOf('target')];

export const CAMPAIGN: CampaignSheet = {
  actors: ['participant', 'attacker', 'character'],
  silent: ['player', 'well', 'can act', 'can defend'],
  actions: [
    { command: 'RollOrder', says: t('Roll for the order'), main: true }, { command: 'RollAgain', says: t('Roll again'), main: true },
    { command: 'Evade', says: t('Evade'), of: target, main: true }, { command: 'Block', says: t('Block'), of: target, main: true }, { command: 'Stand', says: t('No defence'), of: target },
    { command: 'TurnBack', says: t('Turn it back'), of: target }, { command: 'RollDamage', says: t('Roll damage'), of: attacker, main: true },
    { command: 'RollMitigation', says: t('Roll mitigation'), of: target, main: true },
    { command: 'Attack', says: t('Attack'), target: 'target', asks: ['weapon'], main: true, harms: true }, { command: 'EndTurn', says: t('End turn') },
    { command: 'SettleTie', says: t('Settle the tie'), main: true }, { command: 'StartFight', says: t('Start a fight') }, { command: 'EndFight', says: t('End the fight'), ends: true },
  ],
  first: { own: 'CreateCombatant', make: ['CreateCombatant'], fight: 'StartFight' },
  purposes: {
    scene: ['StartFight', 'JoinFight', 'LeaveFight', 'EndFight', 'SettleTie', 'SettleSkill', 'Fumble', 'StartOngoing', 'DeclareDying'],
    foes: ['PrepareCombatant', 'RevealCharacter', 'ForgetPrepared'],
    world: ['LoadData', 'GiveItem', 'StartDay', 'GrantExperience', 'SpendExperience', 'LoseVitality', 'LoseFatigue'],
    characters: ['CreateCombatant'],
  },
};

const ten = (mark?: DrawnDie['mark']) => (face: number): DrawnDie => ({ face, sides: 10, ...mark ? { mark } : {} });

/** The dice of an event: ten-sided, summed; the dice of Luck are extra. */
export const dice = (event: Fields): readonly DrawnRoll[] => rollsIn(event).map(({ faces, luck, total }) => ({
  dice: [...faces.map(ten()), ...(Array.isArray(luck) ? luck as number[] : []).map(ten('extra'))],
  ...typeof total === 'number' ? { says: t`in all ${total}` } : {},
}));
