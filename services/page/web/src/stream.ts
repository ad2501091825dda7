/**
 * `<arbiter-stream src="https://host/dice/v1/tables/abc" token="…">`: a live replay of one stream, embedded in another page.
 *
 * `src` is the stream's address; `token` is a seat's token, which is sent to that address only. Keyboard shortcuts work
 * while the element has the focus. The server must allow the origin of the embedding page.
 */
import { Arbiter, type Service } from 'arbiter-client';
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import './parts/problem.js';
import './parts/replay/player.js';
import { fromStream, type Loading } from './parts/replay/sources.js';
import { base } from './styles.js';
import type { GameWords } from './words.js';
import { t } from './texts.js';

const ADDRESS = /^\/([a-z0-9_]+)\/v1\/[a-z]+\/([a-z0-9][a-z0-9_-]*)\/?$/;

export class ArbiterStream extends LitElement {
  static override properties = { src: {}, token: {}, loading: { state: true }, problem: { state: true } };
  declare src: string;
  declare token: string | undefined;
  declare private loading: Loading | undefined;
  declare private problem: Error | undefined;
  private stopping = new AbortController();

  static override styles = [base, css`:host { background: var(--ground); padding: 0.5rem; border-radius: 12px; }`];

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) void this.open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopping.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('src') || changed.has('token')) void this.open();
  }

  private async open(): Promise<void> {
    this.stopping.abort();
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    this.loading = this.problem = undefined;
    try {
      const { origin, pathname } = new URL(this.src, location.href), [, service, id] = ADDRESS.exec(pathname) ?? [];
      if (!service || !id) throw new Error(t('src is no address of a stream, such as https://host/dice/v1/tables/abc'));
      const server = new Arbiter({ address: origin });
      const stream = server.stream(service as Service, id, { token: this.token });
      const loading = await fromStream(stream, server.get<GameWords>(`/arbiter/v1/services/${service}`), { asks: Boolean(this.token) });
      if (signal.aborted) return;
      this.loading = loading;
      await loading.fill(signal);
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
  }

  protected override render(): TemplateResult {
    if (this.problem) return html`<arbiter-problem .problem=${this.problem}></arbiter-problem>`;
    if (this.loading === undefined) return html`<p role="status">Reading the log…</p>`;
    return html`<arbiter-player .source=${this.loading.source}></arbiter-player>`;
  }
}

customElements.define('arbiter-stream', ArbiterStream);
