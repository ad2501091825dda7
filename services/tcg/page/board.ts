/**
 * `<arbiter-tcg-board>`: the table of a match as a seat sees it, on which the seat plays everything that `legal`
 * allows. Without `legal` it is read-only, as in a replay.
 *
 * Properties: `view` is the `game` of the match's view; `legal` is the `legal` field of that request's answer: a view with a
 * new question is shown once the newer list is set; `seat` is the seat whose side is near; `seats` are the seats with their names; `match` is the id of the match,
 * for requests of its cards and for this tab's choices about passing; `cards` are the pages of its cards, if the page has
 * them; `busy` is true from sending a command until its outcome is set; `sits` is true where the seat plays, and not in a replay. It fires `command`,
 * whose `detail` is the command to send: `{ type, … }`.
 *
 * For tests, in its shadow root: cards have `data-thing`, `data-card` and `data-place`, zones and piles `data-zone`
 * (`ann.form.0`, `ann.drop`), an open zone for the chosen card `data-put`; actions of a card
 * `data-action="PlayForm"` with `data-thing`, and `data-target` or `data-zone-number`; options of a question
 * `data-option`, with `data-confirm` if several are to be chosen; the question itself `data-asked` with its
 * kind; `data-pass`; before the match `data-deck`; reasons `data-why`; after the match `data-winner`.
 */
import type { CardPages } from 'arbiter-client/tcg';
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { seatNames, type Named } from '../../page/web/src/seats.js';
import { base } from '../../page/web/src/styles.js';
import { Cards } from './cards.js';
import { cardsOf } from './pages.js';
import { newsOf } from './changes.js';
import { ownDecks, readyDecks, type ReadyDecks } from './decks.js';
import { faces } from './faces.css.js';
import { looks } from './looks.css.js';
import { lookedAt } from './looking.js';
import { middleOf, turnLine } from './middle.js';
import { Pacing } from './pacing.js';
import { CHOICES, decide, modeNow, readChoices, type Choices, type Verdict } from 'arbiter-client/passing';
import { answerOf, promptFor, single } from './prompt.js';
import type { Rects, Term } from './play/tcg-play.js';
import { Resting } from './resting.js';
import { NOTHING, sceneOf, type Hands, type Picked, type Play, type Scene } from './scene.js';
import { handOf, sideOf } from './side.js';
import { around, askedOf, spotsOf, type LegalNow, type MatchView, type Sent } from './table.js';
import { who } from './words.js';
import { t } from '../../page/web/src/texts.js';

const REMEMBERED = 40;
/** The width in pixels below which the board has the layout for phones: 32rem, as in its styles. */
const NARROW = 512;

export class ArbiterTcgBoard extends LitElement implements Hands {
  static override properties = {
    view: { attribute: false }, legal: { attribute: false }, seat: {}, seats: { attribute: false }, cards: { attribute: false }, match: {},
    busy: { type: Boolean }, picked: { state: true }, choices: { state: true }, decks: { state: true }, starter: { state: true },
    rested: { state: true }, play: { state: true }, terms: { state: true }, sits: { type: Boolean },
  };
  declare view: MatchView | undefined;
  declare legal: LegalNow | undefined;
  declare seat: string | undefined;
  declare seats: readonly Named[];
  declare cards: CardPages | undefined;
  declare match: string | undefined;
  declare busy: boolean;
  declare sits: boolean;
  declare private picked: Picked;
  declare private choices: Choices;
  declare private decks: ReadyDecks;
  declare private starter: CardPages | undefined;
  declare rested: number | undefined;
  declare private play: Play | undefined;
  declare private terms: readonly Term[];

  static override styles = [base, looks, faces];

  private readonly pacing = new Pacing(this, (sent) => this.fire(sent));
  /** What gets the focus after the next update: the actions of the chosen card, or a card. */
  private next: 'actions' | number | undefined;
  /** Whether the question has changed since the last update. */
  private asksAnew = false;
  private was: { readonly view: MatchView; readonly rects: Rects } | undefined;
  private known = new Cards();
  private verdict: Verdict = { pass: false, why: t('not asked') };
  private question: number | undefined;
  private shown: MatchView | undefined;
  private readonly askedFor = new Set<'cards' | 'decks' | 'terms'>();
  private fresh: ReadonlySet<number> = new Set();
  private log: readonly string[] = [];
  private news: readonly string[] = [];
  private focused = false;
  private begun = false;
  /** Whether commands were possible here: only then the board reports events itself, as a replay has its own list. */
  private played = false;

