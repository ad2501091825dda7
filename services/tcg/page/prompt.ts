/** The question to a seat, and the buttons that answer it. */
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { printed } from './printed.js';
import { deckOf } from './opening.js';
import { ordered, type Scene } from './scene.js';
import type { SeenDecision } from './table.js';
import { askedFor, countOf, endOf, momentOf, promptOf, reasonOf, sentence, whereIs, who, WINDOWS, type WindowName } from './words.js';
import { t } from '../../page/web/src/texts.js';

/** Render the open decision of this seat, or the seats that the match waits for. */
export function promptFor(scene: Scene): TemplateResult {
  const { view, asked } = scene;
  if (view.stage === 'finished') return ending(scene);
  if (view.stage === 'lobby') return deckOf(scene);
  if (!asked || scene.legal === undefined) return waiting(scene);
  return html`<h2 class="ask" tabindex="-1" data-asked=${asked.kind}>${promptOf(asked, view)}</h2>
    ${whoAsks(scene, asked)}${offered(scene)}${answers(scene, asked)}${takeBack(scene)}`;
}

function ending(scene: Scene): TemplateResult {
  const { view, seat, match, played } = scene;
  const words = view.winner === '' ? t('The match is drawn') : t(view.winner === seat ? 'You win' : `${sentence(scene.seatName(view.winner))} wins`);
  const rematch = played && seat !== undefined && match !== undefined ? html`<arbiter-tcg-rematch .match=${match} .seat=${seat}></arbiter-tcg-rematch>` : nothing;
  return html`<h2 class="ask" tabindex="-1" data-winner=${view.winner}>${words}</h2>${Object.values(view.players).map((one) =>
    one.lost ? html`<p class="quiet">${sentence(who(one.seat, scene))} lost: ${reasonOf(one.lost)}.</p>` : nothing)}
    ${view.reason === 'last_standing' ? nothing : html`<p class="quiet">${sentence(reasonOf(view.reason))}.</p>`}
    ${rematch}`;
}

function waiting(scene: Scene): TemplateResult {
  const others = scene.view.decisions.filter((one) => one.seat !== scene.seat || scene.legal === undefined);
  const own = others.some(({ seat }) => seat === scene.seat);
  return html`<h2 class="ask" tabindex="-1" data-asked="">${t(own ? 'Your decision' : others.length > 0 ? `Waiting for ${others.map(({ seat }) => who(seat, scene)).join(t(' and '))}` : 'The match goes on')}</h2>
    ${others.map((one) => html`<p class="quiet">${t(one.seat === scene.seat ? `You are asked ${askedFor(one)}` : `${sentence(who(one.seat, scene))} is asked ${askedFor(one)}`)}.</p>`)}${offered(scene)}`;
}

/** Return the card and the effect that ask, if the server names them; else what there is to respond to. */
function whoAsks(scene: Scene, asked: SeenDecision): TemplateResult | typeof nothing {
  if (asked.card) {
    return html`<p class="asker"><b>${scene.cards.name(asked.card)}</b> ${asked.effect ? printed(scene.cards.effect(asked.effect)) : nothing}</p>`;
  }
  if (asked.kind !== 'respond') return nothing;
  const { view, cards, spots } = scene, link = view.chain.at(-1), window = view.window?.kind as WindowName | undefined;
  if (link) return html`<p class="asker">${sentence(who(link.seat, scene))}: <b>${cards.name(link.card)}</b> ${printed(cards.effect(link.effect))}</p>`;
  const attack = view.attack && window !== 'W3'
    ? t`${cards.name(spots.get(view.attack.attacker)?.card)} attacks ${cards.name(spots.get(view.attack.target)?.card)}` : undefined;
  return html`<p class="asker">${attack ?? momentOf(view)}${window ? html` <small>${WINDOWS[window]}</small>` : nothing}</p>`;
}

