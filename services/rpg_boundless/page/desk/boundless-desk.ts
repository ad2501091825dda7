/**
 * The desk of Boundless: enemies and Items made by fields, whether the rules allow them, the chance of a fight against a party, and the way
 * into a campaign. The page loads it when it is shown.
 *
 * `#/design/desk/rpg_boundless?made=<packed>` shows the enemy or Item of a link. For tests: `data-new` on the buttons for new ones, by kind;
 * `data-made` on each one of the list; `data-copy`, `data-remove`, `data-save`, `data-file`, `data-link`, `data-keep`; `data-field` on each
 * field; `data-check` on the server's answer, with its state; `data-invented` on the tick; `data-kept` on the words about where the work is.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Problem } from 'arbiter-client';
import { appKey, arbiter, changed } from '../../../page/web/src/access.js';
import { save } from '../../../page/web/src/parts/files.js';
import { partsOf, type FormContext } from '../../../page/web/src/parts/play/fields.js';
import { formStyles } from '../../../page/web/src/parts/play/form-styles.js';
import { put } from '../../../page/web/src/parts/play/paths.js';
import { shapeOfSchema, type Schemas } from '../../../page/web/src/parts/play/shape.js';
import { withoutKey } from '../../../page/web/src/parts/problem.js';
import { go, linkTo, type Place } from '../../../page/web/src/router.js';
import { keep, kept, onOtherTab } from '../../../page/web/src/storage.js';
import { base } from '../../../page/web/src/styles.js';
import { t } from '../../../page/web/src/texts.js';
import { contractOf } from '../../../page/web/src/words.js';
import { campaignsHere, SERVICE, type Campaign } from './campaigns.js';
import './fighting.js';
import './sending.js';
import { added, MOST, NEW_ENEMY, NEW_ITEM, packed, readWork, removed, replaced, unpacked, usableWork, withOwnAttack, writtenWork, type Kind, type Made, type Work } from './work.js';

const NAME = 'arbiter.rpg_boundless.desk', PAUSE = 250, FAULTY = 409;
const SCHEMAS: Readonly<Record<Kind, string>> = { enemy: 'EnemySheet', item: 'ItemSheet' };
const KINDS: Readonly<Record<Kind, string>> = t({ enemy: 'enemy', item: 'Item' });
const BEGUN: Work = [{ kind: 'enemy', sheet: NEW_ENEMY }];
/** Fields whose book has another word for them than their name. */
const LABELS: Readonly<Record<string, string>> = t({ damage: 'Damage Rating', effect: 'Effect in words' });
const FRONT = ['size', 'weapon', 'armor', 'damage', 'effect', 'conditions', 'reach'];

interface Fault { readonly rule: string; readonly reason: string; readonly needs: string; readonly has: string }
/** What the server says of a made thing. */
interface Answer { readonly of: Made; readonly faults: readonly Fault[]; readonly slots?: number | null; readonly problem?: Error }

export class ArbiterBoundlessDesk extends LitElement {
  static override properties = {
    place: { attribute: false }, work: { state: true }, at: { state: true }, shared: { state: true }, schemas: { state: true }, answer: { state: true }, invented: { state: true },
    campaigns: { state: true }, settings: { state: true }, link: { state: true }, problem: { state: true }, isKept: { state: true }, key: { state: true },
  };
  declare place: Place;
  declare private work: Work;
  /** The place of the made thing that is shown. */
  declare private at: number;
  /** The made thing of a link, which is not kept yet. */
  declare private shared: Made | undefined;
  declare private schemas: Schemas | undefined;
  declare private answer: Answer | undefined;
  /** Whether an Item is checked as one that a player made up. */
  declare private invented: boolean;
  declare private campaigns: readonly Campaign[];
  /** The settings of the campaign whose party fights. */
  declare private settings: unknown;
  declare private link: string | undefined;
  declare private problem: Error | undefined;
  declare private isKept: boolean;
  declare private key: string | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  /** The number of changes so far: an answer to an earlier question is not shown. */
  private asked = 0;
  private ends: () => void = () => undefined;

  static override styles = [base, formStyles, css`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); align-items: start; } .stack { grid-template-columns: minmax(0, 1fr); gap: 0.8rem; } h2 { margin: 0 0 0.4rem; } p { margin: 0; } form { margin-top: 0.8rem; }
    .list { list-style: none; margin: 0.6rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.3rem; } .list button[aria-pressed='true'] { border-color: var(--accent); background: var(--shade); font-weight: 600; }
    .head { justify-content: space-between; } .faults { margin: 0; padding-left: 1.2rem; } label.tick { display: flex; align-items: center; gap: 0.4rem; margin-top: 0.5rem; } .file input { max-width: 15rem; } .link { width: 100%; }
    @media (max-width: 56rem) { .two { grid-template-columns: minmax(0, 1fr); } }
  `];

