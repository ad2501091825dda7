/** What the card game adds to the page: its board, a match against the house, the designer's desk, reports of simulations, the course of a match, sentences, and words for codes. */
import { html, nothing, type TemplateResult } from 'lit';
import type { GamePart } from '../../page/web/src/games.js';
import './against.js';
import './board.js';
import sentences from './sentences.js';
import type { LegalNow, MatchView } from './table.js';
import { cardName } from '../../page/web/src/parts/sentences/said.js';
import { t } from '../../page/web/src/texts.js';

/** Return the only seat whose hand is visible: a replay shows the table from its side. */
function onlySeatSeen(view: MatchView): string | undefined {
  const seen = Object.values(view.players).filter(({ hand }) => hand);
  return seen.length === 1 ? seen[0]?.seat : undefined;
}

/** Load the elements that show chances, and return them: they appear as soon as they are there. */
function later(chances: TemplateResult): TemplateResult {
  import('./tcg-chances.js').catch(() => undefined); // without the server there are none
  return chances;
}

/** Say whose saviors meet, once they are on the table. */
function saviorsOf({ players }: MatchView): string | undefined {
  const saviors = Object.values(players).map(({ savior }) => savior?.card);
  return saviors.length > 1 && saviors.every((one) => one !== undefined) ? saviors.map((one) => cardName(one)).join(t(' against ')) : undefined;
}

const part: GamePart = {
  name: t('Boundless TCG'),
  ...sentences,
  house: 'greedy',
  desk: { title: t('Cards and decks'), load: () => import('./desk/tcg-desk.js') },
  deals: true,
  title: (game) => saviorsOf(game as MatchView),
  puzzle: 'turn',
  cards: ['CardsDrawn', 'FormPlayed', 'CommandPlayed', 'CommandSet', 'CommandFlipped', 'SaviorFlipped', 'Discarded', 'CardSentToDrop'],
  home: { title: t('Play against the computer'), card: () => html`<arbiter-tcg-against></arbiter-tcg-against>`, first: true },
  report: (results, file) => later(html`<arbiter-tcg-report .results=${results} .file=${file}></arbiter-tcg-report>`),
  course: (replay, at) => later(html`<arbiter-tcg-course .replay=${replay} .at=${at}></arbiter-tcg-course>`),
  board: ({ game, seats, stream, version, seat, legal, busy = false, send }) => html`<arbiter-tcg-board .view=${game as MatchView}
    .legal=${legal as LegalNow | undefined} .seat=${seat ?? onlySeatSeen(game as MatchView)} .seats=${seats} .match=${stream} .busy=${busy} .sits=${seat !== undefined}
    @command=${({ detail }: CustomEvent<{ type: string }>) => send?.(detail)}></arbiter-tcg-board>
    ${seat !== undefined && version !== undefined && legal !== undefined && (game as MatchView).settings.allow_analysis === true ? later(html`<arbiter-tcg-help
      .view=${game as MatchView} .seat=${seat} .match=${stream} .version=${version}></arbiter-tcg-help>`) : nothing}`,
};

export default part;
