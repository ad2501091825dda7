/** What BONES adds to the page: its name, a duel against the house, a desk for dice, and its sentences. */
import { html } from 'lit';
import type { GamePart } from '../../page/web/src/games.js';
import '../../page/web/src/parts/home/duel.js';
import { DUEL } from './duel.js';
import sentences from './sentences.js';

const part: GamePart = {
  name: 'BONES',
  ...sentences,
  desk: { title: 'BONES dice', load: () => import('./desk/bones-desk.js') },
  home: { title: 'Fight the computer: BONES', card: () => html`<arbiter-duel service="bones" .duel=${DUEL}></arbiter-duel>` },
};

export default part;
