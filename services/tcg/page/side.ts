/** One player's side of the table: savior, forms, commands, piles and hand. */
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { cardOf } from './face.js';
import type { Scene } from './scene.js';
import type { SeenCard, SeenCommand, SeenFighter, SeenPlayer, Spot } from './table.js';
import { askedFor, sentence, whose } from './words.js';
import { many, t } from '../../page/web/src/texts.js';

const VOID_LIMIT = 7;

/** Render a side without its hand. */
export function sideOf(scene: Scene, seat: string): TemplateResult | typeof nothing {
  const player = scene.view.players[seat];
  if (!player) return nothing;
  const own = seat === scene.seat;
  return html`<section class=${classMap({ side: true, own, active: scene.view.active === seat })} data-side=${seat}
      aria-label=${t`${sentence(whose(seat, scene))} side`}>
    <header>${nameOf(scene, player, own)}${scene.view.stage === 'lobby' ? readiness(player) : pilesOf(scene, player)}</header>
    ${player.savior || player.forms.length > 0 ? html`<div class="zones">
      ${zones(scene, seat, 'savior', [player.savior], 1)}
      ${zones(scene, seat, 'form', player.forms, player.forms.length)}
      ${zones(scene, seat, 'command', player.commands, player.commands.length)}
    </div>` : nothing}
  </section>`;
}

function nameOf(scene: Scene, player: SeenPlayer, own: boolean): TemplateResult {
  const decision = scene.view.decisions.find((one) => one.seat === player.seat);
  return html`<h3>${scene.seatName(player.seat)}${own ? html` <small>you</small>` : nothing}
    ${scene.view.active === player.seat ? html`<span class="tag turn">turn</span>` : nothing}
    ${player.lost ? html`<span class="tag bad">out</span>` : nothing}
    ${decision && !own ? html`<span class="tag" title="asked ${askedFor(decision)}">thinking…</span>` : nothing}</h3>`;
}

const readiness = ({ ready }: SeenPlayer): TemplateResult => html`<small class=${ready ? 'good' : ''}>${t(ready ? 'has a deck' : 'has yet to choose a deck')}</small>`;

function pilesOf(scene: Scene, player: SeenPlayer): TemplateResult {
  const { seat } = player, hand = player.hand_main + player.hand_spirits;
  return html`<div class="piles">
    ${seat === scene.seat ? nothing : html`<span class="pile" data-zone="${seat}.hand" title="${player.hand_main} cards and ${many(player.hand_spirits, t('spirit|spirits'))}">Hand <b>${hand}</b></span>`}
    <span class="pile" data-zone="${seat}.deck">Deck <b>${player.deck}</b></span>
    <span class="pile">Spirits <b>${player.spirits}</b></span>
    ${pile(scene, seat, 'drop', t('Drop'), player.drop)}
    ${pile(scene, seat, 'void', t('Void'), player.void)}
    ${(player.removed ?? []).length > 0 ? pile(scene, seat, 'removed', t('Removed'), player.removed ?? []) : nothing}
  </div>`;
}

function pile(scene: Scene, seat: string, place: 'drop' | 'void' | 'removed', name: string, cards: readonly SeenCard[]): TemplateResult {
  const key = `${seat}.${place}`, options = cards.some(({ thing }) => scene.options.has(thing) || scene.able.has(thing));
  const open = scene.picked.pile === key;
  return html`<button class=${classMap({ pile: true, option: options })} data-zone=${key} aria-pressed=${open ? 'true' : 'false'}
    @click=${() => scene.hands.pick({ pile: open ? undefined : key, thing: undefined })}>
    <span class="only-read">${sentence(whose(seat, scene))} ${name.toLowerCase()}: ${many(cards.length, t('card|cards'))}${place === 'void' ? t` of ${VOID_LIMIT}; with ${VOID_LIMIT} the match is lost` : ''}</span>
    <span aria-hidden="true">${name} <b>${cards.length}${place === 'void' && cards.length <= VOID_LIMIT ? `/${VOID_LIMIT}` : ''}</b></span>
    ${place === 'void' ? html`<span class="pips" aria-hidden="true">${Array.from({ length: VOID_LIMIT }, (_, at) =>
      html`<i class=${at < cards.length ? 'lit' : ''}></i>`)}</span>` : nothing}</button>`;
}

type Zoned = SeenFighter | SeenCommand | null;

function zones(scene: Scene, seat: string, place: 'savior' | 'form' | 'command', cards: readonly Zoned[], count: number): TemplateResult {
  return html`<div class="group ${place}s" role="group" aria-label=${t(place === 'savior' ? 'Savior' : `${t(place === 'form' ? 'Form' : 'Command')} zones`)}>
    ${Array.from({ length: count }, (_, at) => zone(scene, seat, place, at, cards[at] ?? null))}</div>`;
}

function zone(scene: Scene, seat: string, place: 'savior' | 'form' | 'command', at: number, card: Zoned): TemplateResult {
  const key = `${seat}.${place}.${at}`;
  if (card) {
    const spot: Spot = { thing: card.thing, card: card.card ?? undefined, seat, place, zone: at };
    return html`<div class="zone" data-zone=${key}>${cardOf(scene, spot, card)}</div>`;
  }
  const words = `${t(place === 'form' ? 'Form' : 'Command')} ${at + 1}`;
  if (!scene.zones.has(key)) return html`<div class="zone empty" data-zone=${key}><span>${words}</span></div>`;
  return html`<div class="zone" data-zone=${key}><button class="open" data-put=${key} @click=${() => scene.hands.put(key)}>
    <span>Put it here</span><small>${words}</small></button></div>`;
}

/** Render a hand: the seat's own, or one that is revealed. */
export function handOf(scene: Scene, seat: string): TemplateResult | typeof nothing {
  const player = scene.view.players[seat], hand = player?.hand, name = seat === scene.seat ? t('Your hand') : t`${whose(seat, scene)} hand`;
  if (!player || !hand || scene.view.stage === 'lobby') return nothing;
  return html`<section class="hand" aria-label=${name} data-hand=${seat}>
    <h3>${name} <small>${many(hand.length, t('card|cards'))}</small></h3>
    <div class="cards">${hand.map(({ thing, card }, zone) => cardOf(scene, { thing, card, seat, place: 'hand', zone }))}</div>
  </section>`;
}
