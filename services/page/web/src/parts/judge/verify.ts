/**
 * `<arbiter-verify .log .receipt .commits>`: verifies the log in this browser, commit by commit, and marks the first that
 * fails. A forged copy shows that a change would be detected.
 */
import { verify, type Report } from 'arbiter-client';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { Commit } from '../exported.js';
import '../lines.js';
import { request, type Names } from '../sentence.js';
import { forge, lineToForge, type Forgery } from './forgery.js';
import { t } from '../../texts.js';

type Holds = 'yes' | 'no' | 'rests' | 'unknown';
const MARKS: Readonly<Record<Holds, readonly [sign: string, colour: string, says: string]>> = {
  yes: ['✓', 'good', t('holds')], no: ['✗', 'bad', t('does not hold')], rests: ['·', 'quiet', t('depends on it')], unknown: ['', '', ''],
};

export class ArbiterVerify extends LitElement {
  static override properties = {
    log: { attribute: false }, receipt: { attribute: false }, commits: { attribute: false }, names: { attribute: false },
    report: { state: true }, trouble: { state: true }, done: { state: true }, forgery: { state: true }, chosen: { state: true },
  };
  declare log: string;
  /** A receipt, as text or as the server's JSON; without one, only the log is verified. */
  declare receipt: string | object | undefined;
  declare commits: readonly Commit[];
  declare names: Names;
  declare private report: Report | undefined;
  declare private trouble: Error | undefined;
  declare private done: number | undefined;
  declare private forgery: Forgery | undefined;
  declare private chosen: number | undefined;

