/** What the cards of Specialist with dice pools offer, and its dice. */
import type { Fields } from '../../page/web/src/games.js';
import type { CampaignSheet } from '../../page/web/src/parts/campaign/actions.js';
import type { DrawnRoll } from '../../page/web/src/parts/campaign/dice.js';
import { rollsIn } from '../../page/web/src/parts/campaign/rolls.js';
import type { Thing } from '../../page/web/src/parts/play/meters.js';
import { t } from '../../page/web/src/texts.js';

type Dice = Readonly<Record<string, number>>;

const SUCCEEDS_FROM = 6;

/** Return the name with the most dice on a sheet, as the house's player chooses it. */
function best(card: Thing, part: 'stats' | 'equipment'): readonly string[] {
  const dice = Object.entries((card.sheet as Record<string, Dice | undefined>)[part] ?? {}).filter(([, count]) => count > 0);
  return dice.sort(([one, ours], [other, theirs]) => theirs - ours || one.localeCompare(other)).slice(0, 1).map(([name]) => name);
}

const answerer = ({ contest }: Fields, { contests }: Thing): unknown => (contests as readonly Thing[]).find(({ id }) => id === contest)?.target;

export const CAMPAIGN: CampaignSheet = {
  actors: ['participant', 'character'],
  actions: [
    { command: 'RollInitiative', says: t('Roll initiative'), main: true },
    { command: 'Answer', says: 'Defend', of: answerer, main: true, fill: (body, card) => ({ ...body, action: { kind: 'defence', stats: best(card, 'stats'), equipment: best(card, 'equipment') } }) },
    { command: 'StandStill', says: t('Do not resist'), of: answerer },
    { command: 'Counterattack', says: t('Strike back'), main: true, fill: (body, card) => ({ ...body, action: { kind: 'martial', ap: 1, stats: best(card, 'stats') } }) },
    { command: 'ForgoCounterattack', says: t('Do not strike back') },
    { command: 'Oppose', says: t('Attack'), where: { context: 'combat' }, target: 'target', main: true, harms: true, fill: (body, card) => ({ ...body, action: { kind: 'martial', ap: 1, stats: best(card, 'stats') } }) },
    { command: 'Oppose', says: t('Compete with'), lacks: 'context', target: 'target', main: 'outside fights', fill: (body, card) => ({ ...body, action: { stats: best(card, 'stats') } }) },
    { command: 'Attempt', says: t('Try something'), fill: (body, card) => ({ ...body, action: { stats: best(card, 'stats') } }) },
    { command: 'EndTurn', says: t('End turn') },
    { command: 'SettleTie', says: t('Settle the tie'), main: true }, { command: 'StartFight', says: t('Start a fight') }, { command: 'EndFight', says: t('End the fight'), ends: true },
  ],
  first: { own: 'CreateSpecialist', make: ['CreateSpecialist'], fight: 'StartFight' },
  purposes: {
    scene: ['StartFight', 'JoinFight', 'LeaveFight', 'EndFight', 'SettleTie', 'RuleTie', 'RuleConsequence', 'DescribeOutcome', 'Destabilise', 'CancelContest'],
    foes: ['PrepareSpecialist', 'RevealCharacter', 'ForgetPrepared'],
    world: ['LoadConditions', 'LoadHouseCatalogue', 'GiveEquipment', 'StartDay', 'Heal', 'ApplyCondition', 'ClearCondition'],
    characters: ['CreateSpecialist'],
  },
};

/** The dice of an event: ten-sided, a 6 or more succeeds; the dice of Luck are extra. */
export const dice = (event: Fields): readonly DrawnRoll[] => rollsIn(event).map(({ faces, luck, successes }) => ({
  dice: [
    ...faces.map((face) => ({ face, sides: 10, mark: successes === undefined ? undefined : face >= SUCCEEDS_FROM ? 'hit' as const : 'miss' as const })),
    ...(Array.isArray(luck) ? luck as number[] : []).map((face) => ({ face, sides: 10, mark: 'extra' as const })),
  ],
  ...typeof successes === 'number' ? { says: t(successes === 1 ? '1 success' : `${successes} successes`) } : {},
}));
