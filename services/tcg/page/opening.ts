/** Before the match: choose a deck, read it and submit it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { DeckList } from 'arbiter-client/tcg';
import { deckName } from './decks.js';
import type { Scene } from './scene.js';
import { titled } from '../../page/web/src/words.js';
import { many, t } from '../../page/web/src/texts.js';

/** Render the ready decks of the match's cards; a seat that has submitted one waits for the others. */
export function deckOf(scene: Scene): TemplateResult {
  const { view, seat, seatName, picked, hands } = scene, me = seat === undefined ? undefined : view.players[seat];
  const others = Object.values(view.players).filter((one) => !one.ready && one.seat !== seat).map((one) => seatName(one.seat));
  const wait = html`<p class="quiet">${t(others.length > 0 ? `Waiting for ${others.join(t(' and '))} to choose a deck.` : 'All others have chosen.')}</p>`;
  if (!me || scene.legal === undefined) return html`<h2 class="ask" tabindex="-1">Decks are being chosen</h2>${wait}`;
  const fits = ({ savior, main, spirits }: DeckList): boolean => [savior, ...Object.keys(main), ...Object.keys(spirits)].every((card) => scene.cards.has(card));
  const names = Object.entries(scene.decks).filter(([, { list }]) => fits(list));
  return html`<h2 class="ask" tabindex="-1" data-asked="deck">${t(me.ready ? 'Your deck is in' : 'Choose a deck')}</h2>${me.ready ? wait : nothing}
    <div class="row">${names.map(([name, deck]) => html`<button data-deck=${name} aria-pressed=${picked.deck === name ? 'true' : 'false'}
      class=${picked.deck === name ? 'chosen' : ''} @click=${() => hands.pick({ deck: name })}>${deckName(name, deck)}</button>`)}</div>
    ${picked.deck === undefined ? nothing : listOf(scene, picked.deck)}`;
}

function listOf(scene: Scene, name: string): TemplateResult | typeof nothing {
  const { list: deck, about = '' } = scene.decks[name] ?? {};
  if (!deck) return nothing;
  const lines = (cards: Readonly<Record<string, number>>): TemplateResult =>
    html`<ul class="list">${Object.entries(cards).map(([card, count]) => html`<li>${count} × ${scene.cards.name(card)}</li>`)}</ul>`;
  const total = (cards: Readonly<Record<string, number>>): number => Object.values(cards).reduce((sum, one) => sum + one, 0);
  return html`${about ? html`<p>${about}</p>` : nothing}<p><b>${scene.cards.name(deck.savior)}</b> leads ${many(total(deck.main), t('card|cards'))} and ${many(total(deck.spirits), t('spirit|spirits'))}.</p>
    <div class="row"><button class="primary" data-action="SubmitDeck" aria-disabled=${scene.busy}
      @click=${() => scene.hands.send({ type: 'SubmitDeck', deck })}>Play ${titled(name)}</button></div>
    <details><summary>All its cards</summary>${lines(deck.main)}${lines(deck.spirits)}</details>`;
}
