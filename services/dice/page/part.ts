/** What the dice service adds to the page: a roll on the home page and at each table, odds of notation, the luck of a table's seats. */
import type { LuckAnswer } from 'arbiter-client';
import { html, nothing } from 'lit';
import { arbiter } from '../../page/web/src/access.js';
import type { GamePart, TopView } from '../../page/web/src/games.js';
import type { LegalList } from '../../page/web/src/parts/play/entries.js';
import { seatNames, type Named } from '../../page/web/src/seats.js';
import './luck.js';
import type { RollTable } from './roll.js';
import './roll.js';
import { drawn } from './drawn.js';
import sentences from './sentences.js';
import { t } from '../../page/web/src/texts.js';

/** The newest roll of a seat that its view of a table has. */
const newestOf = ({ game, seat }: TopView): RollTable['made'] =>
  (game as { readonly recent?: readonly (NonNullable<RollTable['made']> & { readonly who: string })[] }).recent?.findLast(({ who }) => who === seat);

const part: GamePart = {
  name: t('Dice'),
  ...sentences,
  dice: drawn,
  home: { title: t('Roll something'), card: (done) => html`<arbiter-roll @rolled=${done}></arbiter-roll>` },
  top: (view) => ((view.legal as LegalList).allowed.some(({ command }) => command === 'Roll')
    ? html`<section class="card" aria-label="Roll something"><arbiter-roll .at=${{ stream: view.stream, made: newestOf(view), sender: view.sender }}></arbiter-roll></section>` : nothing),
  evidence: {
    title: t('Luck'),
    async read({ path, token, signal }) {
      const [luck, { seats }] = await Promise.all([
        arbiter().get<LuckAnswer>(`${path}/luck`, { token, signal }), arbiter().get<{ readonly seats: readonly Named[] }>(path, { token, signal }),
      ]);
      return html`<arbiter-luck .luck=${luck} .seatName=${seatNames(seats)}></arbiter-luck>`;
    },
  },
  notation: { name: t('dice in notation'), examples: ['4d6kh3', '3d6'], what: (text) => ({ throw: 'Notation', text }) },
};

export default part;
