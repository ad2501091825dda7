/** What Specialist with dice pools adds to the page: its name, its sentences, the actions on its cards, and its dice. */
import type { GamePart } from '../../page/web/src/games.js';
import { CAMPAIGN, dice } from './campaign.js';
import sentences from './sentences.js';
import { t } from '../../page/web/src/texts.js';

const part: GamePart = {
  name: t('Boundless (Specialist): pools'),
  ...sentences,
  deals: true,
  puzzle: 'round',
  campaign: CAMPAIGN,
  dice,
};

export default part;