  constructor() {
    super();
    const work = usableWork(kept(NAME));
    [this.work, this.at, this.invented, this.campaigns, this.isKept, this.key] = [work.length > 0 ? work : BEGUN, 0, false, [], true, appKey()];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends = onOtherTab(NAME, () => { this.work = usableWork(kept(NAME)); this.checkSoon(); });
    changed.addEventListener('change', this.known);
    contractOf(SERVICE).then(({ components }) => { this.schemas = components.schemas as Schemas; }, (error: unknown) => { this.problem = error as Error; });
    this.known();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.ends();
    clearTimeout(this.waiting);
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => {
    this.key = appKey();
    this.checkSoon();
    campaignsHere().then((found) => { this.campaigns = found; }, (error: unknown) => { this.problem = error as Error; });
  };

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('place') && changes.get('place')?.params.get('made') !== this.place.params.get('made')) void this.unpack();
  }

  private async unpack(): Promise<void> {
    const text = this.place.params.get('made');
    this.shared = undefined;
    if (text === null) return;
    try {
      this.shared = await unpacked(text);
      this.checkSoon();
    } catch (error) { this.problem = error as Error; }
  }

  /** What is shown: what a link has, or the chosen one. */
  private get made(): Made | undefined {
    return this.shared ?? this.work[this.at] ?? this.work[0];
  }

  // ---------------------------------------------------------------- changes

  private keepWork(work: Work, at: number): void {
    [this.work, this.at, this.link, this.problem] = [work, Math.max(0, at), undefined, undefined];
    this.isKept = keep(NAME, work.length > 0 ? work : undefined);
    this.checkSoon();
  }

  private add(made: Made): void {
    this.leaveLink();
    const work = added(this.work, made);
    this.keepWork(work, work.length - 1);
  }

  private choose(at: number): void {
    this.leaveLink();
    [this.at, this.link, this.problem] = [at, undefined, undefined];
    this.checkSoon();
  }

  private leaveLink(): void {
    if (!this.place.params.has('made')) return;
    this.shared = undefined;
    go(linkTo('design', ['desk', SERVICE]));
  }

  private change(made: Made): void {
    if (this.shared) [this.shared, this.link] = [made, undefined];
    else { this.keepWork(replaced(this.work, this.at, made), this.at); return; }
    this.checkSoon();
  }

  private async opened(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    this.problem = undefined;
    try {
      const read = readWork(await file.text()).reduce(added, this.work);
      if (read.length > MOST) throw new Error(t`The desk has room for ${MOST} enemies and Items: remove some first.`);
      this.leaveLink();
      this.keepWork(read, this.work.length);
    } catch (error) { this.problem = error as Error; }
  }

  private async linked(made: Made): Promise<void> {
    this.link = location.origin + location.pathname + linkTo('design', ['desk', SERVICE], { made: await packed(made) });
    await navigator.clipboard?.writeText(this.link).catch(() => undefined); // it is shown too
  }

  // ---------------------------------------------------------------- the check

  private checkSoon(): void {
    [this.answer, this.asked] = [undefined, this.asked + 1];
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { void this.check(); }, PAUSE);
  }

  private async check(): Promise<void> {
    const { made: of, invented, asked } = this;
    if (of === undefined || this.key === undefined) return;
    let answer: Answer;
    const settings = this.settings ?? {}, body = of.kind === 'enemy' ? { enemy: of.sheet, settings } : { item: of.sheet, invented, settings };
    try {
      const { slots } = await arbiter().post<{ slots: number | null }>(`/${SERVICE}/v1/sheets/check`, body);
      answer = { of, faults: [], slots };
    } catch (error) {
      const faults = error instanceof Problem && error.status === FAULTY && Array.isArray(error.has) ? error.has as Fault[] : undefined;
      answer = faults ? { of, faults } : { of, faults: [], problem: error as Error };
    }
    if (asked === this.asked) this.answer = answer;
  }

  // ---------------------------------------------------------------- rendering

  protected override render(): TemplateResult {
    const { made } = this;
    return html`<arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="two"><div class="stack"><section class="card"><h2>Enemies and Items</h2>${this.tools()}</section>
        ${made ? html`<section class="card">${this.form(made)}</section>` : nothing}</div>
      ${made ? html`<div class="stack"><section class="card"><h2>By the rules</h2>${this.checked(made)}</section>
        <section class="card"><h2>A fight</h2><arbiter-boundless-fighting .made=${made} .work=${this.work} .campaigns=${this.campaigns} @settings=${({ detail }: CustomEvent<unknown>) => { this.settings = detail; this.checkSoon(); }}></arbiter-boundless-fighting></section>
        <section class="card"><h2>Into a campaign</h2><arbiter-boundless-sending .made=${made} .campaigns=${this.campaigns}></arbiter-boundless-sending></section></div>` : nothing}</div>
      <p class="quiet" data-kept>${t(this.isKept ? 'What you make is kept in this browser. Save it as a file to have it elsewhere.' : 'This browser keeps nothing: save what you made as a file before you leave.')}</p>`;
  }

  private tools(): TemplateResult {
    const { work } = this, isFull = work.length >= MOST;
    return html`<div class="row"><button data-new="enemy" ?disabled=${isFull} @click=${() => { this.add({ kind: 'enemy', sheet: NEW_ENEMY }); }}>New enemy</button>
        <button data-new="item" ?disabled=${isFull} @click=${() => { this.add({ kind: 'item', sheet: NEW_ITEM }); }}>New Item</button></div>
      <ul class="list">${work.map(({ kind, sheet }, at) => html`<li><button data-made=${sheet.name} aria-pressed=${!this.shared && at === this.at ? 'true' : 'false'} @click=${() => { this.choose(at); }}>${sheet.name || t('Nameless')} <small>${KINDS[kind]}</small></button></li>`)}</ul>
      <div class="row file"><button data-save ?disabled=${work.length === 0} @click=${() => { save('boundless.json', writtenWork(work), 'application/json'); }}>Save all as a file</button>
        <label class="row"><span>or add those of a file</span> <input type="file" accept=".json,application/json" data-file @change=${(event: Event) => this.opened((event.target as HTMLInputElement).files?.[0])}></label></div>`;
  }

  private form(made: Made): TemplateResult {
    const { schemas, shared, work } = this, shape = schemas && shapeOfSchema(schemas[SCHEMAS[made.kind]] ?? {}, schemas);
    return html`<div class="row head"><h2>${made.sheet.name || t('Nameless')} <small>${KINDS[made.kind]}</small></h2><div class="row">
        ${shared ? html`<button class="primary" data-keep ?disabled=${work.length >= MOST} @click=${() => { this.add(shared); }}>Keep it here</button>` : html`
          <button data-copy ?disabled=${work.length >= MOST} @click=${() => { this.add(made); }}>Duplicate</button><button data-remove @click=${() => { this.keepWork(removed(work, this.at), this.at - 1); }}>Delete</button>`}
        <button data-link @click=${() => this.linked(made)}>Copy link</button></div></div>
      ${shared ? html`<p class="quiet">This is from a link. It is not kept here yet.</p>` : nothing}
      ${this.link === undefined ? nothing : html`<label>The link, also copied <input class="link" readonly data-address .value=${this.link}></label>`}
      <form @submit=${(event: Event) => { event.preventDefault(); }} novalidate>${shape?.kind === 'object' ? partsOf(this.context(made), [], shape.parts, made.sheet) : html`<p class="quiet">Loading…</p>`}</form>`;
  }

  private context(made: Made): FormContext {
    return {
      name: made.kind, names: new Map(), fault: undefined,
      look: { faults: new Map(), says: () => undefined, label: (name) => (Object.hasOwn(LABELS, name) ? LABELS[name] : undefined), option: () => undefined, hides: new Set(), front: FRONT },
      set: (path, value) => {
        const sheet = put(made.sheet, path, value);
        this.change(made.kind === 'enemy' ? { kind: 'enemy', sheet: withOwnAttack(made.sheet, sheet as typeof made.sheet) } : { kind: 'item', sheet: sheet as typeof made.sheet });
      },
    };
  }

  private checked(made: Made): TemplateResult {
    if (this.key === undefined) return html`<div data-check="waits">${withoutKey()}</div>`;
    const { answer } = this, state = answer?.of !== made ? 'asked' : answer.faults.length > 0 ? 'faulty' : answer.problem ? 'failed' : 'legal';
    return html`<div role="status" data-check=${state}>${state === 'asked' ? html`<p class="quiet">The server checks it…</p>`
      : state === 'legal' ? html`<p class="good"><b>This is allowed.</b> ${typeof answer?.slots === 'number' ? html`<small>It takes ${answer.slots} of 10 Slots.</small>` : nothing}</p>`
      : state === 'failed' ? html`<arbiter-problem .problem=${answer?.problem}></arbiter-problem>`
      : html`<p class="bad"><b>This is not allowed:</b></p><ul class="faults">${answer?.faults.map(({ rule, reason, needs, has }) => html`<li>${reason.replaceAll('`', '')} <small>${t`needs: ${needs}; has: ${has}`}</small> <a href=${linkTo('rules', [rule])}>${rule}</a></li>`)}</ul>`}</div>
      ${made.kind === 'item' ? html`<label class="tick"><input type="checkbox" data-invented .checked=${this.invented} @change=${(event: Event) => { this.invented = (event.target as HTMLInputElement).checked; this.checkSoon(); }}>A player made it up</label>` : nothing}`;
  }
}

customElements.define('arbiter-boundless-desk', ArbiterBoundlessDesk);

/** Render the desk; this module is what the page loads. */
export const show = (place: Place): TemplateResult => html`<arbiter-boundless-desk .place=${place}></arbiter-boundless-desk>`;
