/** Actions outside the play: conceding, offering a draw, calling time. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Scene } from './scene.js';

/** Render the actions outside the play; conceding needs a second click. */
export function menuOf(scene: Scene): TemplateResult | typeof nothing {
  const may = new Set((scene.legal?.allowed ?? []).map(({ command }) => command));
  const late = scene.legal?.allowed.find(({ command }) => command === 'CallTime');
  if (!['Concede', 'OfferDraw', 'CallTime'].some((one) => may.has(one))) return nothing;
  return html`<details class="menu"><summary>Draw or give up</summary><div class="row">
    ${may.has('OfferDraw') ? html`<button data-action="OfferDraw" @click=${() => scene.hands.send({ type: 'OfferDraw' })}>Offer a draw</button>` : nothing}
    ${late ? html`<button data-action="CallTime" @click=${() => scene.hands.send(late.body.command)}>Call time on ${scene.seatName(String(late.body.command['of']))}</button>` : nothing}
    ${may.has('Concede') ? html`<details><summary>Give up…</summary><button data-action="Concede" @click=${() => scene.hands.send({ type: 'Concede' })}>Yes, I give up</button></details>` : nothing}
  </div></details>`;
}
