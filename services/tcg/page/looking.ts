/** The selected card: its printed text, its state, its legal actions, and the reasons against others. */
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../../page/web/src/router.js';
import { cardOf, pictureOf } from './face.js';
import { labelOf, whyNot, type Move } from './moves.js';
import { printed } from './printed.js';
import type { Scene } from './scene.js';
import { fighterOf, type Prompt, type SeenCommand, type SeenFighter, type Spot } from './table.js';
import { changesOf, partsOf, sentence, whereIs, whose } from './words.js';
import { many, t } from '../../page/web/src/texts.js';

/** Render the selected card or pile. */
export function lookedAt(scene: Scene): TemplateResult | typeof nothing {
  if (scene.picked.pile !== undefined && scene.rested === undefined) return pileOf(scene, scene.picked.pile);
  const thing = scene.rested ?? scene.picked.thing, spot = thing === undefined ? undefined : scene.spots.get(thing);
  return spot ? closeUp(scene, spot) : nothing;
}

const closing = (scene: Scene): TemplateResult => html`<button class="close" aria-label="Close" data-close
  @click=${() => scene.hands.pick({ thing: undefined, pile: undefined })}>×</button>`;

function closeUp(scene: Scene, spot: Spot): TemplateResult {
  const { cards } = scene, text = spot.card === undefined ? undefined : cards.text(spot.card);
  const host = spot.host === undefined ? undefined : scene.spots.get(spot.host);
  return html`<section class="looking ${scene.rested === undefined ? '' : 'whole'} ${text?.kind ?? 'back'}" aria-label=${cards.name(spot.card)} data-looking=${spot.thing}>
    ${closing(scene)}${pictureOf(scene, spot)}<h3>${cards.name(spot.card)}</h3>
    <p class="quiet">${whereIs(spot, scene, cards, host)}${text && text.tribes.length > 0 ? `, ${text.tribes.join(' ').replace(/[{}]/g, '')}` : ''}${
      text && text.archetypes.length > 0 ? `, ${text.archetypes.join(' ')}` : ''}${text?.kind === 'form' ? t`, level ${text.orbs}` : ''}</p>
    ${scene.rested === undefined || scene.rested === scene.picked.thing ? html`${doable(scene, spot)}${reasons(scene, spot, text?.kind)}` : nothing}
    ${(text?.faces ?? []).map(({ label, pwr, box }) => html`<div class="face">${label || pwr !== null ? html`<p class="label">${label}${pwr === null ? nothing : html` <b>PWR ${pwr}</b>`}</p>` : nothing}
      ${box.map((line) => html`<p>${printed(line)}</p>`)}</div>`)}
    ${termsOf(scene, (text?.faces ?? []).flatMap(({ box }) => box))}${stateOf(scene, spot)}${stopAt(scene, spot)}
  </section>`;
}

/** Explain the terms that are printed on a card, in the words of the game. */
function termsOf({ play, terms }: Scene, lines: readonly string[]): TemplateResult | typeof nothing {
  const found = play?.termsIn(terms, lines) ?? [];
  if (found.length === 0) return nothing;
  return html`<dl class="terms" data-terms>${found.map(({ term, says, rule }) => html`<dt>${sentence(term)}</dt><dd>${says} <a href=${linkTo('rules', [rule])} aria-label="The rule of ${term}">Rule</a></dd>`)}</dl>`;
}

function doable(scene: Scene, spot: Spot): TemplateResult | typeof nothing {
  const moves = scene.moves.filter(({ thing }) => thing === spot.thing);
  if (moves.length === 0) return nothing;
  return html`<div class="doable" role="group" aria-label="What it can do">${moves.map((move) => moveOf(scene, move))}</div>`;
}

function moveOf(scene: Scene, move: Move): TemplateResult {
  const { command, sent, thing, target, zone } = move, effect = sent['effect'];
  return html`<button data-action=${command} data-thing=${thing} data-target=${target ?? nothing} data-zone-number=${zone ?? nothing}
    aria-disabled=${scene.busy} @click=${() => scene.hands.send(sent)}><span>${labelOf(move, scene)}
    ${(move.entry.prompts ?? []).map((one) => html`<small class="asks">${promised(scene, one)}</small>`)}
    ${typeof effect === 'string' ? html`<small>${printed(scene.cards.effect(effect).replace(/^\*\*[^*]+\*\* ?/, ''))}</small>` : nothing}</span></button>`;
}

