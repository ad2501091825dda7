/**
 * `<arbiter-happened>`: the events as sentences, newest first, divided by turns; new ones are announced to screen readers. Lines of chat
 * have a place of their own. In a campaign, `data-about` chooses the character whose events are shown; `data-begins` is on the first event of a turn.
 * A line has the rules that made it behind the button §.
 * `<arbiter-happened-last .until>`: the same of the command that was sent last, beside its form, where the eyes are. For tests: `data-result` on its list.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { partOf } from '../../games.js';
import { base } from '../../styles.js';
import type { GameWords } from '../../words.js';
import { diceStyles, drawnDice, type DrawnRoll } from '../campaign/dice.js';
import { citedIn } from '../cited.js';
import { Names, rulesOf, sentence, type Message } from '../sentence.js';
import '../terms/terms.js';
import { undoSaid } from '../undo/said.js';
import { isLapsed, Way } from '../undo/way.js';
import { aboutChoice, figuresById } from './about.js';
import type { Seated } from './live.js';
import { beginnings, isAbout } from './turns.js';
import { t } from '../../texts.js';

/** An event and its version. */
export interface Happened { readonly version: number; readonly event: Message }

/** How many events are shown; the last dice are too, if they are among the recent ones. */
const SHOWN = 5, RECENT = 20, ROLLS = 2, SPOKEN = 4, RESULTS = 3;

export class ArbiterHappened extends LitElement {
  static override properties = { events: { attribute: false }, words: { attribute: false }, view: { attribute: false }, seats: { attribute: false }, proof: { attribute: false }, from: { type: Number }, all: { state: true }, about: { state: true } };
  declare events: readonly Happened[];
  declare words: GameWords | undefined;
  /** The view: it has names for things that appeared before the first of the events. */
  declare view: unknown;
  /** The seats of the view, with their names. */
  declare seats: readonly Seated[] | undefined;
  /** Return the address of what proves an event, by its version. */
  declare proof: (version: number) => string;
  /** Events after this version are new. */
  declare from: number;
  declare private all: boolean;
  /** The id of the character whose events are shown; without it all are. */
  declare private about: string | undefined;

  static override styles = [base, diceStyles, css`
    ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.25rem; }
    li { padding: 0.25rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; } li:first-child { font-weight: 550; } li[data-begins] { border-bottom-width: 3px; margin-bottom: 0.5rem; }
    h2 { margin-bottom: 0.4rem; } label { margin-bottom: 0.4rem; } p { margin: 0.6rem 0 0; }
  `];

  /** The names that the view and the events give, and which events were taken back. */
  protected learned(): { names: Names; way: Way } {
    const names = new Names(this.words?.game.name), way = new Way();
    names.learn(this.view);
    names.sit(this.seats ?? []);
    for (const { event, version } of this.events) {
      names.learn(event, version);
      way.add(version, event);
    }
    return { names, way };
  }

  protected override render(): TemplateResult | typeof nothing {
    const { names, way } = this.learned(), plain = ({ event }: Happened): string => sentence(event, this.words, { names });
    const saidAt = (version: number): string | undefined => this.events.filter((one) => one.version === version).map(plain)[0];
    const sentenceOf = (one: Happened): string => undoSaid(one, way, names, saidAt) ?? plain(one);
    const about = this.about ?? '', begins = beginnings(this.events), figures = figuresById(this.words?.game.name ?? '', this.view);
    const every = this.events.filter(({ event }) => event.type !== 'ChatSent').reverse(), latest = every.filter(({ event }) => about === '' || isAbout(event, about)), fresh = every.filter(({ version }) => version > this.from).slice(0, SPOKEN).reverse();
    const shown = latest.slice(0, this.all ? undefined : SHOWN), hasDice = (one: Happened): boolean => this.rolls(one).length > 0;
    const earlier = shown.some(hasDice) ? [] : latest.slice(shown.length, RECENT).filter(hasDice).slice(0, ROLLS);
    return html`<section><h2>What happened</h2>
      <p class="only-read" aria-live="polite">${fresh.map(sentenceOf).join('. ')}</p>
      ${every.length > SHOWN ? aboutChoice(figures, about, names, (id) => { this.about = id; }) : nothing}
      ${latest.length === 0 ? html`<p class="quiet">${t(this.events.length === 0 ? 'Loading …' : 'Nothing yet.')}</p>` : nothing}
      <ol data-happened>${repeat([...shown, ...earlier], ({ version }) => version,
        (one, place) => this.line(one, sentenceOf(one), way.takenBackAt(one.version), place === 0, begins.has(one.version)))}</ol>
      ${latest.length > SHOWN && !this.all ? html`<p><button @click=${() => { this.all = true; }}>Show ${latest.length - SHOWN} more</button></p>` : nothing}
    </section>`;
  }

  protected line(one: Happened, text: string, ended: number | undefined, first: boolean, begins = false): TemplateResult {
    const { version, event } = one, cited = citedIn(this.words?.game.name ?? '', rulesOf(event, this.words), first);
    const lapsed = event.type === 'UndoProposed' && isLapsed(this.events, version);
    return ended === undefined ? html`<li data-version=${version} ?data-begins=${begins}><arbiter-terms .text=${text}></arbiter-terms>${lapsed ? html` <small>lapsed: the game went on</small>` : nothing}${cited}${this.dice(one)}</li>`
      : html`<li class="quiet" data-version=${version} data-back=${ended}><s>${text}</s> <small>taken back</small>${cited}</li>`;
  }

  private dice({ event, version }: Happened): TemplateResult | typeof nothing {
    return drawnDice(this.rolls({ event, version }), this.proof(version));
  }

  private rolls({ event }: Happened): readonly DrawnRoll[] {
    return partOf(this.words?.game.name ?? '').dice?.(event) ?? [];
  }
}

/** What the command that was sent last has led to. */
export class ArbiterHappenedLast extends ArbiterHappened {
  static override properties = { ...ArbiterHappened.properties, until: { type: Number }, still: { type: Boolean } };
  /** Events after this version are not the command's. */
  declare until: number;
  /** Whether the page stays where it is: the command was sent from elsewhere, such as a card. */
  declare still: boolean | undefined;
  private brought = 0;

  private get results(): readonly Happened[] {
    return this.events.filter(({ version, event }) => version > this.from && version <= this.until && event.type !== 'ChatSent').reverse().slice(0, RESULTS);
  }

  /** Bring a new result into view, once. */
  protected override updated(changes: PropertyValues): void {
    super.updated(changes);
    if (this.brought === this.until || this.results.length === 0) return;
    this.brought = this.until;
    if (this.still !== true) this.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { results } = this;
    if (results.length === 0) return nothing;
    const { names, way } = this.learned();
    return html`<ol data-result aria-label="What came of it">${repeat(results, ({ version }) => version,
      (one, place) => this.line(one, sentence(one.event, this.words, { names }), way.takenBackAt(one.version), place === 0))}</ol>`;
  }
}

customElements.define('arbiter-happened-last', ArbiterHappenedLast);
customElements.define('arbiter-happened', ArbiterHappened);
