/**
 * `<arbiter-player .source .at>`: a replay of a stream or an export: a slider, the events of each step, and the state.
 *
 * Its content is shown below the slider. Steps never wait for the network: the log's sentences appear at once, and the state when it has loaded. It fires
 * `moved` with its version. In a campaign the list of events shows those about one character, if one is chosen. Hooks for tests: `data-at` and `data-last` on the player's frame, `data-step`,
 * `data-play`, `data-slider`, `data-speed` on the controls, `data-event`, `data-sentence`, `data-draw`, `data-developers` on
 * the content, `data-view-version` on the state, `data-new` on the button that goes to new events.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { partOf } from '../../games.js';
import { base } from '../../styles.js';
import '../lines.js';
import { aboutChoice, figuresById } from '../play/about.js';
import './controls.js';
import type { AskCauses } from './causes.js';
import type { AskChances } from './chance.js';
import { stepOf, type Step } from './controls.js';
import type { Log, Move } from './log.js';
import './moment.js';
import './state.js';
import { Views, type Seen } from './views.js';

/** What is played: a log, and a function that reads the state if there is a server. */
export interface Source {
  readonly log: Log;
  readonly view?: (at: number) => Promise<Seen>;
  /** Returns the exact chances of the command that led to a version; only for readers with a credential. */
  readonly chances?: AskChances;
  /** Returns the commits of a chain of causes that the caller may read. */
  readonly causes?: AskCauses;
  /** The view that is loaded already. */
  readonly newest?: Seen;
  /** Whether more events may arrive. */
  live: boolean;
}

const AHEAD = 3;
/** What can change which events are listed. */
const LISTING = ['source', 'loaded', 'about'];
const STREAM = /^(\w+)\.\w+:(.+)$/;

export class ArbiterPlayer extends LitElement {
  static override properties = {
    source: { attribute: false }, everywhere: { type: Boolean }, proof: { attribute: false }, at: { type: Number },
    playing: { state: true }, speed: { state: true }, loaded: { state: true }, fresh: { state: true },
    now: { state: true }, earlier: { state: true }, trouble: { state: true }, about: { state: true },
  };
  declare source: Source;
  /** Whether keys work wherever the focus is, as on a page of its own. */
  declare everywhere: boolean;
  /** Returns the address of the proof of a version, if there is one. */
  declare proof: ((version: number) => string) | undefined;
  declare at: number;
  declare private playing: boolean;
  declare private speed: number;
  declare private loaded: number;
  declare private fresh: number;
  declare private now: Seen | undefined;
  declare private earlier: Seen | undefined;
  declare private trouble: Error | undefined;
  /** The id of the character whose events are listed; empty for all. */
  declare private about: string;
  /** The versions of the listed events, if not all are listed. */
  private listed: readonly number[] | undefined;
  private views: Views | undefined;
  private move: Move = { from: 0, to: 0 };
  private known = 0;
  private forward = true;
  private timer: ReturnType<typeof setTimeout> | undefined;

  static override styles = [base, css`
    .controls { position: sticky; top: 0; z-index: 2; background: var(--ground); padding: 0.5rem 0; }
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); align-items: start; }
    .two.alone { grid-template-columns: minmax(0, 1fr); }
    .card { min-width: 0; } label { margin-bottom: 0.4rem; }
    .state { max-height: calc(100vh - 6rem); overflow: auto; contain: content; position: sticky; top: 4.2rem; } .alone .state { max-height: none; position: static; }
    @media (max-width: 60rem) { .two { grid-template-columns: minmax(0, 1fr); } .state { max-height: none; position: static; } }
  `];

