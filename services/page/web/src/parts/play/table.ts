/**
 * `<arbiter-table>`: a stream as one seat sees and plays it. Each seat has an element of its own.
 *
 * It fires `lived` with its `Live` whenever it shows something new. Main elements: `data-status` with the version, `data-more` (the button that unfolds the head on a phone), `<arbiter-game-state>` or a game's own board, `<arbiter-commands>`, `<arbiter-happened>`.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { seatsOf, streamFor } from '../../access.js';
import { partOf } from '../../games.js';
import { linkTo } from '../../router.js';
import { seatNames } from '../../seats.js';
import { base } from '../../styles.js';
import { contractOf, gameName, spelled, wordsOf, type GameWords } from '../../words.js';
import { forkSentence, luckSentence } from '../forked.js';
import { GUEST } from '../ready/names.js';
import { puzzleOf } from '../puzzle.js';
import { isDenied } from '../needed.js';
import '../problem.js';
import '../campaign/board.js';
import { firstSteps, isBeginning, ownStep, type Beginning } from '../campaign/first.js';
import type { ArbiterCampaign } from '../campaign/board.js';
import './happened.js';
import './panel.js';
import './state.js';
import '../undo/undo.js';
import type { ArbiterCommands } from './panel.js';
import { keep, kept } from '../../storage.js';
import type { ArbiterChat } from './chat.js';
import type { ArbiterUndo } from '../undo/undo.js';
import { isLapsed } from '../undo/way.js';
import type { CampaignSheet } from '../campaign/actions.js';
import { endingSaid, figuresOf } from '../campaign/standing.js';
import { Live, type AnyView } from './live.js';
import { isRecord, namesIn, type Names } from './names.js';
import type { Body, LegalList } from './entries.js';
import type { Schemas } from './shape.js';
import { t } from '../../texts.js';

/** Under this name a browser keeps that the chat is muted. */
const MUTED = 'chat-muted';
/** For how many versions it is said that a proposed undo lapsed. */
const RECENT = 10;
const NOTHING: LegalList = { allowed: [], blocked: [] };

export class ArbiterTable extends LitElement {
  static override properties = { service: {}, stream: {}, seat: {}, ready: { type: Boolean }, words: { state: true }, schemas: { state: true }, problem: { state: true }, more: { state: true } };
  declare service: string;
  declare stream: string;
  declare seat: string;
  /** Whether the game was opened ready to play: nobody needs first steps. */
  declare ready: boolean;
  declare private words: GameWords | undefined;
  /** The schemas of the contract; undefined until it has been read, empty if it cannot be. */
  declare private schemas: Schemas | undefined;
  declare private problem: unknown;
  /** Whether a phone shows the whole head; wider screens always do. */
  declare private more: boolean;
  private live: Live | undefined;
  private from = 0;
  private names: Names = new Map();
  private named: unknown;
  /** The newest undo that was proposed while this was shown. */
  private proposed = -RECENT;

  static override styles = [base, css`
    .head { margin-bottom: 1rem; gap: 0.2rem 0.8rem; } .head h1 { margin: 0; } .head .seats { margin: 0; } .head nav { display: flex; gap: 0.7rem; margin-left: auto; }
    .rest { display: contents; } .head h1, .head strong[data-called] { order: -1; } button.more { display: none; }
    .table { display: grid; gap: 1.2rem; grid-template: 'happened side' auto 'seen side' 1fr / minmax(0, 1fr) minmax(0, 24rem); align-items: start; }
    .happened { grid-area: happened; } .side { grid-area: side; } .seen { grid-area: seen; }
    .side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem; } .stack { grid-template-columns: minmax(0, 1fr); } summary { cursor: pointer; font-weight: 600; }
    .top { margin-bottom: 1.2rem; } .over { border-left: 4px solid var(--good); } .low { margin-top: 1rem; } .asked { display: block; position: sticky; top: 0; z-index: 2; max-height: 60vh; overflow-y: auto; }
    @media (max-width: 56rem) { .table { grid-template: 'happened' auto 'side' auto 'seen' auto / minmax(0, 1fr); } .head nav { margin: 0; } .head nav a { padding-block: 0.5rem; } }
    .cards { grid-area: cards; outline: none; scroll-margin-top: 1rem; } .first { margin-bottom: 1rem; } .first ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.4rem; } .campaign { grid-template: 'cards side' auto 'happened side' auto 'seen side' 1fr / minmax(0, 1fr) minmax(0, 22rem); }
    @media (max-width: 56rem) { .campaign { grid-template: 'cards' auto 'happened' auto 'side' auto 'seen' auto / minmax(0, 1fr); } }
    @media (max-width: 40rem) {
      .head { gap: 0.4rem; } .head h1 { flex: 1; min-width: 0; font-size: 1.05rem; overflow-wrap: anywhere; } .tag .count { display: none; }
      button.more { display: inline-flex; } .rest { display: none; } .open .rest { display: flex; flex-wrap: wrap; gap: 0.2rem 0.8rem; align-items: center; flex-basis: 100%; } .head arbiter-chat-newest { flex-basis: 100%; }
    }
    .played { grid-template: 'seen' auto 'side' auto / minmax(0, 1fr); } .played.closed { grid-template: 'side' auto 'seen' auto / minmax(0, 1fr); } .over { margin: 0; }
  `];

