/** Settings below the question: automatic passing, and the windows in which the server asks this seat. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Choices, Mode } from 'arbiter-client/passing';
import type { Scene } from './scene.js';
import { WINDOWS, type WindowName } from './words.js';
import { t } from '../../page/web/src/texts.js';

const MODES: Record<Mode, string> = t({
  on: 'Pass for me when I can do nothing else', off: 'Ask me every time', turn: 'Pass everything until my next turn',
});

/** Render the settings. `change` stores a choice. */
export function passingOf(scene: Scene, choices: Choices, mode: Mode, change: (to: Partial<Choices>) => void): TemplateResult | typeof nothing {
  const { view, seat } = scene;
  if (scene.legal === undefined || seat === undefined || view.stage === 'finished') return nothing;
  return html`<details class="passing" data-passing=${mode}><summary>Passing: <b>${mode === 'on' ? t('automatic') : mode === 'off' ? t('manual') : t('until my turn')}</b></summary>
    <fieldset><legend>When I am asked to respond</legend>${(Object.keys(MODES) as Mode[]).map((one) => html`
      <label class="row"><input type="radio" name="mode" value=${one} .checked=${mode === one} @change=${() => change({ mode: one, turn: view.turn })}> ${MODES[one]}</label>`)}</fieldset>
    ${stopsOf(scene, view.players[seat]?.stops ?? null)}
    ${cardsOf(scene, choices, change)}
    <label class="row"><input type="checkbox" .checked=${choices.waive} @change=${() => change({ waive: !choices.waive })}>
      Do not ask me to respond to my own moves first</label>
    <p class="quiet"><small>Every pass, yours too, waits a moment that does not depend on your hand.
      A longer wait still shows that a player is thinking.</small></p>
  </details>`;
}

/** The windows in which the server asks this seat; it does not wait for the seat in others. */
function stopsOf(scene: Scene, stops: readonly string[] | null): TemplateResult {
  const all = Object.keys(WINDOWS) as WindowName[], on = new Set(stops ?? all);
  const toggle = (name: WindowName): void => scene.hands.send({
    type: 'SetStops', windows: all.filter((one) => (one === name ? !on.has(one) : on.has(one))), until: 'changed',
  });
  return html`<fieldset><legend>Ask me only at these moments</legend>${all.map((name) => html`
    <label class="row"><input type="checkbox" data-stop=${name} .checked=${on.has(name)} @change=${() => toggle(name)}> ${WINDOWS[name]}</label>`)}</fieldset>`;
}

function cardsOf(scene: Scene, choices: Choices, change: (to: Partial<Choices>) => void): TemplateResult | typeof nothing {
  if (choices.cards.length === 0) return nothing;
  return html`<p><small>Always asked at:</small> ${choices.cards.map((card) => html`<button class="chip" title="Stop asking"
    @click=${() => change({ cards: choices.cards.filter((one) => one !== card) })}>${scene.cards.name(card)} ×</button>`)}</p>`;
}
