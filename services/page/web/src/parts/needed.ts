/**
 * `<arbiter-needed>`: says what a visitor needs to open a game, and where to get it.
 *
 * For tests: `data-needed` on the card.
 */
import { Problem } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../router.js';
import { base } from '../styles.js';
import { gameName } from '../words.js';

const UNKNOWN = 401;

/** Whether a request was denied because its sender is not known here: no credential, or one that no longer holds. */
export const isDenied = (problem: unknown): problem is Problem => problem instanceof Problem && problem.status === UNKNOWN;

export class ArbiterNeeded extends LitElement {
  static override properties = { service: {}, stream: {}, page: {}, why: { attribute: false } };
  declare service: string;
  declare stream: string;
  /** The page that shows this: `play`, `replay` or `judge`. */
  declare page: string;
  /** The denial, if the visitor sent a credential. */
  declare why: string | undefined;

  static override styles = [base, css`
    ul { margin: 0 0 0.8rem; padding-left: 1.2rem; display: grid; gap: 0.5rem; max-width: 44rem; } section { max-width: 52rem; } p:last-child { margin: 0; }
  `];

  protected override render(): TemplateResult {
    return html`<section class="card" data-needed><h1>A link is needed for this game of ${gameName(this.service)}</h1>
      ${this.why ? html`<p class="warn">${this.why}</p>` : html`<p>This tab has no link to a seat of this game, and no key of the app that opened it.</p>`}
      <ul>
        <li><strong>To play</strong>: ask the person who opened the game for the link to your seat. Open it, and choose “Remember on this computer” if you want to come back without it.</li>
        <li><strong>To watch</strong>: ask for a link to watch; “Copy link” in Replay makes one. Once a game is over and its log is open to all, its replay needs no link.
          ${this.page === 'play' ? html` <a href=${linkTo('replay', [this.service, this.stream])}>Try the replay</a>` : nothing}</li>
        <li><strong>If you opened it</strong>: enter your API key at the top of this page. The terminal in which Arbiter was started shows it.</li>
      </ul>
      <p class="row"><a class="button" href="#/">Home</a></p></section>`;
  }
}

customElements.define('arbiter-needed', ArbiterNeeded);
