/**
 * `<arbiter-commands>`: all commands that a seat may send, likely ones first, with a search; and the blocked ones with reasons.
 *
 * `data-search` is the search, `data-group` each group (`now`, `all`, `table`, `blocked`); a game master has a group for each
 * purpose instead of `all`, favourites in `favourites`, and those used last in `now`.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { linkTo } from '../../router.js';
import { partOf } from '../../games.js';
import { keep, kept } from '../../storage.js';
import { base } from '../../styles.js';
import { commandName, type GameWords, labelled, spelled, titled } from '../../words.js';
import './command.js';
import type { ArbiterCommand, Sender } from './command.js';
import { UNDO_COMMANDS } from '../undo/way.js';
import { isPlain, type BlockedEntry, type Entry, type LegalList } from './entries.js';
import { called, isRecord, type Names } from './names.js';
import { grouped, type Purposes } from './purposes.js';
import type { Schemas } from './shape.js';
import { t } from '../../texts.js';

/** The name under which the browser keeps a game master's favourites: commands by service. */
const FAVOURITES = 'arbiter.favourites';
const FEW = 10, LIKELY = 6, LAST = 4, MOST_TRIED = 12;

/** Commands that other parts of the table send. */
const ELSEWHERE: ReadonlySet<string> = new Set([...UNDO_COMMANDS, 'SendChat']);
/** The kinds of commands in the order of the list: moves first, endings last. */
const ORDER = ['answer', 'move', 'aside', 'referee', 'ending'];
const PLAYED = ORDER.indexOf('move');
/** The rank of a command's kind: moves and answers have the same. */
const placeOf = ([entry]: readonly Entry[]): number => Math.max(PLAYED, ORDER.indexOf(entry?.kind ?? 'move'));
const isOfStream = ([entry]: readonly Entry[]): boolean => entry?.kind === 'stream';
const NOBODY = /"nobody-\d+"/;

type Kinds = readonly (readonly [string, readonly Entry[]])[];

export class ArbiterCommands extends LitElement {
  static override properties = {
    legal: { attribute: false }, version: { type: Number }, words: { attribute: false }, schemas: { attribute: false },
    names: { attribute: false }, sender: { attribute: false }, asked: { attribute: false }, isAct: { attribute: false }, purposes: { attribute: false }, sent: {}, result: { attribute: false }, search: { state: true }, unfolded: { state: true },
  };
  declare legal: LegalList;
  declare version: number;
  declare words: GameWords | undefined;
  declare schemas: Schemas;
  declare names: Names;
  declare sender: Sender;
  /** What open decisions ask of this seat, in words. */
  declare asked: readonly string[];
  /** The purposes of a game master's commands. */
  declare purposes: Purposes | undefined;
  /** Whether a command is an action on a card: those come before other moves. */
  declare isAct: ((kind: string) => boolean) | undefined;
  /** The command that was sent last, and what came of it. */
  declare sent: string | undefined;
  declare result: TemplateResult | undefined;
  declare private search: string;
  /** The groups that the user opened or closed. */
  declare private unfolded: ReadonlyMap<string, boolean>;
  /** The commands that were sent from here, the last one first. */
  private used: readonly string[] = [];
  /** The command whose form another part of the table opened. */
  private shown = '';
  /** The version at which each kind of command became possible. */
  private since = new Map<string, number>();

  static override styles = [base, css`
    :host { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.8rem; } h2 { margin: 0; } h2:focus { outline: none; }
    .list { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.4rem; } input[type='search'] { width: 100%; }
    summary { cursor: pointer; font-weight: 600; } @media (min-width: 40.01rem) { summary { padding: 0.3rem 0; } } details > .list { margin-top: 0.4rem; }
    .asked { margin: 0; border-left: 4px solid var(--warn); padding: 0.3rem 0.7rem; background: var(--shade); border-radius: 0 8px 8px 0; }
    .why { border-left: 3px solid var(--line); padding: 0.1rem 0.7rem; font-size: 0.93rem; } .why p { margin: 0; }
    .why ul { margin: 0.2rem 0 0; padding-left: 1.1rem; }
  `];

