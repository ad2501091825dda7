/**
 * `<arbiter-attention .view .legal .seat .name>` calls a player back to the tab: when it is their move, the tab's title says so, its icon has a dot, and a notification
 * appears if they asked for one. It is loaded when a table is first shown.
 *
 * For tests: `data-notify` on the button that asks for notifications.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { AnyView } from './live.js';
import type { LegalList } from './entries.js';
import { t } from '../../texts.js';

/** A question that is answered sooner than this calls nobody: a board may pass by itself within a second. */
const PATIENCE = 1200;
const ICONS = { quiet: '/web/icon.svg', calls: '/web/icon-move.svg' };

/** Whether a seat has to act: it is asked for a decision, or for an answer. */
export const isAsked = ({ game }: AnyView, legal: LegalList, seat: string): boolean => (Array.isArray(game['decisions'])
  ? (game['decisions'] as readonly { readonly seat?: unknown }[]).some((one) => one.seat === seat) : legal.allowed.some(({ kind }) => kind === 'answer'));

export class ArbiterAttention extends LitElement {
  static override properties = { view: { attribute: false }, legal: { attribute: false }, seat: {}, name: {} };
  declare view: AnyView;
  declare legal: LegalList;
  declare seat: string;
  /** The name of the game. */
  declare name: string;
  private timer: number | undefined;
  private calls = false;
  /** The title of the tab while nobody is called. */
  private quiet: string | undefined;

  static override styles = [base, css`button { padding: 0.1rem 0.6rem; font-size: 0.9rem; }`];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.follow(false);
  }

  protected override updated(): void {
    this.follow(this.view.status === 'open' && isAsked(this.view, this.legal, this.seat));
  }

  /** Call the player while it is their move. */
  private follow(asked: boolean): void {
    if (asked === this.calls) return;
    this.calls = asked;
    window.clearTimeout(this.timer);
    if (asked) this.timer = window.setTimeout(() => { this.call(); }, PATIENCE);
    else this.rest();
  }

  private call(): void {
    this.quiet = document.title;
    document.title = t`● Your move: ${this.name}`;
    iconOf(ICONS.calls);
    if (document.hidden && canNotify() && Notification.permission === 'granted') notify(this.name);
  }

  private rest(): void {
    if (this.quiet !== undefined) document.title = this.quiet;
    this.quiet = undefined;
    iconOf(ICONS.quiet);
  }

  /** The button that asks the browser for permission; nothing once the user has decided. */
  protected override render(): TemplateResult | typeof nothing {
    if (!canNotify() || Notification.permission !== 'default') return nothing;
    return html`<button data-notify title="A notification appears when it is your move and this tab is hidden"
      @click=${() => { void Notification.requestPermission().then(() => { this.requestUpdate(); }); }}>Notify me</button>`;
  }
}

const canNotify = (): boolean => 'Notification' in window && window.isSecureContext;

function iconOf(href: string): void {
  document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', href);
}

function notify(game: string): void {
  try {
    const shown = new Notification(t('It is your move'), { body: game, icon: ICONS.calls, tag: 'arbiter-move' });
    shown.onclick = () => { window.focus(); };
  } catch {
    // Some phones allow notifications only to service workers, which this page has none of.
  }
}

customElements.define('arbiter-attention', ArbiterAttention);