  override connectedCallback(): void {
    super.connectedCallback();
    import('./sounds.js').catch(() => undefined); // with attention, odds and remember: the game is played without them
    this.live = new Live(streamFor(this.service, this.stream, this.seat), () => { this.requestUpdate(); }, (command) => this.boarded() || this.onCards(command));
    void this.learn();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.live?.stop();
  }

  private async learn(): Promise<void> {
    try {
      this.words = await wordsOf(this.service);
      this.schemas = (await contractOf(this.service)).components.schemas as Schemas;
    } catch (problem) {
      this.problem = problem;
      this.schemas = {};
    }
  }

  protected override willUpdate(): void {
    this.proposed = this.live?.view?.undo?.proposal?.proposal ?? this.proposed;
    const game = this.live?.view?.game;
    if (game === undefined || game === this.named) return;
    if (this.from === 0) this.from = this.live?.view?.version ?? 0;
    const seats = this.live?.view?.seats ?? [], name = seatNames(seats);
    [this.named, this.names] = [game, new Map([...seats.map(({ seat }) => [seat, name(seat)] as const), ...namesIn(game)])];
  }

  protected override updated(): void {
    this.dispatchEvent(new CustomEvent('lived', { detail: this.live }));
    if (!this.acted) return;
    const panel = this.renderRoot.querySelector<ArbiterCommands>('arbiter-commands');
    void (panel?.updateComplete ?? this.updateComplete).then(() => {
      if (!isLost(this.renderRoot as ShadowRoot)) return;
      if (panel) panel.keepFocus();
      else this.renderRoot.querySelector<HTMLElement>('.over')?.focus();
    });
  }

  /** Whether the focus was last in the list of commands: what is sent is sent from there. */
  private acted = false;

  protected override render(): TemplateResult {
    const { view, problem } = this.live ?? {};
    if (isDenied(problem)) return html`<arbiter-needed .service=${this.service} .stream=${this.stream} page="play" .why=${problem.message}></arbiter-needed>`;
    const trouble = html`<arbiter-problem .problem=${this.problem ?? problem}></arbiter-problem>`;
    if (view === undefined) return html`<h1>${gameName(this.service)}</h1>${trouble}${this.problem ?? problem ? nothing : html`<p class="quiet" role="status">Loading …</p>`}`;
    const isLow = (this.boarded() || this.campaign() !== undefined) && view.undo?.proposal === undefined;
    return html`${trouble}${this.head(view.version, view.status)}${forkSentence(view.fork, view.seats)}${luckSentence(view.luck, this)}${puzzleOf(this.service, view, this.seat)}${this.top()}${isLow ? nothing : this.undo(view)}
      ${view.version < this.proposed + RECENT && isLapsed(this.live!.events, this.proposed) ? html`<p class="card" role="status" data-lapsed>The proposal to undo lapsed: the game went on.</p>` : nothing}
      <div class="table ${this.boarded() ? 'played' : this.campaign() ? 'campaign' : ''} ${view.status}" @focusin=${(event: Event) => { this.acted = (event.target as Element).localName === 'arbiter-commands'; }}>
        ${this.boarded() ? html`<div class="stack seen">${this.board()}
          <details><summary>All events, and everything that you see</summary><div class="stack">${this.happened(view.game)}${this.state(view.game)}</div></details></div>`
        : html`${this.cards()}<div class="happened">${this.happened(view.game)}</div>`}
        <div class="side">
          ${view.status === 'closed' ? this.over() : this.boarded() ? html`<details data-forms><summary>Every command as a form</summary>${this.commands()}</details>` : this.commands()}
          ${this.chat()}
        </div>
        ${this.boarded() ? nothing : this.campaign() ? html`<details class="seen" data-seen><summary>Everything that you see</summary>${this.state(view.game)}</details>`
          : html`<div class="seen">${this.state(view.game)}</div>`}
      </div>${isLow ? this.undo(view) : nothing}`;
  }

