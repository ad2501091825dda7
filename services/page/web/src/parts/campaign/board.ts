/**
 * `<arbiter-campaign>`: a campaign as a table of cards, one for each character and creature, with what each may do now.
 *
 * For tests: `data-act` on each action, with its command; `data-aim` on the button of a target, with its id; `data-way` on the
 * answers to what an action asks; `data-answers` opens the form of an answer; `data-leave` takes an action back that is being chosen.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { seatNames } from '../../seats.js';
import { base } from '../../styles.js';
import { commandName, spelled, titled } from '../../words.js';
import type { Body, LegalList } from '../play/entries.js';
import type { Thing } from '../play/meters.js';
import { offered, type Names } from '../play/names.js';
import type { Sender } from '../play/command.js';
import { actStyles, isBeast } from '../play/sheet.js';
import '../problem.js';
import { candidatesOf, type Action, type CampaignSheet, type Candidate } from './actions.js';
import { Choosing } from './choosing.js';
import { drawnDice } from './dice.js';
import { canFight, decided, figuresOf, foeMissing, isDown, standingSaid, type Standing } from './standing.js';
import { fightOf, track, trackStyles } from './track.js';
import { t } from '../../texts.js';

interface Seated { readonly seat: string; readonly role: string; readonly name?: string; readonly player?: string }
/** An action that a card offers now. */
interface Offer { readonly action: Action; readonly candidates: readonly Candidate[] }

export class ArbiterCampaign extends LitElement {
  static override properties = {
    game: { attribute: false }, names: { attribute: false }, elsewhere: {}, place: { attribute: false }, latest: { attribute: false }, show: { attribute: false }, seat: {}, seats: { attribute: false }, held: { attribute: false }, legal: { attribute: false }, declared: { attribute: false },
    sender: { attribute: false }, sendAs: { attribute: false }, choosing: { state: true }, problem: { state: true }, pending: { state: true }, asked: { state: true },
  };
  declare game: Thing;
  declare names: Names;
  /** A command whose button is elsewhere on the page. */
  declare elsewhere: string | undefined;
  /** The service and the stream, for links to other seats. */
  declare place: readonly string[] | undefined;
  /** What this seat has to answer, in words. */
  declare latest: TemplateResult | undefined;
  /** Opens the form of a command. */
  declare show: ((command: string) => void) | undefined;
  declare seat: string;
  declare seats: readonly Seated[];
  /** Other seats that this tab holds: the same person plays them. */
  declare held: readonly string[] | undefined;
  declare legal: LegalList;
  declare declared: CampaignSheet;
  declare sender: Sender;
  /** Sends a command as another seat that this tab holds. */
  declare sendAs: ((command: Body, seat: string) => Promise<unknown>) | undefined;
  declare private choosing: Choosing | undefined;
  declare private problem: unknown;
  declare private pending: boolean | undefined;
  /** Whether the game master was asked to end the fight. */
  declare private asked: boolean | undefined;
  /** Who stands, once a fight is decided. */
  private standing: Standing | undefined;

