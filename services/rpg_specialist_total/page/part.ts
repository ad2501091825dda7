/** What Specialist with totals adds to the page: its name and its sentences. */
import type { GamePart } from '../../page/web/src/games.js';
import sentences from './sentences.js';

const part: GamePart = {
  name: 'Boundless (Specialist): totals',
  ...sentences,
};

export default part;
