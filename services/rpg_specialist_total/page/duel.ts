/** A duel of two combatants with weapons of the house catalogue. */
import type { Duel } from '../../page/web/src/parts/home/duel.js';

const WEAPON = [{ kind: 'weapon', name: 'small melee weapon', ready: true }];

export const DUEL: Duel = {
  opening: { type: 'OpenCampaign', catalogue: 'house' },
  yours: {
    type: 'CreateCombatant', items: WEAPON,
    sheet: { name: 'Ash', speed_rating: 3, vitality: 40, fatigue: 20, endurance: 40, stamina: 45, armor: 'medium', evasion_training: 1 },
  },
  theirs: {
    type: 'CreateCombatant', items: WEAPON,
    sheet: { name: 'Bram', speed_rating: 3, vitality: 40, fatigue: 20, endurance: 40, stamina: 45, armor: 'light', evasion_training: 2 },
  },
  says: 'Fight Bram',
  about: 'You are Ash, in medium armor. The computer fights for Bram, whose armor is lighter and who evades better.',
};
