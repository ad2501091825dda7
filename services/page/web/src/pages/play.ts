/**
 * The page `play`: one client for every game, driven by what `legal` lists.
 *
 * `#/play` chooses a game and opens a stream, `#/play/bones?ready=duel` is a link to a ready game, `#/play/tcg/abc` shows links to its seats, `#/play/tcg/abc?seat=ann`
 * plays one. For tests the elements have hooks: see the first comments of `parts/play/opening.ts`, `seats.ts`, `table.ts`,
 * `panel.ts`, `command.ts` and `fields.ts`.
 */
import { LitElement, html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { appKey, changed, seatsOf } from '../access.js';
import type { Place } from '../router.js';
import { base } from '../styles.js';
import '../parts/needed.js';
import '../parts/play/opening.js';
import '../parts/play/seats.js';
import '../parts/play/table.js';

export class ArbiterPlay extends LitElement {
  static override properties = { place: { attribute: false } };
  declare place: Place;
  static override styles = [base];

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.known);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => { this.requestUpdate(); };

  protected override render(): TemplateResult {
    const [service, stream] = this.place.parts;
    if (service === undefined || stream === undefined) return html`<arbiter-opening .chosen=${service} .ready=${this.place.params.get('ready') ?? undefined}></arbiter-opening>`;
    const held = seatsOf(service, stream);
    const seat = this.place.params.get('seat') ?? (appKey() === undefined && held.length === 1 ? held[0]?.seat : undefined);
    if (appKey() === undefined && !held.some((one) => seat === undefined || one.seat === seat)) return html`<arbiter-needed .service=${service} .stream=${stream} page="play"></arbiter-needed>`;
    if (seat === undefined) return html`${keyed(`${service}/${stream}`, html`<arbiter-seats .service=${service} .stream=${stream}></arbiter-seats>`)}`;
    return html`${keyed(`${service}/${stream}/${seat}`, html`<arbiter-table .service=${service} .stream=${stream} .seat=${seat}></arbiter-table>`)}`;
  }
}

customElements.define('arbiter-play', ArbiterPlay);