  static override styles = [base, css`
    progress { width: min(100%, 20rem); accent-color: var(--accent); } .result { margin: 0.8rem 0; }
    .result p { margin: 0 0 0.3rem; overflow-wrap: anywhere; } .lines { margin-top: 0.8rem; } input { width: min(100%, 22rem); font-family: var(--mono); }
    details { margin: 0.5rem 0; }
  `];

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('log')) this.report = this.trouble = this.done = this.forgery = this.chosen = undefined;
  }

  /** Verify the log, or a forgery of it. */
  private async start(forgery?: Forgery): Promise<void> {
    this.report = this.trouble = this.chosen = undefined;
    this.forgery = forgery;
    this.done = 0;
    try {
      const key = this.renderRoot.querySelector<HTMLInputElement>('[name=key]')?.value.trim() || undefined;
      const progress = (done: number, of: number): void => { this.done = Math.floor((100 * done) / Math.max(1, of)); };
      const report = await verify(forgery?.text ?? this.log, { progress, ...(this.receipt !== undefined && { receipt: this.receipt, key }) });
      this.report = report;
      if (report.failure) this.chosen = report.failure.line;
    } catch (error) {
      this.trouble = error as Error;
    }
    this.done = undefined;
  }

  private holds(line: number): Holds {
    const { report } = this;
    if (report === undefined) return 'unknown';
    if (report.failure === null || line < report.failure.line) return 'yes';
    return line === report.failure.line ? 'no' : report.failure.level === 1 ? 'rests' : 'unknown';
  }

  protected override render(): TemplateResult {
    if (globalThis.crypto?.subtle === undefined) return noCrypto;
    const isBusy = this.done !== undefined;
    return html`<div class="row">
        <button class="primary" data-verify ?disabled=${isBusy} @click=${() => this.start()}>Verify here</button>
        <button data-forge ?disabled=${isBusy} title="Changes one byte of a copy in this browser, and verifies the copy"
          @click=${() => this.start(forge(this.log, this.chosen ?? lineToForge(this.log)))}>Try a forgery</button>
        ${isBusy ? html`<progress max="100" value=${this.done!} aria-label="Verifying"></progress>` : nothing}
      </div>
      ${this.receipt === undefined ? nothing : html`<details><summary>I know the server's public key</summary>
        <label>Public key, 64 hexadecimal digits<input name="key" autocomplete="off" spellcheck="false" maxlength="64"></label>
        <small>Without it, the receipt is checked against the key that it contains.</small></details>`}
      <div class="result" role="status" data-verdict=${this.verdict()}>${this.result()}</div>
      ${this.list()}`;
  }

  private verdict(): string {
    if (this.trouble) return 'refused';
    return this.report === undefined ? 'unknown' : this.report.failure ? 'fails' : 'holds';
  }

  private result(): TemplateResult | typeof nothing {
    if (this.trouble) return html`<p class="bad"><strong>✗ ${this.trouble.message}.</strong></p>`;
    const { report, forgery } = this;
    if (report === undefined) return nothing;
    const about = forgery && html`<p>In a copy, one byte of line ${forgery.line} was changed: <code>${forgery.was}</code> became <code>${forgery.is}</code>.</p>`;
    const { failure } = report;
    if (failure) return html`${about}<p class="bad"><strong>✗ Line ${failure.line} does not hold</strong> (the commit after version ${failure.version},
      level ${failure.level}): ${failure.why}.</p>${forgery ? html`<p>The log itself is as it was; only the copy was forged.</p>` : nothing}`;
    return html`${about}<p class="good"><strong>✓ All ${report.commits} commits hold.</strong></p><p>${this.found(report)}</p>`;
  }

  private found(report: Report): TemplateResult {
    return html`${report.shown} draws follow from their seeds${report.unshown > 0 ? t`, ${report.unshown} cannot be checked yet: their seed is not revealed or they are hidden` : ''}${report.table > 0
      ? t`, ${report.table} faces come from a real table, which nothing proves` : ''}${report.lent
      ? t`, ${report.lent} were rolled on a dice table, whose log only the server's verification reads` : ''}.
      ${t(this.receipt === undefined ? 'Without a receipt it is not proven that the log is complete to its end.' : 'The receipt is signed and names this log.')}
      ${report.sealed ? t('The last seed of this stream is not revealed: the server claims that its draws follow from it, and nothing proves it.') : ''}
      ${report.simulated ? html`<strong class="warn">Simulated: the seed was chosen, so this proves nothing about luck.</strong>` : nothing}
      The rules (level 3) are checked by the server, above, or by <code>arbiter verify</code> on the downloaded log.`;
  }

  private list(): TemplateResult {
    const chosen = this.chosen ?? 0;
    return html`<div class="lines"><arbiter-lines label="All commits" .count=${this.commits.length} .from=${chosen} .to=${chosen}
      .loaded=${this.report ? 1 : 0} .row=${this.row.bind(this)} @step=${(event: CustomEvent<number>) => { this.chosen = event.detail; }}></arbiter-lines></div>
      <small>${t(chosen > 0 ? `Line ${chosen} is chosen: a forgery changes that one.` : 'Select a line to forge it.')}</small>`;
  }

  private row(line: number): TemplateResult {
    const commit = this.commits[line - 1], holds = this.holds(line), [sign, colour, says] = MARKS[holds];
    const why = holds === 'no' ? ` — ${this.report?.failure?.why ?? ''}` : '';
    return html`<span class="number">${line}</span><span class="mark ${colour}" aria-hidden="true">${sign}</span>
      <span class="text ${holds === 'no' ? 'bad' : ''}" data-commit=${line} data-holds=${holds}><span class="only-read">${says}</span>
        ${commit ? t`version ${commit.version}: ${this.names.seat(commit.seat)}, ${request(commit.command, { names: this.names, at: commit.version })}` : ''}${why}</span>`;
  }
}

const noCrypto = html`<p class="warn" data-verdict="no-crypto">This browser cannot verify here: it allows cryptography (WebCrypto)
  only on pages from https or from this machine. Download the export and run <code>node verify.mjs FILE.ndjson</code>
  or <code>arbiter verify FILE.ndjson</code>.</p>`;

customElements.define('arbiter-verify', ArbiterVerify);
