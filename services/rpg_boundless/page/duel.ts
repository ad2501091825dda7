/** A duel of two characters. The game master begins each round, so the visitor's character is the game master's. */
import type { Duel } from '../../page/web/src/parts/home/duel.js';

const hero = (name: string, weapon: string, points: object): Duel['yours'] => ({
  type: 'CreateCharacter', name, points, keepsake: 'a copper coin',
  items: [{ name: weapon, weapon: { damage: 1 } }, { name: 'rope' }, { name: 'lamp' }],
});

export const DUEL: Duel = {
  opening: { type: 'OpenCampaign' },
  yours: hero('Ash', 'sword', { strength: 3, dexterity: 1, willpower: 0 }),
  theirs: hero('Bram', 'axe', { strength: 3, dexterity: 0, willpower: 1 }),
  leads: true,
  begin: (characters) => [{ type: 'StartFight', characters, enemies: [] }, { type: 'StartRound' }],
  says: 'Fight Bram',
  about: 'You are Ash, who has a sword, and you lead the game: search the commands for Attack on your turn, and start each round. The computer fights for Bram, who has an axe.',
};