  /** What the game shows above all else while it is open. */
  private top(): TemplateResult | typeof nothing {
    const { view, legal, busy } = this.live!, { top } = partOf(this.service);
    return top === undefined || view!.status === 'closed' ? nothing
      : html`<div class="top">${top({ game: view!.game, seats: view!.seats, version: view!.version, legal, seat: this.seat, stream: this.stream, busy, sender: this.live! })}</div>`;
  }

  private over(): TemplateResult {
    const place = [this.service, this.stream], ending = this.campaign() ? endingSaid(this.live!.view!.game, this.names) : undefined;
    return html`<p class="card over" tabindex="-1">This game is over. ${ending ? html`<strong data-outcome>${ending}.</strong> ` : nothing}<a href=${linkTo('replay', place, { seat: this.seat })}>Replay it</a>,
      or <a href=${linkTo('judge', place, { seat: this.seat })}>verify it</a>.</p>`;
  }

  /** The commands as forms. A form needs the schemas: without them it would take values of another shape. */
  private commands(): TemplateResult {
    if (this.schemas === undefined) return html`<p class="quiet" role="status">Loading …</p>`;
    return html`<arbiter-commands .legal=${this.live!.legal} .version=${this.live!.listed} .words=${this.words} .schemas=${this.schemas}
      .names=${this.names} .sender=${this.live!} .asked=${this.asked()} .purposes=${this.purposes()} .isAct=${this.onCards} @done=${() => { this.renderRoot.querySelector<HTMLElement>('.cards')?.focus(); }}
      .sent=${this.live!.sent?.type} .result=${this.result()}></arbiter-commands>`;
  }

  /** What came of the command that was sent last. */
  private result(): TemplateResult | undefined {
    const { sent, events, view } = this.live!;
    if (sent === undefined) return undefined;
    return html`<arbiter-happened-last .events=${events} .words=${this.words} .view=${view!.game} .seats=${view!.seats} .from=${sent.after} .until=${sent.until} .still=${!this.acted} .proof=${this.proof}></arbiter-happened-last>`;
  }

  private readonly proof = (at: number): string => linkTo('replay', [this.service, this.stream], { at, seat: this.seat });

  private head(version: number, status: string): TemplateResult {
    const says = t(status === 'open' ? 'open' : 'closed');
    const of = [this.service, this.stream];
    const title = this.live!.view!.game.title;
    return html`<div class="row head ${this.more ? 'open' : ''}"><h1>${gameName(this.service)}</h1>
      <span class="tag" data-status=${status} data-version=${version} title=${t`The game is ${says}; its log has ${version} entries`}>${says}<span class="count"> · ${version} entries</span></span>
      <button class="more" data-more aria-expanded=${this.more ? 'true' : 'false'} @click=${() => { this.more = !this.more; }}>More</button>
      <div class="rest">${typeof title === 'string' ? html`<strong data-called>${title}</strong>` : nothing}${this.seats()}
      <arbiter-attention .view=${this.live!.view} .legal=${this.live!.legal} .seat=${this.seat} .name=${gameName(this.service)}></arbiter-attention>
      <arbiter-sounds .service=${this.service} .events=${this.live!.events} .view=${this.live!.view} .legal=${this.live!.legal} .seat=${this.seat}></arbiter-sounds>
      <arbiter-remember .service=${this.service} .stream=${this.stream} .seat=${this.seat}></arbiter-remember>
      <nav aria-label="This game"><a href=${linkTo('play', of)}>Seats</a> <a href=${linkTo('replay', of, { seat: this.seat })}>Replay</a> <a href=${linkTo('judge', of, { seat: this.seat })}>Judge</a></nav></div>${this.newest()}</div>`;
  }

