/**
 * The page `play`: one client for every game, driven by what `legal` lists.
 *
 * `#/play` chooses a game and opens a stream, `#/play/bones?ready=duel` is a link to a ready game, `#/play/tcg/abc` shows links to its seats, `#/play/tcg/abc?seat=ann`
 * plays one, with `&lesson=yes` in a lesson, with `&ready=yes` in a ready game, and with `&invite=bob` above it the link for the seat bob. For tests the elements have hooks: see the first comments of `parts/play/opening.ts`, `seats.ts`, `table.ts`,
 * `panel.ts`, `command.ts` and `fields.ts`.
 */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { appKey, changed, seatLink, seatsOf } from '../access.js';
import { followConnection, isOffline } from '../offline.js';
import { go, linkTo, type Place } from '../router.js';
import { base } from '../styles.js';
import '../parts/needed.js';
import '../parts/problem.js';
import type { Live } from '../parts/play/live.js';
import '../parts/play/seats.js';
import '../parts/play/table.js';

export class ArbiterPlay extends LitElement {
  static override properties = { place: { attribute: false }, problem: { state: true } };
  declare place: Place;
  /** Why what stands before a game could not be loaded. */
  declare private problem: unknown;
  /** The game as it is, and how often it has changed: for a lesson. */
  private live: Live | undefined;
  private moved = 0;
  private game = '';
  static override styles = [base];

  constructor() {
    super();
    followConnection(this, this.again);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.known);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => { this.requestUpdate(); };

  private readonly lived = ({ detail }: CustomEvent<Live>): void => {
    [this.live, this.moved] = [detail, this.moved + 1];
    if (this.isLesson) this.requestUpdate();
  };

  private get isLesson(): boolean { return this.place.params.has('lesson'); }

  protected override willUpdate(changes: PropertyValues): void {
    const game = this.place.parts.join('/');
    if (game !== this.game) [this.game, this.live] = [game, undefined];
    if (this.isLesson) void import('../parts/learn/learning.js').catch(() => undefined);
    if (changes.has('place')) this.load();
  }

  /** Load what stands before a game. */
  private readonly load = (): void => {
    if (this.place.parts.length < 2) void import('../parts/play/opening.js').then(() => { this.problem = undefined; }, (problem: unknown) => { this.problem = problem; });
  };

  /** Load it again, once the connection is back. */
  private readonly again = (): void => { if (!isOffline() && this.problem !== undefined) this.load(); };

  protected override render(): TemplateResult {
    const [service, stream] = this.place.parts;
    if (this.problem && stream === undefined) return html`<h1>Play</h1><arbiter-problem .problem=${this.problem}></arbiter-problem>`;
    if (service === undefined || stream === undefined) return html`<arbiter-opening .chosen=${service} .ready=${this.place.params.get('ready') ?? undefined}></arbiter-opening>`;
    const held = seatsOf(service, stream);
    const seat = this.place.params.get('seat') ?? (appKey() === undefined && held.length === 1 ? held[0]?.seat : undefined);
    if (appKey() === undefined && !held.some((one) => seat === undefined || one.seat === seat)) return html`<arbiter-needed .service=${service} .stream=${stream} page="play"></arbiter-needed>`;
    if (seat === undefined) return html`${keyed(`${service}/${stream}`, html`<arbiter-seats .service=${service} .stream=${stream}></arbiter-seats>`)}`;
    const invited = held.find((one) => one.seat === this.place.params.get('invite'));
    if (invited) void import('../parts/play/opening.js').catch(() => undefined); // Seats have the link too
    return html`${invited ? html`<arbiter-invite .link=${seatLink(service, stream, invited)} @done=${() => { go(linkTo('play', [service, stream], { seat })); }}></arbiter-invite>` : nothing}
      ${keyed(`${service}/${stream}/${seat}`, html`<arbiter-table .service=${service} .stream=${stream} .seat=${seat} .ready=${this.isLesson || this.place.params.has('ready')} @lived=${this.lived}></arbiter-table>
      ${this.isLesson ? html`<arbiter-lesson .service=${service} .seat=${seat} .live=${this.live} .moved=${this.moved}></arbiter-lesson>` : nothing}`)}`;
  }
}

customElements.define('arbiter-play', ArbiterPlay);