  static override styles = [base, trackStyles, actStyles, css`
    :host { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere; }
    .cards { display: grid; gap: 0.8rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
    .over p { margin: 0 0 0.5rem; }
    .plain { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  `];

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('legal')) this.choosing = undefined;
    this.standing = decided(this.game, (seat) => seat === undefined || seat === null || this.seats.some((one) => one.seat === seat && one.role === 'gm'));
    if (this.standing === undefined) this.asked = false;
  }

  /** Move the focus to what is chosen next; the button that had it is gone. */
  protected override updated(changed: Map<string, unknown>): void {
    if (!changed.has('choosing') || this.choosing === undefined) return;
    for (const host of [this.renderRoot, ...[...this.renderRoot.querySelectorAll('arbiter-sheet')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]) {
      const next = host.querySelector<HTMLElement>('[data-way], .choose input, [data-aim]');
      if (next) { next.focus(); return; }
    }
  }

  protected override render(): TemplateResult {
    const figures = this.figures(), fight = fightOf(this.game), offers = this.offers();
    const beasts = new Set(figures.filter(isBeast).map(({ id }) => String(id)));
    const loose = offers.filter(({ action: { command } }) => command !== this.elsewhere && (command !== this.declared.first.fight || canFight(this.game))).flatMap(({ action, candidates }) => offerOf(action, candidates.filter(({ actor }) => actor === undefined)));
    const alone = loose.some(({ action }) => action.command === this.declared.first.fight) ? foeMissing(this.game, this.seats) : '';
    const isFallen = (seat: unknown): boolean => figures.some((one) => one.seat === seat) && figures.every((one) => one.seat !== seat || isDown(one));
    return html`${track({ fallen: new Set(this.seats.map(({ seat }) => seat).filter(isFallen)), fight, awaits: this.legal.awaits ?? [], seat: this.seat, held: this.held ?? [], seatName: seatNames(this.seats), names: this.names, beasts, place: this.place, latest: this.latest, answers: this.answers(offers) })}
      ${this.standing ? this.over(this.standing, offers) : nothing}
      ${loose.length > 0 ? html`<div class="plain" role="group" aria-label="Without a character">${loose.map((one) => this.button(one, undefined))}${alone ? html`<small data-alone>${alone}</small>` : nothing}</div>` : nothing}
      ${this.choosing && this.choosing.card === undefined ? this.choice(this.choosing) : nothing}
      <arbiter-problem .problem=${this.problem} .names=${this.names}></arbiter-problem>
      <h2 class="only-read">Characters</h2><div class="cards">${repeat(figures, ({ id }) => id, (one) => this.card(one, fight, offers))}</div>
      ${this.declared.below?.(this.game, this.names) ?? nothing}`;
  }

  /** The characters and creatures of the view: those of this seat first, those that are out last. */
  private figures(): readonly Thing[] {
    const rank = (one: Thing): number => Number(one.seat !== this.seat) + 2 * Number(isDown(one));
    return [...figuresOf(this.game)].sort((one, other) => rank(one) - rank(other));
  }

  private offers(): readonly Offer[] {
    return this.declared.actions.map((action) => ({ action, candidates: candidatesOf(action, this.legal.allowed, this.declared.actors, this.game) }));
  }

  /** Buttons that open the forms of answers that no card offers. */
  private answers(offers: readonly Offer[]): TemplateResult | typeof nothing {
    const onCards = new Set(offers.filter(({ candidates }) => candidates.length > 0).map(({ action }) => action.command));
    const left = [...new Set(this.legal.allowed.filter(({ kind, command }) => kind === 'answer' && !onCards.has(command)).map(({ command }) => command))];
    return left.length === 0 ? nothing : html`<div class="acts">${left.map((one) => html`<button class="primary" data-answers=${one} @click=${() => { this.show?.(one); }}>${commandName(one)} …</button>`)}</div>`;
  }

  private card(one: Thing, fight: Thing | undefined, offers: readonly Offer[]): TemplateResult {
    const id = String(one.id), isTarget = this.choosing?.targets.has(id) === true;
    const mine = this.isPlayed(one) ? offers.flatMap(({ action, candidates }) => offerOf(action, candidates.filter(({ actor }) => actor === id))) : [];
    const acts = html`${drawnDice(this.declared.rolled?.(one, this.game) ?? [])}${this.choosing?.card?.id === one.id ? this.choice(this.choosing) : nothing}
      ${isTarget ? html`<button class="${isDown(one) ? '' : 'primary'} aim" data-aim=${id} @click=${() => { this.go(this.choosing?.at(id)); }}>${this.aimed(one)}</button>` : nothing}
      ${mine.length > 0 && this.choosing === undefined ? html`<div class="acts" role="group" aria-label="What ${this.names.get(id) ?? t('it')} may do">${mine.map((offer) => this.button(offer, one))}</div>` : nothing}`;
    return html`<arbiter-sheet .thing=${one} .names=${this.names} .seat=${this.seat} .acts=${id === fight?.turn} .actions=${acts} .aimed=${isTarget} .silent=${this.declared.silent}></arbiter-sheet>`;
  }

  /** Whether this seat plays a card: its own; for a game master also those of no player. */
  private isPlayed({ seat }: Thing): boolean {
    if (seat === this.seat) return true;
    return seat === undefined || seat === null ? this.seats.some((one) => one.seat === this.seat && one.role === 'gm') : false;
  }

  private aimed(one: Thing): string {
    const { action } = this.choosing!;
    return `${action.says ?? commandName(action.command)}: ${this.names.get(String(one.id)) ?? ''}`;
  }

  private button({ action, candidates }: Offer, card: Thing | undefined): TemplateResult {
    const only = new Set(candidates.map(({ target }) => target)), [target] = only, at = only.size === 1 && target !== undefined ? this.names.get(target) : undefined;
    const [first] = candidates, says = action.label && first && only.size < 2 ? action.label(first.body, this.names) : `${action.says ?? commandName(action.command)}${at ? ` ${at}` : ''}`;
    return html`<button class=${this.isMain(action, card, only) ? 'primary' : ''} data-act=${action.command} ?disabled=${this.pending === true}
      @click=${() => { this.go(Choosing.of(action, card, candidates)); }}>${says}</button>`;
  }

  /** Whether a button stands out. */
  private isMain({ command, main = false, harms, ends }: Action, card: Thing | undefined, targets: ReadonlySet<string | undefined>): boolean {
    if (this.standing) return ends ?? (main !== false && this.legal.allowed.some((one) => one.command === command && one.kind === 'answer'));
    if (main === 'outside fights') return fightOf(this.game) === undefined;
    return main && !(harms && this.figures().filter(({ id }) => targets.has(String(id))).every((one) => one.seat === card?.seat || isDown(one)));
  }

  /** How a decided fight stands, and how it ends: only a game master can end it. */
  private over(standing: Standing, offers: readonly Offer[]): TemplateResult {
    const end = this.declared.actions.find(({ ends }) => ends), role = (id: string): string | undefined => this.seats.find(({ seat }) => seat === id)?.role;
    const leads = this.held?.find((one) => role(one) === 'gm'), asks = t('Ask the game master to end the fight');
    const button = (hook: string, says: string, send: () => Promise<unknown>): TemplateResult => html`<button class="primary" data-over=${hook} ?disabled=${this.pending === true || this.asked === true} @click=${() => { this.sent(send()); }}>${says}</button>`;
    const line = this.legal.allowed.some(({ command, fields }) => command === 'SendChat' && fields['text'] !== undefined);
    const ask = async (): Promise<void> => { await this.sender.send({ type: 'SendChat', text: t('The fight is decided. Please end it.') }); this.asked = true; };
    return html`<div class="over waits you"><p role="status" data-decided><strong>${standingSaid(standing, this.names)}.</strong></p>
      ${end === undefined || role(this.seat) !== 'player' || offers.some(({ action, candidates }) => action.ends && candidates.length > 0) ? nothing
        : leads && this.sendAs ? button('end', end.says ?? commandName(end.command), () => this.sendAs!({ type: end.command }, leads))
          : line ? button('ask', this.asked ? t('The game master is asked') : asks, ask) : html`<p>${asks}.</p>`}</div>`;
  }

  /** The question that a chosen action asks, and the way back. */
  private choice(choosing: Choosing | undefined): TemplateResult | typeof nothing {
    if (choosing === undefined) return nothing;
    const { action, question } = choosing, says = action.says ?? commandName(action.command);
    return html`<section class="choose" aria-label=${says}>
      <p role="status"><strong>${says}</strong>: ${t(question ? `choose the ${spelled(question.field)}` : 'choose a target')}</p>
      ${choosing.targets.size > 0 ? html`<div class="acts">${this.targets(choosing).map((id) => html`<button data-target=${id} @click=${() => { this.go(choosing.at(id)); }}>${this.names.get(id) ?? id}</button>`)}</div>` : nothing}
      ${question ? html`<div class="acts">${question.text ? this.text(choosing, question.field, question.values[0])
        : question.values.map((value) => html`<button data-way=${String(value)} @click=${() => { this.go(choosing.with(question.field, value)); }}>${titled(offered(value, this.names, question.field))}</button>`)}</div>` : nothing}
      <div><button data-leave @click=${() => { this.choosing = undefined; }}>Back</button></div></section>`;
  }

  /** The targets to choose from: those of the other side first. */
  private targets({ targets, card }: Choosing): readonly string[] {
    const isLed = (one: Thing | undefined): boolean => !this.seats.some(({ seat, role }) => seat === one?.seat && role === 'player');
    const rank = (one: Thing): number => Number(isLed(one) === isLed(card)) + 2 * Number(isDown(one));
    return figuresOf(this.game).filter(({ id }) => targets.has(String(id))).sort((one, other) => rank(one) - rank(other)).map(({ id }) => String(id));
  }

  private text(choosing: Choosing, field: string, usual: unknown): TemplateResult {
    const sent = (event: SubmitEvent): void => {
      event.preventDefault();
      this.go(choosing.with(field, String(new FormData(event.target as HTMLFormElement).get('text')), true));
    };
    return html`<form class="row" @submit=${sent}><input name="text" required maxlength="200" autocomplete="off" aria-label=${titled(field)} value=${String(usual ?? '')}>
      <button class="primary" data-way>${choosing.with(field, usual, true).command === undefined ? t('Next') : choosing.action.says ?? commandName(choosing.action.command)}</button></form>`;
  }

  /** Do what the button of a command without a character does. */
  begin(kind: string): void {
    const offer = this.offers().find(({ action, candidates }) => action.command === kind && candidates.length > 0);
    if (offer) this.go(Choosing.of(offer.action, undefined, offer.candidates.filter(({ actor }) => actor === undefined)));
  }

  /** Go on with an action: send it once nothing is left to choose. */
  private go(choosing: Choosing | undefined): void {
    const command = choosing?.command;
    [this.choosing, this.problem] = [command === undefined ? choosing : undefined, undefined];
    if (command !== undefined && this.pending !== true) this.sent(this.sender.send(command));
  }

  private sent(sending: Promise<unknown>): void {
    [this.pending, this.problem] = [true, undefined];
    sending.catch((problem: unknown) => { this.problem = problem; }).finally(() => { this.pending = false; });
  }
}

const offerOf = (action: Action, candidates: readonly Candidate[]): readonly Offer[] => (candidates.length > 0 ? [{ action, candidates }] : []);

customElements.define('arbiter-campaign', ArbiterCampaign);