  constructor() {
    super();
    this.busy = this.sits = false;
    this.picked = NOTHING;
    this.choices = CHOICES;
    this.decks = {};
    this.terms = [];
    new Resting(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    import('./play/tcg-play.js').then((play) => { this.play = play; }, () => undefined); // a replay without a server has no pictures
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.focused = this.renderRoot instanceof ShadowRoot && this.renderRoot.activeElement !== null;
    if (changed.has('match') || changed.has('seat')) this.choices = readChoices(sessionStorage.getItem(this.kept));
    if (changed.has('cards') || changed.has('starter')) this.known = new Cards(this.cards ?? this.starter);
    const { view, seat } = this;
    if (!view) return;
    const question = askedOf(view, seat);
    this.pacing.seen(question?.kind === 'respond' ? question.number : undefined);
    const waits = question !== undefined && question.number !== this.question && this.legal !== undefined && !changed.has('legal');
    if (!waits && view !== this.shown) this.show(view, question?.number);
    this.needed(view);
    if (seat === undefined) return;
    const spots = spotsOf(view);
    this.verdict = decide(seat, view, waits ? undefined : this.legal, this.choices, (thing) => spots.get(thing)?.card);
    this.pacing.follow(this.verdict);
  }

  /** Show a view once its legal commands are known: a new question clears what was picked for the last one. */
  private show(view: MatchView, question: number | undefined): void {
    const { says, things } = newsOf(this.shown, view, this.known, { seat: this.seat, seatName: seatNames(this.seats) });
    this.played ||= this.legal !== undefined;
    if (this.shown && this.play && this.played) this.was = { view: this.shown, rects: this.play.rectsOf(this.renderRoot) };
    this.fresh = new Set(things);
    if (this.played) [this.news, this.log] = [says, [...this.log, ...says].slice(-REMEMBERED)];
    if (question !== this.question) [this.picked, this.rested, this.asksAnew] = [{ ...NOTHING, pile: this.picked.pile }, undefined, true];
    this.question = question;
    if (this.picked.thing !== undefined && !spotsOf(view).has(this.picked.thing)) this.picked = { ...this.picked, thing: undefined };
    this.shown = view;
  }

  /** Request once what the page did not provide: the cards of the match, and before the match the decks. */
  private needed(view: MatchView): void {
    if (!this.cards && !this.askedFor.has('cards')) {
      this.askedFor.add('cards');
      cardsOf(this.match, this.seat).catch(() => cardsOf(undefined, undefined)).then((pages) => { this.starter = pages; }, () => undefined);
    }
    if (view.stage === 'lobby' && this.legal && !this.askedFor.has('decks')) {
      this.askedFor.add('decks');
      readyDecks().then((decks) => { this.decks = { ...ownDecks(), ...decks }; }, () => undefined);
    }
  }

  /** Show movements; move the focus to where it belongs: to the actions of a chosen card, and to the question if the focused element is gone. */
  protected override updated(): void {
    const root = this.renderRoot as ShadowRoot, { next, was } = this;
    [this.next, this.was] = [undefined, undefined];
    if (!this.begun && root.querySelector('.played')) this.begin(root);
    else if (this.asksAnew && this.begun && this.clientWidth < NARROW) root.querySelector('.panel')?.scrollIntoView({ block: 'nearest' });
    this.asksAnew = false;
    if (was && this.shown) this.play?.move(root, was.rects, was.view, this.shown);
    if (next === 'actions') (root.querySelector<HTMLElement>('.looking .doable button') ?? root.querySelector<HTMLElement>('.looking .close'))?.focus();
    else if (next !== undefined) root.querySelector<HTMLElement>(`[data-thing="${next}"]:not([data-action])`)?.focus();
    if (this.focused && root.activeElement === null) root.querySelector<HTMLElement>('.ask')?.focus({ preventScroll: true });
  }

  /** Bring the board into view on a phone, and keep its question there while the board grows, until the player does something. */
  private begin(root: ShadowRoot): void {
    this.begun = true;
    if (this.clientWidth >= NARROW) return;
    root.querySelector('.board')?.scrollIntoView({ block: 'start' });
    const growing = new ResizeObserver(() => { root.querySelector('.ask')?.scrollIntoView({ block: 'nearest' }); });
    growing.observe(this);
    for (const input of ['pointerdown', 'wheel', 'keydown']) addEventListener(input, () => { growing.disconnect(); }, { once: true, passive: true });
  }

  protected override render(): TemplateResult | typeof nothing {
    const view = this.shown;
    if (!view) return nothing;
    const scene = this.scene(view), [near = '', ...far] = around(view, this.seat);
    const still = this.legal === undefined || view.stage === 'finished';
    return html`<div class="board ${still || view.stage === 'lobby' ? '' : 'played'}" data-stage=${view.stage} @keydown=${this.pressed}>
      ${turnLine(scene)}
      <aside class="panel" aria-label="Your decision">${this.prompt(scene)}${lookedAt(scene)}</aside>
      ${handOf(scene, near)}
      <div class="felt">
        <div class="near">${sideOf(scene, near)}</div>
        ${middleOf(scene)}
        <div class="far" data-players=${far.length}>${far.map((seat) => html`${sideOf(scene, seat)}${this.seat === undefined || view.stage === 'finished' ? handOf(scene, seat) : nothing}`)}</div>
      </div>
      <p class="only-read" aria-live="polite">${this.news.slice(-5).join('. ')}</p>
    </div>
    <div class="extras">${this.history()}${this.play?.passingOf(scene, this.choices, this.mode(view), (to) => this.choosing(to))}${this.play?.menuOf(scene)}</div>`;
  }

  private prompt(scene: Scene): TemplateResult {
    if (!this.verdict.pass) return promptFor(scene);
    const others = scene.view.order.filter((seat) => seat !== this.seat && !scene.view.players[seat]?.lost).map((seat) => who(seat, scene)).join(t(' and '));
    return html`<h2 class="ask quiet" tabindex="-1" data-asked="" data-passes>${t(this.busy ? `Waiting for ${others}` : 'Passing…')}</h2>`;
  }

  private history(): TemplateResult | typeof nothing {
    if (this.log.length === 0) return nothing;
    return html`<details class="history" open><summary>The last moves</summary><ul tabindex="0" aria-label="The last moves, the newest first">${[...this.log].reverse().map((one) => html`<li>${one}</li>`)}</ul></details>`;
  }

  private scene(view: MatchView): Scene {
    const { seat, legal, busy, fresh, picked, decks, choices } = this;
    return sceneOf({
      view, seat, seatName: seatNames(this.seats), legal, busy, fresh, picked, decks, cards: this.known, hands: this, stops: choices.cards, waive: choices.waive,
      rested: this.rested, match: this.match, played: this.sits, play: this.play, terms: this.terms,
    });
  }

  private mode(view: MatchView): Choices['mode'] {
    return modeNow(this.choices, this.seat ?? '', view);
  }

  private get kept(): string {
    return `arbiter.passing.${this.match ?? ''}.${this.seat ?? ''}`;
  }

  private choosing(to: Partial<Choices>): void {
    this.choices = { ...this.choices, ...to };
    sessionStorage.setItem(this.kept, JSON.stringify(this.choices));
  }

  // ---------------------------------------------------------------- actions

  send(sent: Sent): void {
    if (this.busy) return;
    if (sent.type === 'Pass' && this.question !== undefined) this.pacing.pass(this.question);
    else this.fire(sent);
  }

  private fire(command: Sent): void {
    this.dispatchEvent(new CustomEvent('command', { detail: command, bubbles: true, composed: true }));
  }

  pick(change: Partial<Picked>): void {
    this.rested = undefined;
    if (change.thing !== undefined) this.explain();
    this.picked = { ...this.picked, ...change };
  }

  passOn(): void {
    this.choosing({ mode: 'turn', turn: this.shown?.turn ?? 0 });
  }

  stopAt(card: string, on: boolean): void {
    this.choosing({ cards: [...this.choices.cards.filter((one) => one !== card), ...(on ? [card] : [])] });
  }

  tap(thing: number): void {
    const scene = this.shown && this.scene(this.shown);
    if (!scene) return;
    const aims = scene.aims.get(thing), kept = scene.asked?.kind === 'mulligan' && scene.options.has(thing);
    if (kept || scene.options.has(thing)) this.choose(thing);
    else if (aims && aims.length > 0) this.send((aims.find(({ zone }) => zone === undefined) ?? aims[0]!).sent);
    else {
      this.next = this.picked.thing === thing ? thing : 'actions';
      this.pick({ thing: this.picked.thing === thing ? undefined : thing, pile: undefined });
    }
  }

  put(zone: string): void {
    const move = this.shown && this.scene(this.shown).zones.get(zone);
    if (move) this.send(move.sent);
  }

  choose(option: number): void {
    const question = this.shown && askedOf(this.shown, this.seat);
    if (!question || this.legal === undefined) return;
    if (question.kind !== 'mulligan' && single(question)) {
      this.send(answerOf(question, [option]));
      return;
    }
    const { options } = this.picked, most = question.most ?? 0;
    if (options.includes(option)) this.pick({ options: options.filter((one) => one !== option) });
    else if (options.length < most) this.pick({ options: [...options, option] });
  }

  /** Show a card whole while the pointer rests on it, or after a long press. */
  rest(thing: number | undefined): void {
    if (thing !== undefined) this.explain();
    this.rested = thing;
  }

  /** Request the explanations of terms once they are needed. */
  private explain(): void {
    if (this.play === undefined || this.askedFor.has('terms')) return;
    this.askedFor.add('terms');
    this.play.allTerms().then((terms) => { this.terms = terms; }, () => { this.askedFor.delete('terms'); });
  }

  /** Escape deselects a card and goes back to it; arrows move along a row of cards. */
  private pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.next = this.picked.thing;
      this.pick({ thing: undefined, pile: undefined });
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], from = event.target as HTMLElement;
    const row = from.closest('.zones, .cards, .options');
    if (step === undefined || !row || from.matches('input')) return;
    const buttons = [...row.querySelectorAll<HTMLElement>('button')], to = buttons[buttons.indexOf(from) + step];
    if (to) {
      event.preventDefault();
      event.stopPropagation();
      to.focus();
    }
  }
}

customElements.define('arbiter-tcg-board', ArbiterTcgBoard);