  constructor() {
    super();
    this.speed = 2;
    this.loaded = 0;
    this.fresh = 0;
    this.playing = false;
    this.everywhere = false;
    this.at = 0;
    this.about = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    (this.everywhere ? window : this).addEventListener('keydown', this.pressed as EventListener);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const target of [window, this]) target.removeEventListener('keydown', this.pressed as EventListener);
    this.source?.log.removeEventListener('change', this.heard);
    this.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('source')) this.begin(changed.get('source') as Source | undefined);
    if (LISTING.some((one) => changed.has(one))) this.listed = this.about === '' ? undefined : this.source.log.versionsAbout(this.about);
    if (changed.has('at') || changed.has('source') || changed.has('loaded')) {
      const move = this.source.log.moveAt(this.at);
      if (move.from !== this.move.from || move.to !== this.move.to || changed.has('source')) {
        this.move = move;
        setTimeout(this.settle);
      }
    }
  }

  private begin(earlier: Source | undefined): void {
    const { log, view, newest } = this.source;
    earlier?.log.removeEventListener('change', this.heard);
    log.addEventListener('change', this.heard);
    this.views = view && new Views(view, () => this.settle(), (error) => { this.trouble = error; });
    if (newest) this.views?.keep(newest.version, newest);
    this.now = this.earlier = this.trouble = undefined;
    this.fresh = 0;
    this.about = '';
    this.known = log.played;
    if (this.at < 1) this.at = this.known;
  }

  /** Handle new events: a player at the end stays at the end. */
  private readonly heard = (): void => {
    const { played } = this.source.log, stood = this.at >= this.known;
    if (played > this.known && this.source.live) {
      if (stood) this.stand(played);
      else this.fresh += played - this.known;
    }
    this.known = played;
    this.loaded += 1;
  };

  /** Show the state of the current version if it is loaded; else request it and the next ones. */
  private readonly settle = (): void => {
    if (this.views === undefined) return;
    const { from, to } = this.move, now = this.views.at(to), before = from > 1 ? this.views.at(from - 1) : undefined;
    if (now !== undefined && (from <= 1 || before !== undefined)) {
      this.now = now;
      this.earlier = before;
    }
    this.views.want([to, from - 1, ...this.ahead()]);
  };

  private ahead(): number[] {
    const { log } = this.source, versions: number[] = [];
    for (let move = this.move; versions.length < AHEAD;) {
      const next = this.forward ? move.to + 1 : move.from - 1;
      if (next < 1 || next > log.last) break;
      move = log.moveAt(next);
      versions.push(this.forward ? move.to : move.from - 1);
    }
    return versions;
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    if (step === undefined) return;
    event.preventDefault();
    this.step(step);
  };

  private stepped(event: CustomEvent<Step>): void { this.step(event.detail); }

  private step(step: Step): void {
    const { log } = this.source;
    if (step === 'play') {
      if (this.playing) this.stop();
      else this.play();
      return;
    }
    this.stop();
    if (typeof step === 'number') this.stand(step);
    else if (step === 'next') this.stand(this.move.to + 1);
    else if (step === 'previous') this.stand(this.move.from - 1);
    else this.stand(step === 'first' ? 1 : log.last);
  }

  private stand(version: number): void {
    const { log } = this.source, { to } = log.moveAt(version);
    this.forward = to >= this.at;
    this.at = to;
    if (to >= log.played) this.fresh = 0;
    this.dispatchEvent(new CustomEvent('moved', { detail: to }));
  }

  private play(): void {
    if (this.at >= this.source.log.last) this.stand(1);
    this.playing = true;
    const on = (): void => {
      if (this.at >= this.source.log.last) { this.stop(); return; }
      this.stand(this.move.to + 1);
      this.timer = setTimeout(on, 1000 / this.speed);
    };
    this.timer = setTimeout(on, 1000 / this.speed);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  protected override render(): TemplateResult {
    const { log } = this.source;
    return html`<div data-at=${this.move.to} data-last=${log.last}>
      <div class="controls"><arbiter-controls .at=${this.move.to} .first=${log.moveAt(1).to} .last=${log.last}
          .playing=${this.playing} .speed=${this.speed}
          .says=${log.last > 0 ? log.sentenceAt(this.move.to) : ''} @step=${this.stepped}
          @speed=${(event: CustomEvent<number>) => { this.speed = event.detail; }}></arbiter-controls>${this.news()}</div>
      <slot></slot>
      ${this.table()}
      <div class="two ${this.views && !this.boarded ? '' : 'alone'}">
        <div class="stack">
          <section class="card" aria-label="This step"><arbiter-moment .log=${log} .chances=${this.source.chances} .causes=${this.source.causes} .proof=${this.proof} .move=${this.move} .loaded=${this.loaded} .quiet=${this.playing} @step=${this.stepped}></arbiter-moment></section>
          ${this.events()}
        </div>
        ${this.views ? html`<section class="card state" tabindex="0" aria-label="The state">${this.state()}</section>` : nothing}
      </div></div>`;
  }

  /** The list of events: all, or those about a character. */
  private events(): TemplateResult {
    const { log, newest } = this.source, { listed } = this, { from, to } = this.move;
    const first = listed?.findIndex((one) => one >= from) ?? from - 1, end = listed?.findLastIndex((one) => one <= to) ?? to - 1, isIn = first >= 0 && first <= end;
    return html`<div>${aboutChoice(figuresById(this.shown[0], newest?.['game'], this.now?.['game']), this.about, log.names, (id) => { this.about = id; })}
      <arbiter-lines label="All events" .count=${listed?.length ?? log.last} .from=${isIn ? first + 1 : 0} .to=${isIn ? end + 1 : 0} .loaded=${this.loaded}
        .row=${this.line} .begins=${this.begins} .turns=${this.turns} @step=${(event: CustomEvent<number>) => { this.step(this.versionOf(event.detail)); }}></arbiter-lines></div>`;
  }

  /** Return the version of a line of the list. */
  private versionOf(line: number): number { return this.listed?.[line - 1] ?? line; }

  private readonly line = (line: number): TemplateResult => {
    const version = this.versionOf(line), text = this.source.log.sentenceAt(version), ended = this.source.log.takenBackAt(version);
    return html`<span class="number">${version}</span>${ended === undefined ? html`<span class="text" data-event=${version}>${text}</span>`
      : html`<span class="text quiet" data-event=${version} data-back=${ended}><s>${text}</s> (taken back at ${ended})</span>`}`;
  };

  private readonly begins = (line: number): boolean => {
    const version = this.versionOf(line);
    return version > 1 && this.source.log.timeOf(version) !== this.source.log.timeOf(version - 1);
  };

  private readonly turns = (line: number): boolean => this.source.log.beginsAt(this.versionOf(line));

  /** The service and the id of the stream that is shown. */
  private get shown(): readonly [service: string, id: string] {
    const [, service = '', id = ''] = STREAM.exec(String((this.now ?? this.source.newest)?.['stream'] ?? '')) ?? [];
    return [service, id];
  }

  private get boarded(): boolean { return partOf(this.shown[0]).board !== undefined; }

  /** The board at this version, if the game has one. */
  private table(): TemplateResult | typeof nothing {
    const [service, id] = this.shown;
    return this.now === undefined ? nothing : partOf(service).board?.({ game: this.now['game'], seats: this.now.seats, stream: id }) ?? nothing;
  }

  private state(): TemplateResult {
    if (this.trouble) return html`<arbiter-problem .problem=${this.trouble}></arbiter-problem>`;
    const waits = this.views?.at(this.move.to) === undefined;
    return html`<arbiter-state .now=${this.now} .earlier=${this.earlier} .waits=${waits} ?boarded=${this.boarded}></arbiter-state>`;
  }

  private news(): TemplateResult | typeof nothing {
    if (this.fresh === 0) return nothing;
    return html`<p role="status"><button data-new=${this.fresh} @click=${() => this.step('last')}>${this.fresh} new: go to the end</button></p>`;
  }
}

customElements.define('arbiter-player', ArbiterPlayer);
