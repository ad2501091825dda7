/**
 * `<arbiter-ready .services=${['bones']}>`: the ready games of services, as pictures with a sentence; one click opens one and sits down.
 *
 * `chosen` names the one that a link is for: it comes first. A phone shows one of each service at first. For tests: `data-ready` on the
 * buttons, as `service/name`, `data-two` on those that open a game for two people, and `data-all` on the one that shows all.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import type { Service } from 'arbiter-client';
import { addSeat, appKey, arbiter, changed } from '../../access.js';
import { readyGames, type ReadyGame } from '../../games.js';
import { go, linkTo } from '../../router.js';
import { base } from '../../styles.js';
import { gameName } from '../../words.js';
import '../problem.js';
import { GUEST, forTwo, named } from './names.js';
import { scene } from './scene.js';
import { t } from '../../texts.js';

interface Opened { readonly seats: readonly { readonly seat: string; readonly token: string }[]; readonly id: string }

/** Open a ready game: its stream, what its seats send, and its players of the house. Return the id. */
export async function openReady(service: string, { opening, seats, steps, house }: ReadyGame): Promise<string> {
  const app = arbiter();
  const { id, seats: opened } = await app.open(service as Service, { ...opening, seats: seats.map(named) } as never) as Opened;
  for (const { seat, token } of opened) if (!(seat in house)) addSeat(service, id, { seat, token });
  for (const { seat, command } of steps) await app.stream(service as Service, id, { seat }).send(command as never);
  const { path } = app.stream(service as Service, id);
  for (const [seat, player] of Object.entries(house)) await app.post(`${path}/seats/${seat}/player`, { player });
  return id;
}

export class ArbiterReady extends LitElement {
  static override properties = { services: { attribute: false }, chosen: {}, opening: { state: true }, problem: { state: true }, all: { state: true } };
  declare services: readonly string[];
  declare chosen: string | undefined;
  declare private opening: string | undefined;
  declare private problem: unknown;
  declare private all: boolean | undefined;

  static override styles = [base, css`
    .ready { display: grid; gap: 0.8rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); list-style: none; margin: 0; padding: 0; }
    li { display: grid; grid-template-rows: auto 1fr; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow: hidden; }
    li.chosen { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
    svg { display: block; width: 100%; height: auto; }
    .says { padding: 0.7rem 0.8rem; display: grid; gap: 0.3rem; grid-template-rows: auto 1fr auto; } h3, p { margin: 0; } h3 small { display: block; font-weight: 400; }
    .row a { padding: 0.5rem 0.3rem; } p[role='status']:empty { display: none; } .all { display: none; }
    @media (max-width: 40rem) {
      .ready { gap: 0.5rem; } li { grid-template: auto / 7rem minmax(0, 1fr); gap: 0.3rem 0.7rem; align-items: center; padding-bottom: 0.5rem; }
      svg { border-end-end-radius: 8px; align-self: start; } .says { display: contents; } .says > :is(p, .row) { grid-column: 1 / -1; margin-inline: 0.7rem; }
    }
    @media (max-width: 40rem) { ul:not(.whole) .later { display: none; } ul:not(.whole) + .all { display: inline-flex; margin-top: 0.8rem; } }
  `];

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
    const all = this.services.flatMap((service) => readyGames(service).map((one) => [service, one] as const));
    const first = ([, { name }]: readonly [string, ReadyGame]): number => Number(name !== this.chosen);
    const sorted = [...all].sort((one, other) => first(one) - first(other)), early = new Set(this.services.length > 1 ? this.services.map((service) => sorted.find(([of]) => of === service)) : sorted);
    return html`<ul class="ready ${this.all || early.size === sorted.length ? 'whole' : ''}">${sorted.map((entry) => this.card(...entry, early.has(entry)))}</ul>
      <button class="all" data-all @click=${() => { this.all = true; }}>All ${sorted.length} ready games</button>
      <p role="status" class="quiet">${this.opening === undefined ? '' : t('Opening the game …')}</p>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>`;
  }

  private card(service: string, one: ReadyGame, early: boolean): TemplateResult {
    const { name, title, says, figures } = one, of = gameName(service), off = this.opening !== undefined || appKey() === undefined;
    return html`<li class="${name === this.chosen ? 'chosen' : ''} ${early ? '' : 'later'}">
      <svg viewBox="0 0 320 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${scene(one.scene, figures)}</svg>
      <div class="says"><h3>${title}<small>${of}</small></h3><p class="quiet">${says}</p>
        <div class="row"><button class="primary" data-ready=${`${service}/${name}`} aria-label=${t`Play ${title} of ${of}`}
          ?disabled=${off} @click=${() => this.open(service, one)}>Play</button>
          ${one.two ? html`<button data-two=${`${service}/${name}`} aria-label=${t`Play ${title} of ${of} with another person`}
            ?disabled=${off} @click=${() => this.open(service, forTwo(one), GUEST)}>With a friend</button>` : nothing}
          <a href=${linkTo('play', [service], { ready: name })} aria-label=${t`Link to ${title} of ${of}`}>Link</a></div></div></li>`;
  }

  /** Open a game and sit down; `invite` is the seat whose link is for another person. */
  private async open(service: string, one: ReadyGame, invite?: string): Promise<void> {
    [this.opening, this.problem] = [one.name, undefined];
    try {
      go(linkTo('play', [service, await openReady(service, one)], { seat: one.sit, invite, ready: one.seats.some(({ seat, role }) => seat === one.sit && role === 'gm') ? 'yes' : undefined }));
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.opening = undefined;
    }
  }
}

customElements.define('arbiter-ready', ArbiterReady);
