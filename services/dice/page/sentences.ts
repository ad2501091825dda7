/** The sentences of the dice service; `services/page/web/src/parts/sentences/filling.ts` explains the templates. */
import type { Sentences } from '../../page/web/src/games.js';
import { t } from '../../page/web/src/texts.js';
import { cameTo, requested, rolled } from './rolls.js';

const sentences: Sentences = {
  sentences: t({
    DiceDefined: 'The dice {name} are defined[: {set.dice}]',
    DiceForgotten: 'The dice {name} are no longer defined',
    RollRevealed: 'The secret roll {roll} is revealed: {outcome@outcome}',
  }),
  writers: { DiceRolled: rolled, Roll: requested },
  shapes: { outcome: (value) => cameTo(value) },
};

export default sentences;
