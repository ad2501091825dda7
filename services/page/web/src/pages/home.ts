/**
 * The page `home`: what Arbiter is, a roll, the games, and the newest streams of this key.
 *
 * For tests: `data-no-key` on the card that explains how to get a key, `data-game` on each game's card.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { appKey, changed } from '../access.js';
import type { ArbiterNewest } from '../parts/home/newest.js';
import '../parts/home/newest.js';
import '../parts/home/remembered.js';
import '../parts/kept.js';
import { withoutConnection } from '../parts/problem.js';
import '../parts/ready/ready.js';
import { followConnection, isOffline } from '../offline.js';
import { linkTo, type Place } from '../router.js';
import { base } from '../styles.js';
import { partOf } from '../games.js';
import { gameName, services, type ServedGame } from '../words.js';
import { t } from '../texts.js';

export class ArbiterHome extends LitElement {
  static override properties = {
    place: { attribute: false }, games: { state: true }, key: { state: true }, problem: { state: true },
  };
  declare place: Place;
  declare private games: readonly ServedGame[] | undefined;
  declare private key: string | undefined;
  declare private problem: Error | undefined;

  static override styles = [base, css`
    .hero { max-width: 44rem; margin-bottom: 1.6rem; }
    .hero h1 { font-size: clamp(1.7rem, 1.2rem + 2.4vw, 2.4rem); letter-spacing: -0.01em; }
    .hero p { font-size: 1.08rem; color: var(--quiet); margin: 0; }
    .two { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); align-items: start; margin-bottom: 2rem; } .two > :first-child { grid-row: span 2; }
    .game { display: grid; grid-template-rows: auto 1fr auto; gap: 0.3rem; }
    .game h3 { margin: 0; } .game p { margin: 0 0 0.6rem; color: var(--quiet); }
    .ready { margin-bottom: 2rem; }
    ol { margin: 0 0 0.4rem; padding-left: 1.2rem; display: grid; gap: 0.4rem; }
    @media (max-width: 40rem) { .hero, .two, .ready { margin-bottom: 1.2rem; } .game { padding: 0.7rem 0.8rem; } .game p { margin: 0; } .grid { gap: 0.6rem; } }
  `];

  constructor() {
    super();
    followConnection(this, this.load);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.known);
    this.known();
    this.load();
  }

  private readonly load = (): void => {
    this.requestUpdate();
    if (this.games !== undefined || isOffline()) return;
    this.problem = undefined;
    services().then((games) => { this.games = games; }, (error: unknown) => { this.problem = error as Error; });
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => {
    this.key = appKey();
    this.refresh();
  };

  protected override render(): TemplateResult {
    return html`
      <div class="hero"><h1>A referee for tabletop games</h1>
        <p>Arbiter rolls the dice, enforces the rules and records every event. Any player who doubts a roll or a ruling
          can replay it, and verify that nothing was changed.</p>
        <p><a href="#/learn">New here? Learn a game in five minutes</a></p></div>
      <arbiter-remembered></arbiter-remembered>
      <arbiter-kept page="replay"></arbiter-kept>
      ${isOffline() && this.games === undefined ? withoutConnection() : this.served()}`;
  }

  /** What the server has: this key's games, ready games, and all games. */
  private served(): TemplateResult {
    return html`<div class="two">${this.key === undefined ? noKey() : this.own()}</div>
      ${this.ready()}
      <h2>Games</h2>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="grid">${this.games?.map((game) => this.card(game))}</div>`;
  }

  private own(): TemplateResult {
    return html`
      ${firstOnes(this.games ?? []).map(({ name }) => this.cardOf(name))}
      <section class="card" aria-labelledby="newest"><h2 id="newest">Your newest games</h2>
        <arbiter-newest></arbiter-newest></section>`;
  }

  /** The ready games of all services, those of the first game first. */
  private ready(): TemplateResult {
    return html`<section class="ready" aria-labelledby="ready"><h2 id="ready">Ready games</h2>
      <arbiter-ready .services=${firstOnes(this.games ?? []).map(({ name }) => name)}></arbiter-ready></section>`;
  }

  private cardOf(service: string): TemplateResult | typeof nothing {
    const { home } = partOf(service), id = `card-${service}`;
    return home ? html`<section class="card" aria-labelledby=${id}><h2 id=${id}>${home.title}</h2>${home.card(this.refresh)}</section>` : nothing;
  }

  private readonly refresh = (): void => {
    void this.renderRoot.querySelector<ArbiterNewest>('arbiter-newest')?.load();
  };

  private card({ name, about, simulates }: ServedGame): TemplateResult {
    return html`<article class="card game" data-game=${name}><h3>${gameName(name)}</h3><p>${about}</p>
      <div class="row"><a class="button primary" href=${linkTo('play', [name])} aria-label=${t`Play ${gameName(name)}`}>Play</a>
        <a class="button" href=${linkTo('rules', [name])} aria-label=${t`Rules of ${gameName(name)}`}>Rules</a>
        ${simulates ? html`<a class="button" href=${linkTo('design', [name])} aria-label=${t`Simulate ${gameName(name)}`}>Simulate</a>` : nothing}
      </div></article>`;
  }
}

/** Return the games, those whose card comes first at the front. */
const firstOnes = (games: readonly ServedGame[]): readonly ServedGame[] =>
  [...games].sort((one, other) => Number(partOf(other.name).home?.first ?? false) - Number(partOf(one.name).home?.first ?? false));

function noKey(): TemplateResult {
  return html`<section class="card" data-no-key><h2>You need a key</h2>
    <p>The server lists games by API key. Enter yours at the top of this page; only this tab stores it.</p>
    <ol>
      <li>On your own machine: <code>make run</code> prints a link that contains a key. Open that link.</li>
      <li>On your own server: <code>arbiter key make NAME</code> prints a key.</li>
      <li>On another server: ask its owner for a key, or for the link to your seat.</li>
    </ol>
    <small>Rules, the API page and links to seats work without a key.</small></section>`;
}

customElements.define('arbiter-home', ArbiterHome);
