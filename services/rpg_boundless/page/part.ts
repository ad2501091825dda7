/** What Boundless adds to the page: its name, its sentences, the actions on its cards, its dice, and a desk to make enemies and Items. */
import type { GamePart } from '../../page/web/src/games.js';
import { CAMPAIGN, dice } from './campaign.js';
import sentences from './sentences.js';
import { t } from '../../page/web/src/texts.js';

const part: GamePart = {
  name: t('Boundless'),
  ...sentences,
  deals: true,
  puzzle: 'round',
  campaign: CAMPAIGN,
  dice,
  labels: { BringEnemy: { name: t('Name that players see') } },
  desk: { title: t('Boundless enemies'), load: () => import('./desk/boundless-desk.js') },
};

export default part;
