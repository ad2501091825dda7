/** A duel of two Specialists, whose Vitality is tracked so that it ends. */
import type { Duel } from '../../page/web/src/parts/home/duel.js';

export const DUEL: Duel = {
  opening: { type: 'OpenCampaign', settings: { damage: { applies_to: 'vitality' } } },
  yours: { type: 'CreateSpecialist', sheet: { name: 'Ash', speed: 10, stats: { Might: 4, Wits: 2 }, equipment: { mail: 1 }, vitality: 20 } },
  theirs: { type: 'CreateSpecialist', sheet: { name: 'Bram', speed: 8, stats: { Might: 4 }, equipment: { shield: 1 }, vitality: 20 } },
  says: 'Fight Bram',
  about: 'You are Ash, a Specialist with a mail shirt. The computer fights for Bram, who has a shield.',
};
