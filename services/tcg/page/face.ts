/** Cards on the table: a frame in the colour of the kind, and a picture; each says in words what it is and what state it is in. */
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { aside } from './cards.js';
import { printed } from './printed.js';
import { ordered, type Scene } from './scene.js';
import type { SeenCommand, SeenFighter, Spot } from './table.js';
import { changesOf, partsOf, whereIs } from './words.js';
import { many, t } from '../../page/web/src/texts.js';

/** The known state of a card in its zone; empty for a card elsewhere. */
export type State = Partial<Omit<SeenFighter, 'card'>> & Pick<Partial<SeenCommand>, 'up'>;

/** Render a card that can be selected and used. */
export function cardOf(scene: Scene, spot: Spot, state: State = {}): TemplateResult {
  const text = spot.card === undefined ? undefined : scene.cards.text(spot.card);
  const order = scene.picked.options.indexOf(spot.thing);
  const look = {
    tc: true, [text?.kind ?? 'back']: true, down: state.up === false, able: scene.able.has(spot.thing),
    aim: scene.aims.has(spot.thing), option: scene.options.has(spot.thing), chosen: order >= 0,
    looked: scene.picked.thing === spot.thing, fresh: scene.fresh.has(spot.thing), risen: state.boundless === true,
    fights: scene.view.attack?.attacker === spot.thing, struck: scene.view.attack?.target === spot.thing,
  };
  return html`<button class=${classMap(look)} data-thing=${spot.thing} data-card=${spot.card ?? nothing} data-place=${spot.place}
      data-option=${scene.options.has(spot.thing) ? spot.thing : nothing}
      aria-pressed=${look.looked || look.chosen ? 'true' : 'false'} @click=${() => scene.hands.tap(spot.thing)}>
    <span class="only-read">${describe(scene, spot, state)}</span><span class="drawn" aria-hidden="true">
    <span class="head"><b>${scene.cards.name(spot.card)}</b>${text && text.orbs > 0 && text.kind === 'form'
      ? html`<span class="orbs">${'●'.repeat(text.orbs)}</span>` : nothing}</span>
    ${pictureOf(scene, spot)}
    <span class="kind">${text ? kindLine(text, state) : spot.card === undefined ? t('face-down') : ''}</span>
    <span class="text">${boxOf(text, state).map((line) => printed(line))}</span>
    ${foot(scene, spot, state)}
    ${(state.under ?? []).length > 0 ? html`<span class="beneath">${(state.under ?? []).map(({ card }) =>
      html`<span>${scene.cards.name(card).replace(/ Spirit$/, '')}</span>`)}</span>` : nothing}
    ${order >= 0 ? html`<span class="nth">${scene.asked && ordered(scene.asked) ? order + 1 : '✓'}</span>` : nothing}
  </span></button>`;
}

/** Draw the picture of a card that the seat may know. */
export function pictureOf({ cards, play }: Scene, { card }: Spot): TemplateResult | typeof nothing {
  const page = cards.page(card);
  return page === undefined ? nothing : html`<svg class="art" viewBox="0 0 120 56" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${play?.artOf(page)}</svg>`;
}

interface Printed { readonly kind: string; readonly faces: readonly { label: string; pwr: number | null; box: readonly string[] }[]; readonly tribes: readonly string[]; readonly orbs: number }

const faceOf = (text: Printed | undefined, state: State): Printed['faces'][number] | undefined =>
  text?.faces[state.boundless ? 1 : 0] ?? text?.faces[0];

/** Return the text of a card's effects; if it has none, its other printed text. */
function boxOf(text: Printed | undefined, state: State): readonly string[] {
  const box = faceOf(text, state)?.box ?? [], does = box.filter((line) => !aside(line));
  return does.length > 0 ? does : box;
}

/** Return the kind as it is printed: "bound savior", "swift command", "form, Warden". */
function kindLine(text: Printed, state: State): string {
  const label = faceOf(text, state)?.label ?? '', tribes = text.tribes.map((one) => one.replace(/[{}]/g, '')).join(' ');
  return [[label, text.kind].filter(Boolean).join(' '), tribes].filter(Boolean).join(', ');
}

function foot(scene: Scene, spot: Spot, state: State): TemplateResult {
  const bare = spot.card === undefined ? null : faceOf(scene.cards.text(spot.card), state)?.pwr ?? null;
  const pwr = 'pwr' in state ? state.pwr ?? null : bare;
  const parts = state.parts ? partsOf(state, scene.cards, scene.spots) : [];
  const turned = pwr === null || bare === null ? '' : pwr > bare ? 'raised' : pwr < bare ? 'lowered' : '';
  return html`<span class="foot"><span class="chips">${chips(state).map((one) => html`<span class="chip">${one}</span>`)}</span>
    ${pwr === null ? nothing : html`<span class="pwr ${turned}">${pwr}${parts.length > 1
      ? html`<span class="parts">${parts.map((one) => html`<span>${one}</span>`)}</span>` : nothing}</span>`}</span>`;
}

/** Render the visible state: counters, damage, attacks left in combat unless they are said elsewhere, changes. */
function chips(state: State, attacks = true): readonly string[] {
  const found = Object.entries(state.counters ?? {}).map(([name, count]) => `${count} ${name}`);
  if (state.damaged) found.push(t('damaged'));
  if (attacks && (state.attacks_left ?? 0) > 1) found.push(t`${state.attacks_left ?? 0} attacks`);
  if (attacks && (state.attacks ?? 0) > 0 && !state.attacks_left) found.push(t('attacked'));
  if ((state.changes ?? []).some(({ kind }) => kind !== 'pwr')) found.push(t('changed'));
  return found;
}

/** Describe a card in one sentence, for screen readers. */
export function describe(scene: Scene, spot: Spot, state: State = {}): string {
  const text = spot.card === undefined ? undefined : scene.cards.text(spot.card);
  const host = spot.host === undefined ? undefined : scene.spots.get(spot.host);
  const parts = state.parts ? partsOf(state, scene.cards, scene.spots) : [];
  const under = (state.under ?? []).map(({ card }) => scene.cards.name(card));
  return [
    `${whereIs(spot, scene, scene.cards, host).replace(/^./, (one) => one.toUpperCase())}: ${scene.cards.name(spot.card)}`,
    text ? kindLine(text, state) : '', text?.kind === 'form' ? t`level ${state.level ?? text.orbs}` : '',
    typeof state.pwr === 'number' ? `PWR ${state.pwr}${parts.length > 1 ? ` (${parts.join(', ')})` : ''}` : '',
    state.parts ? t`${many(state.attacks_left ?? 0, t('attack|attacks'))} left` : '',
    under.length > 0 ? t`under it ${under.join(', ')}` : '', ...chips(state, false), ...changesOf(state),
    doing(scene, spot),
  ].filter(Boolean).join(', ');
}

function doing(scene: Scene, spot: Spot): string {
  const place = scene.picked.options.indexOf(spot.thing);
  if (scene.options.has(spot.thing)) return t(place >= 0 ? `chosen, number ${place + 1}` : 'can be chosen');
  if (scene.aims.has(spot.thing)) return t('can be targeted');
  return scene.able.has(spot.thing) ? t('can be used') : '';
}
