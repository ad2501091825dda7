/** What Boundless adds to the page: its name and its sentences. */
import type { GamePart } from '../../page/web/src/games.js';
import sentences from './sentences.js';

const part: GamePart = {
  name: 'Boundless',
  ...sentences,
};

export default part;
