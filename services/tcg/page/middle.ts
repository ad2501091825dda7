/** The middle of the board: the turn and its steps, the attack, the open window, the chain and pending effects. */
import { html, nothing, type TemplateResult } from 'lit';
import { printed } from './printed.js';
import type { Scene } from './scene.js';
import { sentence, STEPS, whereIs, who, whose, WINDOWS, type WindowName } from './words.js';
import { t } from '../../page/web/src/texts.js';

/** Render whose turn it is, and its current step. */
export function turnLine(scene: Scene): TemplateResult {
  const { view, seat } = scene;
  if (view.turn === 0) return html`<div class="turnline"><b>${t(view.stage === 'lobby' ? 'Before the match' : 'Getting ready')}</b>${clockOf(scene)}</div>`;
  return html`<div class="turnline"><b>Turn ${view.turn}</b> <span>${view.active === seat ? t('yours') : whose(view.active, scene)}</span>
    <ol aria-label="Steps of the turn">${Object.entries(STEPS).map(([step, name]) =>
      html`<li aria-current=${view.step === step ? 'step' : nothing}>${name}${view.step === step && view.phase ? html` <small>${view.phase}</small>` : nothing}</li>`)}</ol>${clockOf(scene)}</div>`;
}

/** Render the time that is left, where the match has a clock. */
function clockOf({ view, seat, seatName, legal, hands }: Scene): TemplateResult | typeof nothing {
  if ((view.settings.decision_clock_s ?? 0) === 0 || legal === undefined) return nothing;
  return html`<arbiter-tcg-clock .view=${view} .seat=${seat} .seatName=${seatName} .call=${(of: string) => { hands.send({ type: 'CallTime', of }); }}></arbiter-tcg-clock>`;
}

/** Render the attack, the window, the chain and pending effects; nothing if there are none. */
export function middleOf(scene: Scene): TemplateResult {
  const { view } = scene, window = view.window?.kind as WindowName | undefined;
  return html`<section class="middle" aria-label="Attack and chain">
    ${attackOf(scene)}
    ${window && scene.asked?.kind !== 'respond' ? html`<p class="window" data-window=${window}>Responses are possible: ${WINDOWS[window]}.</p>` : nothing}
    ${chainOf(scene)}${waitsOf(scene)}
  </section>`;
}

function attackOf(scene: Scene): TemplateResult | typeof nothing {
  const { view, cards, spots } = scene;
  if (!view.attack) return nothing;
  const { attacker, target, of, victor } = view.attack, name = (thing: number): string => cards.name(spots.get(thing)?.card);
  return html`<p class="attack" data-attack>${sentence(who(view.attack.seat, scene))}: <b>${name(attacker)}</b> attacks ${whose(of, scene)} <b>${name(target)}</b>${
    victor > 0 ? html`; <b>${name(victor)}</b> wins` : nothing}.</p>`;
}

function chainOf(scene: Scene): TemplateResult | typeof nothing {
  const { view, cards, hands } = scene;
  if (view.chain.length === 0) return nothing;
  return html`<div class="chain"><p class="label">Chain, the last one resolves first</p><ol>${view.chain.map((link) => html`
    <li data-link=${link.number} class=${link.negated ? 'negated' : ''}><button @click=${() => hands.pick({ thing: link.thing, pile: undefined })}
      title="Look at this card"><b>${cards.name(link.card)}</b> <small>${who(link.seat, scene)}</small></button>
      ${link.negated ? html`<span class="tag">negated</span>` : nothing}${aimed(scene, link.targets ?? [])}
      <small class="says">${printed(cards.effect(link.effect))}</small></li>`)}</ol></div>`;
}

function aimed(scene: Scene, targets: readonly (readonly number[])[]): TemplateResult | typeof nothing {
  const { spots, cards } = scene;
  const all = targets.flat().map((thing) => spots.get(thing)).filter((one) => one !== undefined);
  if (all.length === 0) return nothing;
  return html`<span class="aimed">→ ${all.map((spot) => `${cards.name(spot.card)} (${whereIs(spot, scene, cards)})`).join(', ')}</span>`;
}

function waitsOf({ view, cards, seatName }: Scene): TemplateResult | typeof nothing {
  const lists = [[t('Effects that wait their turn'), view.queue], [t('Later'), view.delayed]] as const;
  return html`${lists.map(([name, waits]) => waits.length === 0 ? nothing
    : html`<p class="waits"><span class="label">${name}</span> ${waits.map((one) => `${cards.name(one.card)} (${seatName(one.seat)})`).join(', ')}</p>`)}`;
}
