/**
 * The whole page: a header with links and the key, and the page that the address names.
 *
 * For tests: `data-page` on the main part names the current page; `data-key` on the key's form is `given` or `none`; `data-menu`
 * is the button that shows the links on a phone.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { appKey, changed, forget, seatsOf, setAppKey, takeFromAddress } from './access.js';
import { followConnection, forgetLogs, isOffline, keepPage, noteReached } from './offline.js';
import { go, linkTo, placeOf, type Place } from './router.js';
import { base } from './styles.js';
import './pages/home.js';
import './pages/play.js';
import './pages/replay.js';
import './parts/problem.js';
import { t } from './texts.js';

const PAGES = t({ home: 'Home', learn: 'Learn', play: 'Play', replay: 'Replay', judge: 'Judge', design: 'Design', rules: 'Rules' });
/** The names of all pages; the link of the last one stands apart. */
const TITLES: Readonly<Record<string, string>> = { ...PAGES, api: 'API' };

/** Pages from which something is sent that waits for the connection. */
const WAITING = /^(home|play|design)$/;

const verification = (): Promise<unknown> => Promise.all([import('arbiter-client/verification'), import('./pages/judge.js')]);

/** What a page needs beside this module, loaded before it is first shown. After that Replay and Judge need no server. */
const LATER: Readonly<Record<string, () => Promise<unknown>>> = {
  replay: verification, judge: verification,
  learn: () => import('./parts/learn/learning.js'), design: () => import('./pages/design.js'), rules: () => import('./pages/rules.js'), api: () => import('./pages/api.js'),
};

const ELEMENTS: Record<string, (place: Place) => TemplateResult> = {
  home: (place) => html`<arbiter-home .place=${place}></arbiter-home>`,
  learn: (place) => html`<arbiter-learn .place=${place}></arbiter-learn>`,
  play: (place) => html`<arbiter-play .place=${place}></arbiter-play>`,
  replay: (place) => html`<arbiter-replay .place=${place}></arbiter-replay>`,
  judge: (place) => html`<arbiter-judge .place=${place}></arbiter-judge>`,
  design: (place) => html`<arbiter-design .place=${place}></arbiter-design>`,
  rules: (place) => html`<arbiter-rules .place=${place}></arbiter-rules>`,
  api: (place) => html`<arbiter-api .place=${place}></arbiter-api>`,
};

export class ArbiterPage extends LitElement {
  static override properties = { place: { state: true }, key: { state: true }, problem: { state: true }, ready: { state: true }, menu: { state: true } };
  declare private place: Place;
  declare private key: string | undefined;
  declare private problem: Error | undefined;
  declare private ready: ReadonlySet<string>;
  /** Whether a phone shows the links to the pages; wider screens always do. */
  declare private menu: boolean;

  static override styles = [base, css`
    :host { min-height: 100vh; background: var(--ground); }
    header { border-bottom: 1px solid var(--line); background: var(--card); }
    .inside { max-width: 76rem; margin: 0 auto; padding: 0.6rem 1rem; }
    header .inside { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; align-items: center; }
    .name { font-weight: 700; font-size: 1.1rem; color: var(--ink); text-decoration: none; }
    nav { display: flex; flex-wrap: wrap; gap: 0.2rem; } button.menu { display: none; }
    nav a { padding: 0.3rem 0.6rem; border-radius: 8px; text-decoration: none; color: var(--ink); }
    nav a:hover { background: var(--shade); }
    nav a[aria-current] { background: var(--shade); color: var(--accent); font-weight: 600; }
    form { margin-left: auto; }
    form input { width: 11rem; }
    main.inside { padding-block: 1.8rem 4rem; }
    main:focus { outline: none; } [data-lost] { position: sticky; top: 0; z-index: 3; padding: 0.4rem 0.8rem; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 0.5rem; padding: 0.4rem 0.8rem; background: var(--card); border-radius: 8px; z-index: 1; }
    footer { border-top: 1px solid var(--line); }
    @media print { header, footer { display: none; } main.inside { padding: 0; max-width: none; } }
    @media (max-width: 40rem) {
      header .inside { gap: 0.3rem 0.5rem; padding-block: 0.45rem; }
      nav { order: 3; flex-basis: 100%; margin-inline: -0.6rem; display: none; } .open nav { display: flex; }
      nav a { padding: 0.5rem 0.6rem; }
      header:not(.open) .seated { display: none; } form input { width: 8rem; } form small { display: none; } button.menu { display: inline-flex; }
    }
  `];

