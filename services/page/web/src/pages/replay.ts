/**
 * The page `replay`: `#/replay/<service>/<id>?at=<version>&seat=<seat>`, or `#/replay/file` for a dropped export. With
 * `wins=<seat>&turns=<number>` it poses a puzzle: that seat has to win from there.
 *
 * Hooks for tests beside those of the player: `data-drop` and `data-file` (an export), `data-seat` (the seat switch),
 * `data-copy` (copies a link for others), `data-link` (that link), `data-live` (`yes` while events arrive), `data-ending` (of a game that is over: `last` at its last version, `earlier` before), `data-checked` (of a file), `data-keeps` (once a copy
 * is kept on this computer), `data-offline` (while that copy is shown).
 */
import { Arbiter, Problem, type Service } from 'arbiter-client';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { appKey, changed as access, seatsOf, streamFor } from '../access.js';
import { partOf, type Fields, type FinishedReplay } from '../games.js';
import { endingSaid } from '../parts/campaign/standing.js';
import { serviceOf } from '../parts/exported.js';
import { forkSentence, luckSentence } from '../parts/forked.js';
import { isDenied } from '../parts/needed.js';
import '../parts/pick.js';
import type { AnyView } from '../parts/play/live.js';
import '../parts/problem.js';
import { puzzleOf } from '../parts/puzzle.js';
import '../parts/replay/check.js';
import { causesFor } from '../parts/replay/chains.js';
import { endingAt, gameWasOver, isOver } from '../parts/replay/ending.js';
import '../parts/replay/fork.js';
import '../parts/replay/player.js';
import { fromFile, fromStream, fromText, type Loading } from '../parts/replay/sources.js';
import { linkFor } from '../parts/replay/watching.js';
import { ago } from '../parts/times.js';
import { dropLog, isOffline, keepLog, keptLog, type KeptLog } from '../offline.js';
import { go, linkTo, type Place } from '../router.js';
import { seatNames, streamTitle } from '../seats.js';
import { base } from '../styles.js';
import { gameName, wordsOf } from '../words.js';
import { t } from '../texts.js';

const FILE = 'file', PAUSE = 250;
/** Statuses of streams that are not this credential's. */
const ELSEWHERE: readonly number[] = [401, 403, 404];
/** Statuses of streams that a stranger cannot read any more. */
const GONE: readonly number[] = [401, 404, 410];
const UNREACHABLE = 0;

export class ArbiterReplay extends LitElement {
  static override properties = {
    place: { attribute: false }, loading: { state: true }, problem: { state: true }, loaded: { state: true }, copied: { state: true }, address: { state: true }, preview: { state: true },
    at: { state: true }, over: { state: true }, keeps: { state: true }, backup: { state: true },
  };
  declare place: Place;
  declare private loading: Loading | undefined;
  declare private problem: Error | undefined;
  declare private loaded: number;
  /** Who can open the link that was copied, and the link. */
  declare private copied: string;
  declare private address: string;
  declare private preview: string | undefined;
  declare private at: number | undefined;
  /** The replay for the game's own part, once the whole log of a closed stream has loaded. */
  declare private over: FinishedReplay | undefined;
  /** Whether this computer keeps the log that is shown. */
  declare private keeps: boolean;
  /** The copy that is shown while the server cannot be reached. */
  declare private backup: KeptLog | undefined;
  private shown = '';
  private stopping = new AbortController();
  private naming: ReturnType<typeof setTimeout> | undefined;

  static override styles = [base, css`
    .head { justify-content: space-between; margin-bottom: 0.6rem; } h1 { margin: 0; }
    .ending { border-left: 4px solid var(--accent); margin-bottom: 0.8rem; }
    .copied { margin-bottom: 0.8rem; } .copied input { flex: 1; min-width: 12rem; font-family: var(--mono); font-size: 0.85rem; }
    label.row, select, .head > .row { min-width: 0; max-width: 100%; } .ending p { margin: 0; } .wide { overflow-wrap: anywhere; }
  `];

