/** What Specialist with dice pools adds to the page: its name, a duel against the house, and its sentences. */
import { html } from 'lit';
import type { GamePart } from '../../page/web/src/games.js';
import '../../page/web/src/parts/home/duel.js';
import { DUEL } from './duel.js';
import sentences from './sentences.js';

const part: GamePart = {
  name: 'Boundless (Specialist): pools',
  ...sentences,
  home: { title: 'Fight the computer: dice pools', card: () => html`<arbiter-duel service="rpg_specialist_pool" .duel=${DUEL}></arbiter-duel>` },
};

export default part;