/** Describe the questions that follow: "Cost: discard 1", "Choose 1 form: Gate Whelp or Twin Fang". */
function promised({ cards, spots }: Scene, { kind, says = '', by, choice }: Prompt): string {
  const names = [...new Set((choice?.items?.options ?? []).map((one) => cards.name(spots.get(Number(one))?.card)))];
  if (kind === 'pay') return t`Cost: ${says}`;
  const chosen = by === 'opponent' ? t('An opponent chooses') : t(by === 'chance' ? 'Chance chooses' : 'You choose');
  return `${chosen} ${says}${names.length > 0 && names.length < 6 ? `: ${names.join(', ')}` : ''}`;
}

function stateOf(scene: Scene, spot: Spot): TemplateResult | typeof nothing {
  const fighter = fighterOf(scene.view, spot.thing);
  const command = scene.view.players[spot.seat]?.commands.find((one) => one?.thing === spot.thing) ?? undefined;
  const facts = [...(fighter ? factsOf(scene, fighter) : []), ...(fighter ?? command ? sharedFacts(fighter ?? command) : [])];
  const under = fighter?.under ?? [];
  if (facts.length === 0 && under.length === 0) return nothing;
  return html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    ${under.length > 0 ? html`<div class="row" aria-label="Spirits beneath">${under.map(({ thing, card }) =>
      html`<button class="chip" data-look=${thing} @click=${() => scene.hands.pick({ thing })}>${scene.cards.name(card)}</button>`)}</div>` : nothing}`;
}

function factsOf(scene: Scene, fighter: SeenFighter): readonly (readonly [string, string])[] {
  const parts = partsOf(fighter, scene.cards, scene.spots);
  const pwr = typeof fighter.pwr === 'number' ? [['PWR', `${fighter.pwr} = ${parts.join(', ')}`] as const] : [];
  const turn = t([`${many(fighter.attacks_left ?? 0, t('attack|attacks'))} left`, `${many(fighter.spirits_left ?? 0, t('more spirit|more spirits'))} this turn`]);
  return [...pwr, [t('This turn'), turn.join(', ')] as const];
}

function sharedFacts(card: SeenFighter | SeenCommand | undefined): readonly (readonly [string, string])[] {
  const counters = Object.entries(card?.counters ?? {}).map(([name, count]) => `${count} ${name}`);
  const changes = changesOf(card ?? {});
  return [
    ...(counters.length > 0 ? [[t('Counters'), counters.join(', ')] as const] : []),
    ...(changes.length > 0 ? [[t('Changes'), changes.join('; ')] as const] : []),
  ];
}

/** Describe why this card has no further actions, with the rule. */
function reasons(scene: Scene, spot: Spot, kind: string | undefined): TemplateResult | typeof nothing {
  if (scene.legal === undefined || spot.seat !== scene.seat || scene.view.stage !== 'turns') return nothing;
  const found = whyNot(scene.legal, spot, kind);
  if (found.length === 0) return nothing;
  return html`<div class="whynot" data-why><p class="label">${t(scene.able.has(spot.thing) ? 'What it cannot do now' : 'Why it cannot be used now')}</p>
    <ul>${found.map(({ what, reason }) => html`<li><b>${what}:</b> ${reason.says} <a href=${linkTo('rules', [reason.rule])}>${reason.rule}</a></li>`)}</ul></div>`;
}

function stopAt(scene: Scene, { card }: Spot): TemplateResult | typeof nothing {
  if (card === undefined || scene.legal === undefined) return nothing;
  const on = scene.stops.includes(card);
  return html`<label class="row stop"><input type="checkbox" data-stop-card=${card} .checked=${on}
    @change=${() => scene.hands.stopAt(card, !on)}> <small>Always ask me when this card is on the chain or could be used</small></label>`;
}

function pileOf(scene: Scene, key: string): TemplateResult | typeof nothing {
  const [seat = '', place = ''] = key.split('.') as [string, 'drop' | 'void' | 'removed'];
  const cards = scene.view.players[seat]?.[place as 'drop'] ?? [], name = place === 'void' ? t('void') : t(place === 'drop' ? 'drop zone' : 'removed cards');
  return html`<section class="looking" aria-label="${scene.seatName(seat)}'s ${name}">${closing(scene)}
    <h3>${sentence(whose(seat, scene))} ${name}</h3>
    ${cards.length === 0 ? html`<p class="quiet">No cards.</p>` : html`<div class="cards">${[...cards].reverse().map(({ thing, card }, zone) =>
      cardOf(scene, { thing, card, seat, place: place as 'drop', zone }))}</div>`}</section>`;
}