  constructor() {
    super();
    this.loaded = 0;
    this.keeps = false;
    this.copied = this.address = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    access.addEventListener('change', this.again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    access.removeEventListener('change', this.again);
    this.stopping.abort();
    clearTimeout(this.naming);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('place')) return;
    const at = this.place.params.get('at');
    this.at = at !== null && /^[1-9]\d{0,14}$/.test(at) ? Number(at) : undefined;
    const wanted = `${this.place.parts.join('/')}?${this.seat ?? ''}`;
    if (wanted !== this.shown) void this.open(wanted);
  }

  private get service(): string { return this.place.parts[0] ?? ''; }
  private get streamId(): string { return this.place.parts[1] ?? ''; }
  private get isFile(): boolean { return this.service === FILE; }
  private get seat(): string | undefined { return this.place.params.get('seat') ?? undefined; }

  /** How many turns a puzzle has that the address names. */
  private get turns(): number {
    const turns = this.place.params.get('turns') ?? '';
    return /^[1-9]\d?$/.test(turns) ? Number(turns) : 1;
  }

  private readonly again = (): void => { void this.open(this.shown); };

  private async open(wanted: string): Promise<void> {
    this.stopping.abort();
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    this.shown = wanted;
    this.loading = this.problem = this.over = this.backup = undefined;
    this.keeps = false;
    if (!this.isFile && !this.streamId) return;
    try {
      const loading = await this.begin();
      if (signal.aborted) return;
      this.loading = loading;
      loading.source.log.addEventListener('change', () => { this.loaded += 1; }, { signal });
      await loading.fill(signal);
      this.loaded += 1;
      this.over = this.finished(loading);
      if (this.over) await this.keep(signal);
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
  }

  private async begin(): Promise<Loading> {
    if (this.isFile) return fromFile(wordsOf);
    const kept = isOffline() ? await this.fromKept() : undefined;
    if (kept) return kept;
    return this.fromServer().catch(async (problem: unknown) => {
      const status = problem instanceof Problem ? problem.status : undefined;
      if (!this.known && GONE.includes(status ?? UNREACHABLE)) await dropLog(this.service, this.streamId);
      const instead = status === UNREACHABLE ? await this.fromKept() : undefined;
      if (instead === undefined) throw problem;
      return instead;
    });
  }

  /** The copy that this computer keeps, if it keeps one. */
  private async fromKept(): Promise<Loading | undefined> {
    const copy = await keptLog(this.service, this.streamId);
    if (copy === undefined) return undefined;
    this.backup = copy;
    return fromText({ name: copy.id, text: copy.log }, () => Promise.reject(new Error(t('there is no connection'))));
  }

  /** Let this computer keep the log, if it is open to all. */
  private async keep(signal: AbortSignal): Promise<void> {
    const { path } = streamFor(this.service, this.streamId), keeps = path !== undefined && await keepLog(this.service, this.streamId, path);
    if (!signal.aborted) this.keeps = keeps;
  }

  private fromServer(): Promise<Loading> {
    const causes = causesFor(this.service, this.streamId, this.seat);
    const load = (stream: ReturnType<typeof streamFor>, asks: boolean): Promise<Loading> =>
      fromStream(stream, wordsOf(this.service), { at: this.at, asks, causes: asks ? causes : undefined });
    return load(streamFor(this.service, this.streamId, this.seat), this.known).catch((problem: unknown) => {
      if (!this.known || !(problem instanceof Problem) || !ELSEWHERE.includes(problem.status)) throw problem;
      return load(new Arbiter().stream(this.service as Service, this.streamId), false).catch(() => { throw problem; });
    });
  }

  /** Whether this tab has a credential; it may be one of another app, and the log still be open to all. */
  private get known(): boolean { return appKey() !== undefined || seatsOf(this.service, this.streamId).length > 0; }

  private finished({ source: { log, view } }: Loading): FinishedReplay | undefined {
    if (view === undefined || !isOver(log)) return undefined;
    const go = (version: number): void => { this.moved(new CustomEvent('moved', { detail: log.moveAt(version).to })); };
    return { stream: this.streamId, log, view, go };
  }

  /** Write the current version into the address, unless it is the newest version of the game, and the stream is still open. */
  private moved(event: CustomEvent<number>): void {
    const source = this.loading?.source, follows = source?.live === true && event.detail === source.log.played;
    this.at = follows ? undefined : event.detail;
    if (!follows) this.copied = this.address = '';
    clearTimeout(this.naming);
    this.naming = setTimeout(() => go(this.link(this.at), { replace: true }), PAUSE);
  }

  private link(at: number | undefined): string {
    const wins = this.place.params.get('wins') ?? undefined;
    return linkTo('replay', this.place.parts, { at, seat: this.seat, wins, turns: wins === undefined ? undefined : this.turns });
  }

  private readonly proof = (at: number): string => linkTo('judge', this.place.parts, { at, seat: this.seat });

  private async copy(): Promise<void> {
    try {
      const { address, says, preview } = await linkFor(this.service, this.streamId, this.loading?.source.newest, this.at);
      [this.address, this.copied, this.preview] = [address, says, preview];
      await navigator.clipboard?.writeText(address);
    } catch (error) {
      if (error instanceof Problem) this.problem = error;
      else this.copied = t('Copy this link:'); // the browser keeps the clipboard to itself
    }
  }

  private switched(event: Event): void {
    const seat = (event.target as HTMLSelectElement).value || undefined;
    go(linkTo('replay', this.place.parts, { at: this.at, seat }));
  }

  protected override render(): TemplateResult {
    if (!this.isFile && !this.streamId) return this.choice();
    if (!this.isFile && isDenied(this.problem)) return html`<arbiter-needed .service=${this.service} .stream=${this.streamId} page="replay" .why=${this.known ? this.problem.message : undefined}></arbiter-needed>`;
    return html`<div class="row head">${this.heading()}${this.tools()}</div>
      ${this.copied ? html`<div class="row copied" role="status"><span>${this.copied}</span>
        <input readonly aria-label="The link" data-link .value=${this.address} @focus=${(event: Event) => { (event.target as HTMLInputElement).select(); }}>
        ${this.preview ? html`<label>With a preview, for chats <input readonly data-preview .value=${this.preview}></label>` : nothing}</div>` : nothing}
      ${this.keeps ? html`<p class="quiet" data-keeps>This computer keeps a copy of this log, which opens without a connection.</p>` : nothing}
      ${forkSentence(this.loading?.source.newest?.fork, this.loading?.source.newest?.seats)}${luckSentence(this.loading?.source.newest?.luck, this)}${puzzleOf(this.service, this.loading?.source.newest as AnyView | undefined, this.seat)}
      ${this.problem ? html`<arbiter-problem .problem=${this.problem}></arbiter-problem>` : nothing}
      ${this.loading ? this.player(this.loading) : this.problem ? nothing : html`<p role="status">Reading the log…</p>`}`;
  }

  private choice(): TemplateResult {
    return html`<h1>Replay</h1>
      <p>Replay a game step by step: its events, its draws, what changed, and what each seat saw.</p>
      <arbiter-pick page="replay" @file=${() => go(linkTo('replay', [FILE]))}></arbiter-pick>`;
  }

  private heading(): TemplateResult {
    const file = this.loading && 'name' in this.loading ? this.loading as Loading & { name: string; stream: string } : undefined;
    if (this.isFile) return html`<h1 class="wide">Replay of ${file ? gameName(serviceOf(file.stream)) : t('a file')} <small class="mono">${file?.name ?? ''}</small></h1>`;
    const newest = this.loading?.source.newest, title = streamTitle(newest?.seats, newest?.game);
    return html`<h1 class="wide" title=${this.streamId}>Replay of ${gameName(this.service)}${title === '' ? nothing : html` <small>${title}</small>`}
      ${this.loading?.source.live ? html`<span class="tag good" data-live="yes">live</span>` : nothing}</h1>`;
  }

  private tools(): TemplateResult {
    const more = this.isFile ? html`<a class="button" href=${linkTo('judge', [FILE])}>Judge it</a>
        <a class="button" href=${linkTo('replay')}>Another file</a>`
      : html`${this.seats()}<button data-copy @click=${this.copy}>Copy link</button>
        <a class="button" href=${linkTo('play', [this.service, this.streamId])}>Play</a>
        <a class="button" href=${linkTo('judge', [this.service, this.streamId])}>Judge</a>`;
    return html`<div class="row">${more}</div>`;
  }

  private seats(): TemplateResult {
    const mine = seatsOf(this.service, this.streamId).map((one) => one.seat);
    const all = appKey() === undefined ? mine : [...new Set([...(this.loading?.source.newest?.seats ?? []).map((one) => one.seat), ...mine])];
    const name = seatNames(this.loading?.source.newest?.seats);
    if (appKey() === undefined && all.length === 0) return html`<span class="tag">open to all</span>`;
    return html`<label class="row"><span>Seen by</span><select data-seat @change=${this.switched}>
      ${appKey() === undefined ? nothing : html`<option value="" ?selected=${this.seat === undefined}>the app (its key)</option>`}
      ${all.map((seat) => html`<option value=${seat} ?selected=${seat === this.seat}>${name(seat) || t('my seat')}</option>`)}
    </select></label>`;
  }

  private fork({ source: { newest, log, chances } }: Loading): TemplateResult | typeof nothing {
    if (newest === undefined || chances === undefined) return nothing;
    const { house, deals } = partOf(this.service), wins = this.place.params.get('wins'), takesBack = (newest['undo'] as { readonly setting: string } | undefined)?.setting !== 'never';
    return html`<arbiter-fork .service=${this.service} .stream=${this.streamId} .at=${this.at ?? log.last} .seat=${this.seat || undefined}
      .house=${takesBack ? undefined : house} .deals=${deals ?? false} .over=${gameWasOver(log, this.at ?? log.last)} .seen=${newest} .wins=${wins ?? undefined} .turns=${this.turns} .posed=${wins !== null}></arbiter-fork>`;
  }

  private player(loading: Loading): TemplateResult {
    const { source: { log } } = loading, ending = endingAt(log, this.at ?? log.last);
    const newest = loading.source.newest, outcome = ending.isLast && newest?.status === 'closed' && partOf(this.service).campaign ? endingSaid(newest['game'] as Fields) : undefined;
    return html`
      ${this.isFile ? html`<arbiter-check></arbiter-check>` : nothing}
      ${this.backup ? html`<p class="warn" role="status" data-offline>The server cannot be reached: this is the copy that this computer keeps (${ago(this.backup.at)}).</p>
        <arbiter-check .text=${this.backup.log}></arbiter-check>` : nothing}
      ${this.fork(loading)}
      ${ending.says.length === 0 ? nothing : html`<div class="card ending" data-ending=${ending.isLast ? 'last' : 'earlier'}>${ending.says.map((one) => html`<p>${one}.</p>`)}${outcome ? html`<p data-outcome><strong>${outcome}.</strong></p>` : nothing}</div>`}
      <arbiter-player everywhere .proof=${this.proof} .source=${loading.source} .at=${this.at ?? loading.source.log.played} @moved=${this.moved}>
        ${this.over ? partOf(this.service).course?.(this.over, this.at ?? loading.source.log.played) ?? nothing : nothing}</arbiter-player>`;
  }
}

customElements.define('arbiter-replay', ArbiterReplay);
