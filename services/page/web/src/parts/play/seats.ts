/**
 * `<arbiter-seats>`: the seats of a stream, each with a link to share; the token is only in the link's fragment.
 *
 * `data-seat` is a row, `data-copy` copies its link, `data-play` opens the seat here; `data-watchers` folds seats to watch.
 */
import { roleName } from '../../seats.js';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { addSeat, appKey, seatLink, seatsOf, streamFor, streamForApp, type SeatAccess } from '../../access.js';
import { linkTo } from '../../router.js';
import { base } from '../../styles.js';
import { gameName } from '../../words.js';
import { forkSentence, luckSentence } from '../forked.js';
import { puzzleOf } from '../puzzle.js';
import '../problem.js';
import type { AnyView } from './live.js';
import { t } from '../../texts.js';

/** More seats to watch than this are folded away. */
const FEW = 1;

export class ArbiterSeats extends LitElement {
  static override properties = { service: {}, stream: {}, view: { state: true }, problem: { state: true }, copied: { state: true } };
  declare service: string;
  declare stream: string;
  declare private view: AnyView | undefined;
  declare private problem: unknown;
  declare private copied: string;

  static override styles = [base, css`
    ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: 0.7rem; }
    li { display: grid; gap: 0.5rem; } input { flex: 1; min-width: 10rem; font-family: var(--mono); font-size: 0.85rem; }
  `];

  constructor() {
    super();
    this.copied = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const mine = seatsOf(this.service, this.stream)[0]?.seat;
    streamFor(this.service, this.stream, appKey() === undefined ? mine : undefined).view().then(
      (view) => { this.view = view as AnyView; }, (problem: unknown) => { this.problem = problem; });
  }

  protected override render(): TemplateResult {
    const held = new Map(seatsOf(this.service, this.stream).map((access) => [access.seat, access]));
    const seats = this.view?.seats ?? [], spectators = seats.filter(({ role }) => role === 'spectator');
    const watching = spectators.length > FEW ? spectators : [], playing = seats.filter((one) => !watching.includes(one));
    return html`<h1>${gameName(this.service)}: the seats</h1>
      <p>Send each player their own link. It opens that seat only.</p>
      ${forkSentence(this.view?.fork)}${luckSentence(this.view?.luck, this)}${puzzleOf(this.service, this.view)}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <ul>${playing.map((one) => this.row(one, held.get(one.seat)))}</ul>
      ${watching.length > 0 ? html`<details data-watchers=${watching.length}><summary>${watching.length} seats to watch</summary>
        <p>Each link to watch that was made has a seat of its own. A new link of a seat revokes the one before.</p>
        <ul>${watching.map((one) => this.row(one, held.get(one.seat)))}</ul></details>` : nothing}
      <p class="only-read" role="status">${this.copied}</p>
      <p class="row"><a href=${linkTo('replay', [this.service, this.stream])}>Replay</a> <a href=${linkTo('judge', [this.service, this.stream])}>Judge</a></p>`;
  }

  private row({ seat, role, name = seat, player }: AnyView['seats'][number], access: SeatAccess | undefined): TemplateResult {
    const link = access && seatLink(this.service, this.stream, access);
    return html`<li class="card" data-seat=${seat}>
      <div class="row"><strong>${name}</strong><span class="tag">${roleName(role)}</span>
        ${player ? html`<span class="tag">played by the house: ${player}</span>` : nothing}</div>
      ${link ? html`<div class="row"><input readonly aria-label="Link for ${name}" .value=${link} @focus=${(event: Event) => { (event.target as HTMLInputElement).select(); }}>
        <button data-copy aria-label="Copy the link for ${name}" @click=${() => this.copy(seat, name, link)}>${t(this.copied.startsWith(`${name}:`) ? 'Copied' : 'Copy')}</button></div>` : nothing}
      <div class="row">${link || appKey() !== undefined ? html`<a class="button primary" data-play href=${linkTo('play', [this.service, this.stream], { seat })}>Play as ${name}</a>` : nothing}
        ${appKey() !== undefined ? html`<button @click=${() => this.renewed(seat)}>${t('New link (earlier ones stop working)')}</button>` : nothing}</div>
    </li>`;
  }

  private async copy(seat: string, name: string, link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      this.copied = t`${name}: the link is copied`;
    } catch {
      this.renderRoot.querySelector<HTMLInputElement>(`[data-seat="${CSS.escape(seat)}"] input`)?.select();
      this.copied = t('Copy the selection');
    }
  }

  private async renewed(seat: string): Promise<void> {
    try {
      const { token } = await streamForApp(this.service, this.stream, this.view?.seats ?? []).rotateToken(seat);
      addSeat(this.service, this.stream, { seat, token });
      this.requestUpdate();
    } catch (problem) {
      this.problem = problem;
    }
  }
}

customElements.define('arbiter-seats', ArbiterSeats);