function offered(scene: Scene): TemplateResult | typeof nothing {
  const offer = scene.view.offer;
  if (!offer) return nothing;
  if (scene.seat === undefined || !offer.open.includes(scene.seat)) return html`<p class="quiet">${sentence(who(offer.by, scene))} offered a draw.</p>`;
  const answer = (accept: boolean): void => scene.hands.send({ type: 'AnswerDraw', accept });
  return html`<div class="row"><span>${scene.seatName(offer.by)} offers a draw.</span>
    <button data-action="AnswerDraw" @click=${() => answer(true)}>Accept</button><button @click=${() => answer(false)}>Refuse</button></div>`;
}

function answers(scene: Scene, asked: SeenDecision): TemplateResult {
  const { hands } = scene, number = asked.number;
  switch (asked.kind) {
    case 'act': case 'combat':
      return html`${hint(scene)}<div class="row">
        <button class="primary" data-action="EndStep" aria-disabled=${scene.busy} @click=${() => hands.send({ type: 'EndStep', decision: number })}>${endOf(scene.view)}</button></div>`;
    case 'respond':
      return html`${hint(scene)}<div class="row">
        <button class="primary" data-pass aria-disabled=${scene.busy} @click=${() => hands.send({ type: 'Pass', decision: number })}>Pass</button>
        <button data-pass-on aria-disabled=${scene.busy} @click=${() => hands.passOn()}>Pass until my next turn</button></div>`;
    case 'mulligan': return mulligan(scene);
    case 'choose_first':
      return html`<div class="row">${[['first', t('I go first')], ['defer', t('The next player goes first')]].map(([choice, words]) =>
        html`<button data-action="ChooseFirst" data-option=${choice ?? ''} @click=${() => hands.send({ type: 'ChooseFirst', choice })}>${words}</button>`)}</div>`;
    case 'cut': return cut(scene, asked);
    case 'may':
      return html`<div class="row"><button class="primary" data-option=${asked.options?.[0] ?? 0} @click=${() => hands.send(answerOf(asked, asked.options ?? []))}>Yes</button>
        <button data-option="no" @click=${() => hands.send(answerOf(asked, []))}>No</button></div>`;
    default: return choice(scene, asked);
  }
}

function takeBack({ legal, hands, busy, asked }: Scene): TemplateResult | typeof nothing {
  if (!legal?.allowed.some(({ command }) => command === 'TakeBack')) return nothing;
  return html`<div class="row"><button data-action="TakeBack" aria-disabled=${busy} @click=${() => hands.send({ type: 'TakeBack', decision: asked?.number })}>Take it back</button></div>`;
}

function hint(scene: Scene): TemplateResult {
  const able = [...scene.able].map((thing) => scene.cards.name(scene.spots.get(thing)?.card));
  return html`<p class="quiet hint">${t(able.length > 0 ? `You can use ${[...new Set(able)].join(', ')}. Click a card to see what it can do.` : 'None of your cards can be used now.')}</p>`;
}

function mulligan(scene: Scene): TemplateResult {
  const away = scene.picked.options, hand = scene.asked?.options ?? [];
  const keep = hand.filter((one) => !away.includes(one));
  return html`<p class="quiet">Click the cards of your hand that you want to exchange for new ones, once.</p>
    <div class="row"><button class="primary" data-action="Mulligan" aria-disabled=${scene.busy} @click=${() => scene.hands.send({ type: 'Mulligan', keep })}>
      ${t(away.length === 0 ? 'Keep this hand' : `Exchange ${away.length} of ${hand.length}`)}</button></div>`;
}

function cut(scene: Scene, asked: SeenDecision): TemplateResult {
  const most = Math.max(...(asked.options ?? [0])), [seat = '', deck] = asked.words ?? [];
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    scene.hands.send({ type: 'CutDeck', position: Number(new FormData(event.target as HTMLFormElement).get('position')) });
  };
  return html`<form class="row" @submit=${send}><label>Cards from the top of ${scene.seatName(seat)}'s ${deck} deck that go beneath
    <input name="position" type="number" min="0" max=${most} value="0"></label><button data-action="CutDeck">Cut</button></form>`;
}

