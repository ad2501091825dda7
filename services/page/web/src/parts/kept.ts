/**
 * `<arbiter-kept page="replay">`: the logs that this computer keeps, which open without a connection.
 *
 * For tests: `data-kept="tcg/abc"` on each log, `data-forget-logs` on the button that forgets them.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { forgetLogs, keptLog, keptLogs, type Kept } from '../offline.js';
import { linkTo } from '../router.js';
import { base } from '../styles.js';
import { gameName } from '../words.js';
import { readLine } from './exported.js';
import { ago } from './times.js';
import { titleOf } from './titles.js';

/** Return the title of a log: that of its opening, or the names of its seats. */
function titleOfLog(service: string, log: string): string {
  const { events } = readLine(log.slice(0, Math.max(0, log.indexOf('\n'))), 1);
  return titleOf(service, events.filter(({ type }) => type === 'SeatOpened') as never, events.find(({ title }) => title));
}

export class ArbiterKept extends LitElement {
  static override properties = { page: {}, logs: { state: true } };
  declare page: string;
  declare private logs: readonly Kept[];
  private titles = new Map<string, string>();

  static override styles = [base, css`ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.25rem 0; } section { margin-bottom: 1rem; } p { margin: 0.4rem 0; }`];

  constructor() {
    super();
    this.logs = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void keptLogs().then(async (logs) => {
      this.logs = logs;
      for (const { service, id } of logs) {
        const log = (await keptLog(service, id))?.log; // it may be forgotten meanwhile
        if (log) this.titles.set(id, titleOfLog(service, log));
        this.requestUpdate();
      }
    });
  }

  private async forget(): Promise<void> {
    await forgetLogs();
    this.logs = [];
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.logs.length === 0) return nothing;
    return html`<section class="card"><h2>Kept on this computer</h2>
      <p class="quiet">Finished games that you opened and that are open to all. They open without a connection, for 30 days.</p>
      <ul>${this.logs.map(({ service, id, at }) => html`<li data-kept=${`${service}/${id}`}><a href=${linkTo(this.page, [service, id])}>${gameName(service)} ${this.titles.get(id) ?? ''}</a> <small>${ago(at)}</small></li>`)}</ul>
      <button data-forget-logs @click=${() => this.forget()}>Forget them</button></section>`;
  }
}

customElements.define('arbiter-kept', ArbiterKept);