  /** The seats at the table, this one first; seats with an open decision are marked, and seats for those who watch are counted. */
  private seats(): TemplateResult {
    const { seats, game } = this.live!.view!, decisions = Array.isArray(game.decisions) ? (game.decisions as unknown[]).filter(isRecord) : [];
    const isAsked = (seat: string): boolean => decisions.some((one) => one.seat === seat);
    const others = seats.filter(({ seat, role }) => seat !== this.seat && role !== 'spectator').map(({ seat }) => seat);
    const called = seatNames(seats);
    const watching = seats.filter(({ role }) => role === 'spectator').length;
    return html`<p class="seats">You are <strong>${called(this.seat)}</strong>${others.length > 0 ? html` <span class="quiet">with ${others.map((seat, at) =>
      html`${at > 0 ? ', ' : ''}${called(seat)}${isAsked(seat) ? t(' (to decide)') : ''}`)}</span>` : nothing}${watching > 0 ? html` <span class="quiet" data-watching=${watching}>· ${watching} ${t(watching === 1 ? 'seat' : 'seats')} to watch</span>` : nothing}</p>`;
  }

  /** What open decisions ask of this seat, in words. */
  private asked(): string[] {
    const decisions = this.live!.view!.game.decisions;
    if (!Array.isArray(decisions)) return [];
    return decisions.filter((one) => isRecord(one) && one.seat === this.seat).map(({ kind, card, effect }: Record<string, unknown>) =>
      [spelled(String(kind ?? t('an answer'))), card, effect && String(effect).split('#').at(-1)].filter(Boolean).map((word) => String(word).replaceAll('-', ' ')).join(', '));
  }

  private happened(game: AnyView['game']): TemplateResult {
    return html`<arbiter-happened .events=${this.live!.events} .words=${this.words} .view=${game} .seats=${this.live!.view!.seats} .from=${this.from} .proof=${this.proof}></arbiter-happened>`;
  }

  /** What can be taken back: below a board, unless an undo is proposed. */
  private undo({ status, version, undo, game }: AnyView): TemplateResult | typeof nothing {
    if (status === 'closed') return nothing;
    return html`<arbiter-undo .undos=${undo} .version=${version} .events=${this.live!.events} .words=${this.words} .game=${game} .seat=${this.seat} .seats=${this.live!.view!.seats}
      class=${undo?.proposal ? 'asked' : this.boarded() || this.campaign() ? 'low' : ''} .held=${this.held()} .send=${this.undone}></arbiter-undo>`;
  }

  private chatting: Promise<unknown> | undefined;

  /** The chat, if the stream has one; its code is asked for once, by the first table that has one. */
  private chat(): TemplateResult | typeof nothing {
    const { view, lines, legal } = this.live!;
    if (view?.chat === undefined) return nothing;
    this.chatting ??= import('./chat.js').catch((problem: unknown) => { this.problem = problem; });
    return html`<arbiter-chat .lines=${lines} .seats=${view.seats} .seat=${this.seat} .entries=${legal.allowed.filter(({ command }) => command === 'SendChat')} .open=${view.status === 'open'} .setting=${view.chat}
      .muted=${kept(MUTED) === true} .send=${this.live!.say} @muted=${(event: CustomEvent<boolean>) => { keep(MUTED, event.detail || undefined); this.requestUpdate(); }}></arbiter-chat>`;
  }

  /** The newest line of another seat, above a board: the chat is below it. */
  private newest(): TemplateResult | typeof nothing {
    if (this.live!.view?.chat === undefined || !this.boarded()) return nothing;
    return html`<arbiter-chat-newest .lines=${this.live!.lines} .seats=${this.live!.view.seats} .seat=${this.seat} .muted=${kept(MUTED) === true}
      @asked=${() => { this.renderRoot.querySelector<ArbiterChat>('arbiter-chat')?.keepFocus(); }}></arbiter-chat-newest>`;
  }

  /** The other seats at this table that this tab holds and plays: a guest's seat is another person's. */
  private held(): readonly string[] {
    return seatsOf(this.service, this.stream).map(({ seat }) => seat).filter((seat) => seat !== this.seat && seat !== GUEST);
  }

  private readonly undone = async (command: Body, seat = this.seat): Promise<void> => {
    if (seat === this.seat) await this.live!.send(command);
    else await streamFor(this.service, this.stream, seat).send(command as never);
    await this.updateComplete;
    const undo = this.renderRoot.querySelector<ArbiterUndo>('arbiter-undo');
    await undo?.updateComplete;
    if (isLost(this.renderRoot as ShadowRoot) && !undo?.keepFocus()) this.renderRoot.querySelector<ArbiterCommands>('arbiter-commands')?.keepFocus();
  };

