/**
 * The page `judge`: `#/judge/<service>/<id>`, or `#/judge/file` for an export that was dropped on the page. With `at=<version>` it
 * begins with the proof of one step.
 *
 * Hooks for tests: `data-conclusion` (of the server's audit), `data-level` with `data-verdict`; `data-verify` and
 * `data-forge` (buttons), `data-verdict` on the result (`holds`, `fails`, `refused`, `unknown`), `data-commit="12"` with
 * `data-holds` (`yes`, `no`, `rests`, `unknown`) in the list of commits, which contains only the visible lines; `data-epoch`
 * with `data-matches`; `data-luck`, `data-sides` (plots); `data-export`, `data-receipt` (downloads).
 */
import type { Audit } from 'arbiter-client';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { appKey, changed as access, seatsOf, streamFor } from '../access.js';
import { droppedFile, readExport, serviceOf, type Commit } from '../parts/exported.js';
import { save } from '../parts/files.js';
import '../parts/judge/audit.js';
import '../parts/judge/faces.js';
import '../parts/judge/proof.js';
import '../parts/judge/seeds.js';
import '../parts/judge/verify.js';
import { isDenied } from '../parts/needed.js';
import '../parts/pick.js';
import '../parts/problem.js';
import { Names } from '../parts/sentence.js';
import { partOf } from '../games.js';
import { go, linkTo, type Place } from '../router.js';
import { streamTitle } from '../seats.js';
import { isOffline, keptLog } from '../offline.js';
import { base } from '../styles.js';
import { gameName } from '../words.js';
import { t } from '../texts.js';

const FILE = 'file';

export class ArbiterJudge extends LitElement {
  static override properties = {
    place: { attribute: false }, audit: { state: true }, evidence: { state: true }, log: { state: true }, receipt: { state: true },
    commits: { state: true }, problem: { state: true },
  };
  declare place: Place;
  declare private audit: Audit | Error | undefined;
  /** The game's own section, once it has loaded. */
  declare private evidence: TemplateResult | undefined;
  declare private log: string | undefined;
  declare private receipt: string | object | undefined;
  declare private commits: readonly Commit[];
  declare private problem: Error | undefined;
  private names = new Names();
  private stopping = new AbortController();
  private shown = '';

  static override styles = [base, css`
    .head { justify-content: space-between; margin-bottom: 0.8rem; } h1 { margin: 0; overflow-wrap: anywhere; }
    .card { min-width: 0; }
  `];