  constructor() {
    super();
    [this.search, this.asked] = ['', []];
    this.unfolded = new Map();
  }

  /** Move the focus to a command, if it was lost because its command is no longer possible. */
  keepFocus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  /** Open the form of a command, at the top of the list. */
  async show(kind: string): Promise<void> {
    this.used = [kind, ...this.used.filter((one) => one !== kind)];
    [this.search, this.unfolded] = ['', new Map(this.unfolded)];
    await this.updateComplete;
    const command = [...this.renderRoot.querySelectorAll<ArbiterCommand>('arbiter-command')].find((one) => one.kind === kind);
    await command?.updateComplete;
    const button = command?.shadowRoot?.querySelector<HTMLElement>('[data-open]');
    if (command?.open === false) button?.click();
    button?.focus();
    this.shown = kind;
    await this.sender.complete(kind).catch(() => undefined); // the form says so
    await command?.updateComplete;
    command?.scrollIntoView();
  }

  /** Note that a command was sent. One whose form another part of the table opened is folded again, and that part is notified. */
  private noted(kind: string, form: ArbiterCommand): void {
    this.used = [kind, ...this.used.filter((one) => one !== kind)];
    if (this.shown !== kind) return;
    [form.open, this.shown] = [false, ''];
    this.dispatchEvent(new Event('done'));
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('legal')) return;
    const kinds = new Set(this.legal.allowed.map((entry) => entry.command));
    this.since = new Map([...kinds].map((kind) => [kind, this.since.get(kind) ?? this.version]));
  }

  protected override render(): TemplateResult {
    const kinds = new Map<string, Entry[]>();
    for (const entry of this.legal.allowed) if (!ELSEWHERE.has(entry.command)) kinds.set(entry.command, [...kinds.get(entry.command) ?? [], entry]);
    const ranked = [...kinds].filter(([, entries]) => !isOfStream(entries)).sort(([one, ours], [other, theirs]) =>
      placeOf(ours) - placeOf(theirs) || Number(this.isAct?.(other)) - Number(this.isAct?.(one)) || this.since.get(other)! - this.since.get(one)! || Number(this.isPlain(theirs)) - Number(this.isPlain(ours)));
    const ofStream = [...kinds].filter(([, entries]) => isOfStream(entries));
    const isLong = ranked.length > FEW;
    return html`<h2 tabindex="-1">What you can do</h2>
      ${this.asked.map((one) => html`<p class="asked" data-asked><strong>You are asked:</strong> ${one}</p>`)}
      ${isLong || this.legal.blocked.length > 0 ? html`<input type="search" data-search placeholder="Search all commands" aria-label="Search the commands" .value=${this.search}
        @input=${(event: Event) => { this.search = (event.target as HTMLInputElement).value; }}>` : nothing}
      ${this.search.trim() ? this.found([...ranked, ...ofStream]) : html`
        ${this.purposes ? this.byPurpose(ranked, this.purposes) : this.likely(ranked)}
        ${ofStream.length > 0 ? this.group('table', t('Seats and seed'), () => this.list(ofStream)) : nothing}
        ${this.legal.blocked.length > 0 ? this.group('blocked', t('Not possible now, and why'), () => this.blocked(this.legal.blocked)) : nothing}`}`;
  }

  /** The commands of a player: likely ones first. */
  private likely(ranked: Kinds): TemplateResult {
    const isLong = ranked.length > FEW;
    return html`${ranked.length === 0 ? html`<p class="quiet">Nothing now: other seats have to act.</p>` : nothing}
      <div class="list" data-group="now">${this.list(isLong ? ranked.slice(0, LIKELY) : ranked)}</div>
      ${isLong ? this.group('all', t`${ranked.length - LIKELY} more`, () => this.list(sorted(ranked.slice(LIKELY)))) : nothing}`;
  }

  /** The commands of a game master: what is asked and what was used last, then all by their purpose. */
  private byPurpose(ranked: Kinds, purposes: Purposes): TemplateResult {
    const last = this.used.flatMap((kind) => ranked.filter(([one]) => one === kind)).slice(0, LAST);
    const now = [...ranked.filter(([kind, [entry]]) => entry?.kind === 'answer' && !this.used.includes(kind)), ...last];
    const liked = ranked.filter((one) => this.favourites().includes(one[0]) && !now.includes(one));
    const groups = grouped(ranked.filter((one) => !now.includes(one) && !liked.includes(one)), purposes, (kind) => this.words?.commands[kind]?.role === 'gm');
    return html`${now.length > 0 ? html`<div class="list" data-group="now">${this.list(now)}</div>` : nothing}
      ${liked.length > 0 ? this.group('favourites', t`Favourites (${liked.length})`, () => this.list(liked), true) : nothing}
      ${groups.map(([name, kinds], at) => this.group(name, `${commandName(name)} (${kinds.length})`, () => this.list(kinds), at === 0 || name === 'scene'))}`;
  }

  /** The favourites that the browser keeps for this game. */
  private favourites(): readonly string[] {
    const all = kept(FAVOURITES), own = isRecord(all) ? all[this.words?.game.name ?? ''] : undefined;
    return Array.isArray(own) ? own.filter((one) => typeof one === 'string') : [];
  }

  private favoured(kind: string, yes: boolean): void {
    const all = kept(FAVOURITES), others = this.favourites().filter((one) => one !== kind), own = yes ? [...others, kind] : others;
    const next = { ...isRecord(all) ? all : {}, [this.words?.game.name ?? '']: own.length > 0 ? own : undefined };
    keep(FAVOURITES, Object.values(next).some((one) => one !== undefined) ? next : undefined);
    this.requestUpdate();
  }

  private list(kinds: Kinds): unknown {
    return repeat(kinds, ([kind]) => kind, ([kind, entries]) => html`<arbiter-command @unfolded=${this.foldOthers} @sent=${(event: Event) => { this.noted(kind, event.target as ArbiterCommand); }} .kind=${kind} .says=${this.says(kind)} .labels=${partOf(this.words?.game.name ?? '').labels?.[kind]}
      .favourite=${this.purposes && this.words ? this.favourites().includes(kind) : undefined} @favoured=${({ detail }: CustomEvent<boolean>) => { this.favoured(kind, detail); }}
      .result=${kind === this.sent ? this.result : undefined} .entries=${entries} .partial=${this.isPartial(kind)} .schemas=${this.schemas} .names=${this.names} .sender=${this.sender}></arbiter-command>`);
  }

  /** Open one form at a time; the others keep their contents. */
  private readonly foldOthers = (event: Event): void => {
    for (const one of this.renderRoot.querySelectorAll<ArbiterCommand>('arbiter-command')) if (one !== event.target) one.open = false;
  };

  private isPlain(entries: readonly Entry[]): boolean {
    return isPlain(entries) && !this.isPartial(entries[0]?.command ?? '');
  }

  /** Whether the list has only a part of what is legal of a command. */
  private isPartial(kind: string): boolean {
    return this.legal.more?.includes(kind) ?? false;
  }

  private says(kind: string): string {
    return labelled(this.words?.commands[kind]?.says.split('\n')[0] ?? '');
  }

  /** A group that is rendered only while it is open. The user's choice replaces `first`, with which it is open at first. */
  private group(name: string, title: string, inside: () => unknown, first = false): TemplateResult {
    const isOpen = this.unfolded.get(name) ?? first;
    const toggled = (event: Event): void => {
      const { open } = event.target as HTMLDetailsElement;
      if (open !== isOpen) this.unfolded = new Map([...this.unfolded, [name, open]]);
    };
    return html`<details data-group=${name} ?open=${isOpen} @toggle=${toggled}><summary>${title}</summary>
      ${isOpen ? html`<div class="list">${inside()}</div>` : nothing}</details>`;
  }

  private found(kinds: Kinds): TemplateResult {
    const sought = this.search.trim().toLowerCase();
    const fits = (kind: string): boolean => `${kind} ${spelled(kind)} ${commandName(kind)} ${this.says(kind)}`.toLowerCase().includes(sought);
    const possible = kinds.filter(([kind]) => fits(kind));
    const blocked = this.legal.blocked.map((one) => ({ ...one, commands: one.commands.filter(fits) })).filter((one) => one.commands.length > 0);
    return html`<p role="status" class="quiet">${possible.length} possible now, ${blocked.reduce((sum, one) => sum + one.commands.length, 0)} not</p>
      <div class="list">${this.list(possible)}</div>${this.blocked(blocked)}`;
  }

  private blocked(blocked: readonly BlockedEntry[]): TemplateResult {
    return html`<div class="list">${blocked.map((one) => html`<div class="why" data-blocked=${one.rule}>
      <p>${one.commands.length > FEW ? one.commands.map(spelled).join(', ') : html`<strong>${one.commands.map(titled).join(', ')}</strong>`}</p>
      <p>${one.says} <a href=${linkTo('rules', [one.rule])}>${one.rule}</a></p>
      ${this.lacking(one)}
      ${this.triedOf(one)}
    </div>`)}</div>`;
  }

  /** The requirement and the current value of a reason, in words; ids of the tried bodies are left out. */
  private lacking({ needs, has, commands }: BlockedEntry): TemplateResult | typeof nothing {
    if (typeof has === 'string' && NOBODY.test(`"${has}"`)) return nothing;
    const isCommand = (value: unknown): value is string => typeof value === 'string' && (this.words?.commands[value] !== undefined || commands.includes(value));
    const worded = (value: unknown): string => ROLES[String(value)] ?? called(value, this.names);
    const lines = [
      isSaid(needs) ? (t(isCommand(needs) ? `First: ${commandName(needs)}` : `Needed: ${worded(needs)}`)) : '',
      isSaid(needs) && isSaid(has) && !isCommand(has) && !this.names.has(String(has)) ? t`now: ${worded(has)}` : '',
    ].filter(Boolean);
    return lines.length > 0 ? html`<p class="quiet">${lines.join('; ')}</p>` : nothing;
  }

  /** The bodies that were tried, without those that have no target because none exists. */
  private triedOf({ bodies = [] }: BlockedEntry): TemplateResult | typeof nothing {
    const parts = bodies.filter((body) => !NOBODY.test(JSON.stringify(body)));
    return parts.length > 0 ? html`<ul>${parts.slice(0, MOST_TRIED).map((body) => html`<li>${this.tried(body)}</li>`)}</ul>` : nothing;
  }

  /** Describe a tried body that is blocked. */
  private tried(body: unknown): string {
    const command = isRecord(body) && isRecord(body.command) ? body.command : isRecord(body) ? body : {};
    const { type, ...fields } = command;
    const parts = Object.entries(fields).map(([name, value]) => `${spelled(name)} ${called(value, this.names, name)}`);
    return `${titled(String(type ?? ''))}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
  }
}

const ROLES: Readonly<Record<string, string>> = t({ gm: 'the game master', player: 'a player', service: 'Arbiter', clock: 'the clock' });
const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && value !== 'none'
  && !(Array.isArray(value) && value.length === 0) && !(typeof value === 'string' && /^[a-z]+-\d+$/.test(value));
const sorted = <T>(kinds: readonly (readonly [string, T])[]): (readonly [string, T])[] => [...kinds].sort(([one], [other]) => one.localeCompare(other));

customElements.define('arbiter-commands', ArbiterCommands);