  constructor() {
    super();
    takeFromAddress();
    this.place = placeOf(location.hash);
    this.key = appKey();
    this.ready = new Set();
    this.menu = false;
    followConnection(this, this.again);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.moved);
    changed.addEventListener('change', this.known);
    keepPage();
    import('./parts/language-choice.js').catch(() => undefined); // without it the page stays in its language
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.moved);
    changed.removeEventListener('change', this.known);
  }

  /** Load what could not be loaded, once the connection is back. */
  private readonly again = (): void => {
    this.requestUpdate();
    if (isOffline() || this.problem === undefined) return;
    this.problem = undefined;
    this.load();
  };

  private readonly moved = (): void => {
    takeFromAddress();
    this.menu = false;
    this.place = placeOf(location.hash);
  };

  protected override willUpdate(changes: PropertyValues): void {
    if (!changes.has('place' as never)) return;
    this.problem = undefined;
    this.load();
  }

  /** Load what the page needs that the address names. */
  private readonly load = (): void => {
    const { page } = this.place;
    if (!Object.hasOwn(LATER, page)) return;
    LATER[page]!().catch((problem: unknown) => { noteReached(false); if (this.place.page === page) this.problem = problem as Error; })
      .finally(() => { this.ready = new Set([...this.ready, page]); });
  };

  /** Whether the page that the address names has what it needs, or cannot get it. */
  private get isReady(): boolean { return !Object.hasOwn(LATER, this.place.page) || this.ready.has(this.place.page); }

  protected override updated(changes: PropertyValues): void {
    if (changes.has('place' as never)) document.title = t`Arbiter: ${Object.hasOwn(TITLES, this.place.page) ? TITLES[this.place.page] : t('not found')}`;
  }

  private readonly known = (): void => { this.key = appKey(); };

  private entered(event: SubmitEvent): void {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements.namedItem('key') as HTMLInputElement;
    if (input.value.trim()) setAppKey(input.value.trim());
    input.value = '';
  }

  /** Leave the page, so that nothing stays visible and nothing is asked for again, and forget the key, tokens and kept logs. */
  private async forgotten(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    go(linkTo('home'));
    this.place = placeOf(location.hash);
    await this.updateComplete;
    forget();
    await forgetLogs();
  }

  protected override render(): TemplateResult {
    const known = Object.hasOwn(ELEMENTS, this.place.page) ? ELEMENTS[this.place.page] : undefined;
    return html`
      <header class=${this.menu ? 'open' : ''}><div class="inside">
        <button class="skip" @click=${this.skipped}>Skip to the content</button>
        <a class="name" href="#/">Arbiter</a>
        <button class="menu" data-menu aria-expanded=${this.menu ? 'true' : 'false'} @click=${() => { this.menu = !this.menu; }}>Menu</button>
        <nav aria-label="Pages">
          ${Object.entries(PAGES).map(([page, name]) => html`
            <a href=${page === 'home' ? '#/' : `#/${page}`} aria-current=${this.place.page === page ? 'page' : nothing}>${name}</a>`)}
          <a href="/guide">Guide</a>
          <a href="#/api" aria-current=${this.place.page === 'api' ? 'page' : nothing}>${TITLES.api}</a>
        </nav>
        ${this.keyForm()}
      </div></header>
      <main class="inside" id="main" tabindex="-1" data-page=${this.place.page}>
        ${isOffline() && WAITING.test(this.place.page) ? html`<p class="card warn" role="status" data-lost>No connection to the server: what you send waits half a minute.</p>` : nothing}
        ${this.problem && customElements.get(`arbiter-${this.place.page}`) === undefined ? html`<h1>${TITLES[this.place.page] ?? ''}</h1>` : nothing}
        ${this.problem ? html`<arbiter-problem .problem=${this.problem}></arbiter-problem>` : nothing}
        ${known ? (this.isReady ? known(this.place) : nothing) : html`<h1>Not found</h1><p>No page has this name. <a href="#/">Home</a></p>`}
      </main>
      <footer class="inside"><arbiter-language></arbiter-language></footer>`;
  }

  private skipped(): void {
    this.renderRoot.querySelector<HTMLElement>('main')?.focus();
  }

  private keyForm(): TemplateResult {
    if (this.key !== undefined) {
      return html`<form class="row" data-key="given" @submit=${this.forgotten}><small>Key <code>${this.key.slice(0, 9)}…</code></small>
        <button title="Forget the key and the seats of this tab, and the logs that this computer keeps">Forget</button></form>`;
    }
    return html`<form class="row ${seatsOf(this.place.parts[0] ?? '', this.place.parts[1] ?? '').length > 0 ? 'seated' : ''}" data-key="none" @submit=${this.entered}>
      <input name="key" type="password" autocomplete="off" placeholder="API key" aria-label="API key"><button>Use</button></form>`;
  }
}

customElements.define('arbiter-page', ArbiterPage);
