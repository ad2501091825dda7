/** What BONES adds to the page: its name, its sentences, the actions on its cards, its dice, and a desk to make dice. */
import type { GamePart } from '../../page/web/src/games.js';
import { CAMPAIGN, dice } from './campaign.js';
import sentences from './sentences.js';
import { t } from '../../page/web/src/texts.js';

const part: GamePart = {
  name: 'BONES',
  ...sentences,
  deals: true,
  puzzle: 'round',
  campaign: CAMPAIGN,
  labels: { ChangeTheme: { name: t('Theme to correct') } },
  dice,
  desk: { title: t('BONES dice'), load: () => import('./desk/bones-desk.js') },
};

export default part;
