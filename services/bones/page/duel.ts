/** A duel of two fighters with spears, in which the dice of a round are rolled as soon as both have declared. */
import type { Duel } from '../../page/web/src/parts/home/duel.js';

const fighter = (name: string): object => ({ name, dice: [{ n: 4, die: 'Fighter' }], items: ['Spear', 'Buckler'] });

export const DUEL: Duel = {
  opening: { type: 'OpenCampaign', settings: { combat: { round_rolled_by: 'fighters' } } },
  yours: { type: 'BuildCreature', creature: fighter('Ash') },
  theirs: { type: 'BuildCreature', creature: fighter('Bram') },
  begin: (creatures) => [{ type: 'StartCombat', fighters: creatures.map((creature, at) => ({ creature, side: `side ${at + 1}` })) }],
  says: 'Fight Bram',
  about: 'You are Ash, with a spear and a buckler. The computer fights for Bram, who has the same.',
};