/** Return the command that answers a question. */
export const answerOf = (asked: SeenDecision, choice: readonly number[]): { type: string; decision: number; choice: readonly number[] } =>
  ({ type: 'Answer', decision: asked.number, choice });

/** Whether a click on an option answers the question completely. */
export const single = (asked: SeenDecision): boolean => asked.least === 1 && asked.most === 1;

function choice(scene: Scene, asked: SeenDecision): TemplateResult {
  const least = asked.least ?? 0, most = asked.most ?? 0, { options } = asked;
  const picked = scene.picked.options, enough = picked.length >= least && picked.length <= most;
  return html`<p class="quiet">${t(ordered(asked) ? 'Click them in the order you want.' : `Choose ${countOf(least, most)}.`)}</p>
    <ul class="options">${(options ?? []).map((one, at) => html`<li><button class=${classMap({ option: true, chosen: picked.includes(one) })}
      data-option=${one} aria-pressed=${picked.includes(one) ? 'true' : 'false'} @click=${() => scene.hands.choose(one)}>
      ${picked.includes(one) ? html`<span class="nth">${ordered(asked) ? picked.indexOf(one) + 1 : '✓'}</span>` : nothing}${optionOf(scene, asked, one, at)}</button></li>`)}</ul>
    ${single(asked) ? nothing : html`<div class="row"><button class="primary" data-confirm aria-disabled=${!enough || scene.busy}
      @click=${() => { if (enough) scene.hands.send(answerOf(asked, picked)); }}>${t(picked.length === 0 && least === 0 ? 'Choose none' : `Confirm (${picked.length} of ${most})`)}</button>
      ${picked.length > 0 ? html`<button @click=${() => scene.hands.pick({ options: [] })}>Clear</button>` : nothing}</div>`}`;
}

/** Name what distinguishes a waiting effect from others: its cards, the players it picked and the numbers it rolled. */
function about({ cards, spots, seatName }: Scene, waits: NonNullable<SeenDecision['waiting']>[number] | undefined): TemplateResult | typeof nothing {
  const things = [waits?.event?.card, waits?.event?.target, ...(waits?.targets ?? []).flat(), ...(waits?.picks ?? [])];
  const names = [...new Set(things)].map((thing) => (thing ? spots.get(thing) : undefined)).filter((spot) => spot !== undefined);
  const words = [...names.map(({ card }) => cards.name(card)), ...(waits?.players ?? []).map(seatName), ...(waits?.rolled ?? [])];
  return words.length === 0 ? nothing : html` <small data-about>→ ${words.join(', ')}</small>`;
}

/** Describe an option: a card and its place, a player, a zone, an effect. */
function optionOf(scene: Scene, asked: SeenDecision, option: number, at: number): TemplateResult {
  const { cards, spots } = scene, words = asked.kind === 'pay' ? undefined : asked.words?.[at];
  const spot = scene.options.has(option) ? spots.get(option) : undefined;
  if (spot) {
    const host = spot.host === undefined ? undefined : spots.get(spot.host);
    return html`<b>${cards.name(spot.card)}</b> <small>${whereIs(spot, scene, cards, host)}</small>`;
  }
  if (asked.kind === 'choose_zone') return html`<b>Zone ${option + 1}</b>`;
  if (words === undefined) return html`<b>${option}</b>`;
  if (asked.kind === 'choose_player') return html`<b>${scene.seatName(words)}</b>`;
  if (words.includes('#')) return html`<b>${cards.name(words.split('#')[0])}</b> <small>${printed(cards.effect(words))}</small>${about(scene, asked.waiting?.[at])}`;
  if (cards.has(words)) return html`<b>${cards.name(words)}</b> <small>${printed(cards.text(words)?.faces[0]?.box[0] ?? '')}</small>`;
  return html`<b>${/^\d+$/.test(words) ? t`The ${t(['first', 'second', 'third', 'fourth', 'fifth'])[Number(words)] ?? words} of these` : words}</b>`;
}
