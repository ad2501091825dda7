/**
 * `<arbiter-kept page="replay">`: the logs that this computer keeps, which open without a connection.
 *
 * For tests: `data-kept="tcg/abc"` on each log, `data-forget-logs` on the button that forgets them.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { forgetLogs, keptLogs, type Kept } from '../offline.js';
import { linkTo } from '../router.js';
import { base } from '../styles.js';
import { gameName } from '../words.js';
import { ago } from './times.js';

export class ArbiterKept extends LitElement {
  static override properties = { page: {}, logs: { state: true } };
  declare page: string;
  declare private logs: readonly Kept[];

  static override styles = [base, css`ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.25rem 0; } section { margin-bottom: 1rem; } p { margin: 0.4rem 0; }`];

  constructor() {
    super();
    this.logs = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void keptLogs().then((logs) => { this.logs = logs; });
  }

  private async forget(): Promise<void> {
    await forgetLogs();
    this.logs = [];
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.logs.length === 0) return nothing;
    return html`<section class="card"><h2>Kept on this computer</h2>
      <p class="quiet">Finished games that you opened and that are open to all. They open without a connection, for 30 days.</p>
      <ul>${this.logs.map(({ service, id, at }) => html`<li data-kept=${`${service}/${id}`}><a href=${linkTo(this.page, [service, id])}>${gameName(service)} <code>${id.slice(0, 8)}</code></a> <small>${ago(at)}</small></li>`)}</ul>
      <button data-forget-logs @click=${() => this.forget()}>Forget them</button></section>`;
  }
}

customElements.define('arbiter-kept', ArbiterKept);
