/**
 * `<arbiter-fork>`: plays on from a version of a stream, on a fork of it: alone, by links, or against the house.
 *
 * For tests: `data-fork` the summary, `data-alone` and `data-against` the buttons, `data-deal` whether it is dealt again.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { addSeat, appKey, arbiter, streamFor } from '../../access.js';
import { go, linkTo } from '../../router.js';
import { base } from '../../styles.js';
import '../problem.js';
import type { Seen } from './views.js';

export class ArbiterFork extends LitElement {
  static override properties = {
    service: {}, stream: {}, at: { type: Number }, seat: {}, house: {}, deals: { type: Boolean }, seen: { attribute: false },
    deal: { state: true }, busy: { state: true }, problem: { state: true },
  };
  declare service: string;
  declare stream: string;
  declare at: number;
  /** The seat that looks; without it the app does. */
  declare seat: string | undefined;
  /** The player of the house that can play the other seats, if there is one. */
  declare house: string | undefined;
  /** Whether the game can deal again what a seat does not know. */
  declare deals: boolean;
  declare seen: Seen;
  declare private deal: boolean;
  declare private busy: boolean;
  declare private problem: Error | undefined;

  static override styles = [base, css`
    details { margin: 0.6rem 0; } summary { cursor: pointer; font-weight: 600; } p { margin: 0.4rem 0; }
  `];

  constructor() {
    super();
    this.deal = true;
    this.busy = false;
  }

  /** Whether everybody may read the true state: then it need not be dealt again. */
  private get open(): boolean { return this.seen.status === 'closed' || appKey() !== undefined; }

  /** The seat from whose knowledge the fork is dealt again. */
  private get dealt(): string | undefined { return this.deals && (this.deal || !this.open) ? this.seat : undefined; }

  protected override render(): TemplateResult {
    return html`<details class="card"><summary data-fork>Play on from here</summary>
      <p class="quiet">A new game begins as this one was at version ${this.at}. This one does not change.</p>
      ${this.deals && this.seat !== undefined && this.open ? html`<label class="row"><input type="checkbox" data-deal .checked=${this.deal}
        @change=${(event: Event) => { this.deal = (event.target as HTMLInputElement).checked; }}>
        <span>Deal again what ${this.seat} did not know</span></label>` : nothing}
      ${this.deals && this.seat !== undefined && !this.open ? html`<p>What ${this.seat} does not know is dealt again.</p>` : nothing}
      <div class="row"><button class="primary" data-alone ?disabled=${this.busy} @click=${() => this.play(false)}>Alone, or by links</button>
        ${this.house === undefined ? nothing : html`<button data-against ?disabled=${this.busy} @click=${() => this.play(true)}>Against the computer</button>`}</div>
      ${this.busy ? html`<p class="quiet" role="status">Opening the fork …</p>` : nothing}
      <arbiter-problem .problem=${this.problem}></arbiter-problem></details>`;
  }

  /** Open the fork, and go to its seats, or to one of them against the house. */
  private async play(against: boolean): Promise<void> {
    [this.busy, this.problem] = [true, undefined];
    try {
      const { id, seats } = await streamFor(this.service, this.stream, this.seat).fork(this.at, { seat: this.dealt });
      const mine = this.seat ?? seats.find(({ role }) => role === 'player')?.seat;
      const others = against ? seats.filter(({ seat, role }) => role === 'player' && seat !== mine) : [];
      const { path } = streamFor(this.service, id);
      for (const { seat, token } of others) await arbiter().post(`${path}/seats/${seat}/player`, { player: this.house }, { token });
      go(linkTo('play', [this.service, id], { seat: against ? mine : undefined }));
      for (const { seat, token } of seats) addSeat(this.service, id, { seat, token }); // the replay loads again with them, if it is still there
    } catch (problem) {
      this.problem = problem as Error;
    } finally {
      this.busy = false;
    }
  }
}

customElements.define('arbiter-fork', ArbiterFork);