  constructor() {
    super();
    this.commits = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    access.addEventListener('change', this.again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    access.removeEventListener('change', this.again);
    this.stopping.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const wanted = this.place.parts.join('/');
    if (changed.has('place') && wanted !== this.shown) void this.open(wanted);
  }

  private readonly again = (): void => { void this.open(this.shown); };

  private get service(): string { return this.place.parts[0] ?? ''; }
  private get streamId(): string { return this.place.parts[1] ?? ''; }
  private get isFile(): boolean { return this.service === FILE; }
  /** The version that the step led to that is to be proven. */
  private get at(): number | undefined {
    const at = this.place.params.get('at') ?? '';
    return /^[1-9]\d{0,14}$/.test(at) ? Number(at) : undefined;
  }

  /** Whether this tab has a credential: the server audits for nobody else. */
  private get known(): boolean { return appKey() !== undefined || seatsOf(this.service, this.streamId).length > 0; }

  private async open(wanted: string): Promise<void> {
    this.stopping.abort();
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    this.shown = wanted;
    this.audit = this.evidence = this.log = this.receipt = this.problem = undefined;
    this.commits = [];
    this.names = new Names();
    try {
      if (this.isFile) this.log = droppedFile()?.text;
      else if (this.streamId) await this.ask(signal);
      if (this.log !== undefined) await this.read(this.log, signal);
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
  }

  /** Take the copy that this computer keeps while there is no connection. Else request the receipt before the log, so that the log contains the version that the receipt names. */
  private async ask(signal: AbortSignal): Promise<void> {
    const kept = isOffline() ? await keptLog(this.service, this.streamId) : undefined;
    if (kept !== undefined) {
      if (!signal.aborted) [this.receipt, this.log] = [kept.receipt, kept.log];
      return;
    }
    const stream = streamFor(this.service, this.streamId, this.place.params.get('seat') ?? undefined);
    if (this.known) stream.audit({ signal }).then((audit) => { this.audit = audit; }, (error: Error) => { if (!signal.aborted) this.audit = error; });
    const token = appKey() === undefined ? seatsOf(this.service, this.streamId)[0]?.token : undefined;
    const { path } = stream;
    if (path) partOf(this.service).evidence?.read({ path, token, signal }).then((shown) => { if (!signal.aborted) this.evidence = shown; }, () => undefined);
    const receipt = await stream.receipt({ signal });
    const log = await stream.export({ signal });
    if (signal.aborted) return;
    this.receipt = receipt;
    this.log = log;
  }

  private async read(log: string, signal: AbortSignal): Promise<void> {
    for await (const commits of readExport(log)) {
      if (signal.aborted) return;
      for (const { events, version } of commits) this.names.learn(events, version);
      this.commits = [...this.commits, ...commits];
    }
  }

  protected override render(): TemplateResult {
    if (!this.isFile && !this.streamId) return this.choice();
    if (isDenied(this.problem)) return html`<arbiter-needed .service=${this.service} .stream=${this.streamId} page="judge" .why=${this.known ? this.problem.message : undefined}></arbiter-needed>`;
    return html`<div class="row head">${this.heading()}<div class="row">${this.isFile
        ? html`<a class="button" href=${linkTo('replay', [FILE])}>Replay</a><a class="button" href=${linkTo('judge')}>Another file</a>`
        : html`<a class="button" href=${linkTo('replay', [this.service, this.streamId])}>Replay</a>`}</div></div>
      <div class="stack">
        ${this.problem ? html`<arbiter-problem .problem=${this.problem}></arbiter-problem>` : nothing}
        ${this.log === undefined || this.at === undefined ? nothing : html`<section class="card"><h2>The proof of one step</h2>
          <arbiter-proof .log=${this.log} .receipt=${this.receipt} .commits=${this.commits} .names=${this.names} .at=${this.at}></arbiter-proof></section>`}
        ${this.isFile || !this.known || isOffline() ? nothing : html`<section class="card"><h2>The server's verification</h2>${this.audited()}</section>`}
        ${this.log === undefined ? this.waiting() : this.judged(this.log)}
      </div>`;
  }

  private choice(): TemplateResult {
    return html`<h1>Judge</h1><p>Verify that a game was honest: that its log is unchanged, that the dice follow from seeds fixed beforehand,
      and that the rules were applied.</p>
      <arbiter-pick page="judge" @file=${() => go(linkTo('judge', [FILE]))}></arbiter-pick>`;
  }

  private heading(): TemplateResult {
    const stream = this.commits[0]?.stream ?? '', service = this.isFile ? serviceOf(stream) : this.service;
    const opened = this.commits.flatMap(({ events }) => events.filter(({ type }) => type === 'SeatOpened')) as unknown as Parameters<typeof streamTitle>[0];
    const name = (this.isFile ? droppedFile()?.name : undefined) ?? streamTitle(opened);
    return html`<h1 title=${this.streamId}>Judge ${service ? gameName(service) : t('a file')} <small>${name}</small></h1>`;
  }

  private waiting(): TemplateResult | typeof nothing {
    if (this.isFile) return html`<p>No file is open in this tab.</p><arbiter-pick page="judge" @file=${this.again}></arbiter-pick>`;
    return this.problem ? nothing : html`<p role="status">Reading the log…</p>`;
  }

  private audited(): TemplateResult {
    if (this.audit === undefined) return html`<p role="status" class="quiet">The server is verifying the log…</p>`;
    if (this.audit instanceof Error) return html`<arbiter-problem .problem=${this.audit}></arbiter-problem>`;
    return html`<arbiter-audit .audit=${this.audit}></arbiter-audit>`;
  }

  private judged(log: string): TemplateResult {
    return html`
      <section class="card"><h2>Your browser's verification</h2>
        <p>Your browser verifies the log here, with a program of about 300 lines that anyone can read or write again. It does not ask the server.</p>
        ${this.downloads(log)}
        <arbiter-verify .log=${log} .receipt=${this.receipt} .commits=${this.commits} .names=${this.names}></arbiter-verify></section>
      <section class="card"><h2>The seed of the dice</h2><arbiter-seeds .commits=${this.commits} .names=${this.names}></arbiter-seeds></section>
      ${this.evidence ? html`<section class="card"><h2>${partOf(this.service).evidence?.title}</h2>${this.evidence}</section>` : nothing}
      <section class="card"><h2>Faces</h2><arbiter-faces .commits=${this.commits}></arbiter-faces></section>`;
  }

  private downloads(log: string): TemplateResult {
    const name = this.isFile ? 'log' : `${this.service}-${this.streamId.slice(0, 10)}`;
    return html`<p class="row">
      ${this.isFile ? html`<label class="row"><span>Receipt, if you kept one</span><input type="file" accept=".json" data-receipt-file @change=${this.given}></label>`
      : html`<button data-export @click=${() => save(`${name}.ndjson`, log, 'application/x-ndjson')}>Download the log</button>
        <button data-receipt @click=${() => save(`${name}-receipt.json`, JSON.stringify(this.receipt), 'application/json')}>Download the receipt</button>`}</p>`;
  }

  private async given(event: Event): Promise<void> {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file) this.receipt = await file.text();
  }
}

customElements.define('arbiter-judge', ArbiterJudge);