  private state(game: AnyView['game']): TemplateResult {
    return html`<arbiter-game-state .game=${game} .names=${this.names} .seat=${this.seat} .bare=${this.campaign() !== undefined}></arbiter-game-state>`;
  }

  /** The purposes by which a game master's commands are sorted. */
  private purposes(): CampaignSheet['purposes'] | undefined {
    return this.live!.view!.seats.some(({ seat, role }) => seat === this.seat && role === 'gm') ? this.begins(this.campaign()?.purposes) : undefined;
  }

  /** The purposes, characters first while there are none: a game master begins with them. */
  private begins(all: CampaignSheet['purposes'] | undefined): CampaignSheet['purposes'] | undefined {
    return all && figuresOf(this.live!.view!.game).length === 0 ? { characters: [], ...all } : all;
  }

  private campaign(): CampaignSheet | undefined { return partOf(this.service).campaign; }

  /** Whether a command is an action on a card. */
  private readonly onCards = (command: string): boolean => this.campaign()?.actions.some((action) => action.command === command) ?? false;

  /** The characters of a campaign, as cards with their actions. */
  private cards(): TemplateResult | typeof nothing {
    const { view, legal } = this.live!, declared = this.campaign();
    if (declared === undefined) return nothing;
    const isLed = this.purposes() !== undefined, beginning: Beginning = {
      game: view!.game, seats: view!.seats, version: view!.version, events: this.live!.events, allowed: this.schemas ? legal.allowed : [], names: this.names, first: declared.first, busy: this.live!.busy,
      show: this.shown, act: this.begun, send: (command) => { if (!this.live!.busy) void this.played(command); },
    };
    const begins = view!.status === 'open' && !this.ready, steps = begins && isLed && isBeginning(beginning);
    return html`<div class="cards" tabindex="-1">${steps ? firstSteps(beginning) : begins && !isLed ? ownStep(beginning, this.seat) : nothing}
      <arbiter-campaign .elsewhere=${steps ? declared.first.fight : undefined} .game=${view!.game} .names=${this.names} .seat=${this.seat} .seats=${view!.seats} .legal=${view!.status === 'open' ? legal : NOTHING}
      .held=${this.held()} .place=${[this.service, this.stream]} .latest=${this.latest()} .show=${this.shown} .declared=${declared} .sender=${this.live!} .sendAs=${this.sendAs}></arbiter-campaign></div>`;
  }

  /** What this seat has to answer: the newest event. */
  private latest(): TemplateResult | undefined {
    const { view, legal, events } = this.live!;
    return !legal.allowed.some(({ kind }) => kind === 'answer') ? undefined : html`<arbiter-happened-last .events=${events} .words=${this.words} .view=${view!.game} .seats=${view!.seats}
      .from=${view!.version - 1} .until=${view!.version} .proof=${this.proof}></arbiter-happened-last>`;
  }

  private readonly shown = (kind: string): void => { void this.renderRoot.querySelector<ArbiterCommands>('arbiter-commands')?.show(kind); };

  private readonly begun = (kind: string): void => { this.renderRoot.querySelector<ArbiterCampaign>('arbiter-campaign')?.begin(kind); };

  private readonly sendAs = async (command: Body, seat: string): Promise<void> => { await streamFor(this.service, this.stream, seat).send(command as never); };

  /** Whether the game has a board. */
  private boarded(): boolean {
    return partOf(this.service).board !== undefined;
  }

  private board(): TemplateResult | typeof nothing {
    const { view, legal, busy } = this.live!;
    return partOf(this.service).board?.({
      game: view!.game, seats: view!.seats, version: view!.version, legal: view!.status === 'open' ? legal : undefined, seat: this.seat, stream: this.stream, busy, send: this.played,
    }) ?? nothing;
  }

  private readonly played = async (command: Body): Promise<void> => {
    this.problem = undefined;
    try {
      await this.live!.send(command);
    } catch (problem) {
      this.problem = problem;
    }
  };
}

/** Whether no element in this part of the page has the focus. */
function isLost(root: ShadowRoot): boolean {
  return root.ownerDocument.activeElement === root.ownerDocument.body || root.activeElement === null;
}

customElements.define('arbiter-table', ArbiterTable);
