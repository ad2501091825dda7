/** `<arbiter-check .text>`: verifies the chain and the draws of a log when it is opened: the dropped file, or another text. */
import { verify, type Report } from 'arbiter-client';
import { LitElement, html, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import { base } from '../../styles.js';
import { droppedFile } from '../exported.js';
import { t } from '../../texts.js';

export class ArbiterCheck extends LitElement {
  static override properties = { text: { attribute: false }, report: { state: true }, trouble: { state: true }, done: { state: true } };
  declare text: string | undefined;
  declare private report: Report | undefined;
  declare private trouble: Error | undefined;
  declare private done: number;
  static override styles = [base];

  constructor() {
    super();
    this.done = 0;
  }

  protected override firstUpdated(): void { void this.check(); }

  private async check(): Promise<void> {
    try {
      this.report = await verify(this.text ?? droppedFile()?.text ?? '', { progress: (done, of) => { this.done = Math.floor((100 * done) / of); } });
    } catch (error) {
      this.trouble = error as Error;
    }
  }

  protected override render(): TemplateResult {
    return html`<p role="status" data-checked=${this.report === undefined ? 'no' : this.report.failure ? 'fails' : 'holds'}>${this.verdict()}
      <br><small>Shown here: the commands, draws and events, as far as this ${t(this.text === undefined ? 'file' : 'copy')} contains them. The state itself
      needs the rules of the game, which only a server has, so it is not shown for a ${t(this.text === undefined ? 'file' : 'copy')}.</small></p>`;
  }

  private verdict(): TemplateResult {
    const { report, trouble } = this;
    if (trouble) return html`<span class="warn">The chain could not be checked here: ${trouble.message}</span>`;
    if (report === undefined) return html`Checking the chain: ${this.done} %`;
    if (report.failure === null) return html`<span class="good">✓ The chain holds: ${report.commits} commits, ${report.shown} draws follow from their seeds.</span>`;
    return html`<span class="bad">✗ Line ${report.failure.line} does not hold: ${report.failure.why}.</span> ${this.text === undefined ? html`<a href=${linkTo('judge', ['file'])}>See which</a>` : ''}`;
  }
}

customElements.define('arbiter-check', ArbiterCheck);
