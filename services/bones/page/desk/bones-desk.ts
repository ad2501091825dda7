/**
 * The desk of BONES: dice with the faces that a designer gives them, whether a creature may have them, and their exact odds.
 *
 * The page loads it when it is shown. For tests: `data-die` on each die, with its number, and `data-face` on each of its faces;
 * `data-add`, `data-copy`, `data-remove`; `data-check` on the server's answer, with its state; `data-chance` on the chance of a
 * success; `data-choice` on each choice, and `data-new` on the tick.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { Problem } from 'arbiter-client';
import type { Catalogue } from 'arbiter-client/bones';
import { arbiter } from '../../../page/web/src/access.js';
import '../../../page/web/src/parts/design/distribution.js';
import { percent, short } from '../../../page/web/src/parts/design/fractions.js';
import { seriesOfOdds, type Odds } from '../../../page/web/src/parts/design/series.js';
import '../../../page/web/src/parts/problem.js';
import { linkTo } from '../../../page/web/src/router.js';
import { keep, kept } from '../../../page/web/src/storage.js';
import { base } from '../../../page/web/src/styles.js';
import { document } from '../../../page/web/src/words.js';
import { faceWords, facesOf, HUMAN, MOST, usableDice, type Dice, type Die } from './faces.js';
import { t } from '../../../page/web/src/texts.js';

const NAME = 'arbiter.bones.desk', PAUSE = 250, FAULTY = 409;
const KINDS: Readonly<Record<string, string>> = t({ character: 'a character', cast: 'a member of the cast', beast: 'a beast', item: 'an item' });

interface Fault { readonly rule: string; readonly reason: string; readonly has: string }
/** What the server says of dice. */
interface Answer { readonly of: Dice; readonly faults: readonly Fault[]; readonly odds?: Odds; readonly problem?: Error }

export class ArbiterBonesDesk extends LitElement {
  static override properties = { dice: { state: true }, catalogue: { state: true }, answer: { state: true }, problem: { state: true } };
  declare private dice: Dice;
  declare private catalogue: Catalogue | undefined;
  declare private answer: Answer | undefined;
  declare private problem: Error | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  static override styles = [base, css`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); align-items: start; } .row label { flex: 1 1 9rem; font-size: 0.92rem; } .row label.tick { display: flex; align-items: center; gap: 0.4rem; }
    select { width: 100%; } .stack { gap: 0.8rem; } .faces { display: grid; gap: 0.4rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr)); } .faces label { font-size: 0.85rem; }
    h2 { margin: 0 0 0.4rem; } .tools { margin-top: 0.5rem; } .faults { margin: 0; padding-left: 1.2rem; } .chance { font-size: 1.4rem; font-weight: 650; }
    @media (max-width: 56rem) { .two { grid-template-columns: minmax(0, 1fr); } }
  `];

  constructor() {
    super();
    this.dice = usableDice(kept(NAME));
    document<Catalogue>('/bones/v1/catalogue').then((found) => { this.catalogue = found; }, (error: unknown) => { this.problem = error as Error; });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.ask();
  }

  private change(to: Partial<Dice>): void {
    this.dice = { ...this.dice, ...to };
    keep(NAME, this.dice);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { void this.ask(); }, PAUSE);
  }

  /** Ask the server whether the dice are allowed, and for their odds. */
  private async ask(): Promise<void> {
    const of = this.dice, { dice, kind, race, isNew, skill, difficulty } = of;
    let answer: Answer = { of, faults: [] };
    try {
      await arbiter().post('/bones/v1/dice/check', { dice, kind, race, new: isNew && kind === 'character' });
    } catch (error) {
      if (error instanceof Problem && error.status === FAULTY && Array.isArray(error.has)) answer = { ...answer, faults: error.has as Fault[] };
      else answer = { ...answer, problem: error as Error };
    }
    try {
      if (kind !== 'item' && !answer.problem) answer = { ...answer, odds: await arbiter().post<Odds>('/bones/v1/odds', { ours: { dice, skill, kind }, difficulty: difficulty || null }) };
    } catch (problem) { answer = { ...answer, problem: problem as Error }; }
    if (of === this.dice) this.answer = answer;
  }

  // ---------------------------------------------------------------- rendering

  protected override render(): TemplateResult {
    const { catalogue, dice } = this;
    if (!catalogue) return this.problem ? html`<arbiter-problem .problem=${this.problem}></arbiter-problem>` : html`<p class="quiet" role="status">Loading…</p>`;
    const faces = facesOf(catalogue);
    return html`<div class="two"><div class="stack"><section class="card"><h2>Whose dice</h2>${this.whose(catalogue)}</section>
        ${dice.dice.map((die, at) => this.die(die, at, faces))}
        <div class="row"><button data-add ?disabled=${dice.dice.length >= MOST} @click=${() => { this.change({ dice: [...dice.dice, dice.dice.at(-1) ?? []] }); }}>Add a die</button></div></div>
      <div class="stack"><section class="card"><h2>By the rules</h2>${this.checked()}</section>
        <section class="card"><h2>Odds</h2>${this.odds(catalogue)}</section></div></div>
      <p class="quiet">The dice are kept in this browser.</p>`;
  }

  private choice(label: string, hook: 'kind' | 'race' | 'skill' | 'difficulty', options: readonly (readonly [string, string])[]): TemplateResult {
    return html`<label>${label} <select data-choice=${hook} @change=${(event: Event) => { this.change({ [hook]: (event.target as HTMLSelectElement).value }); }}>
      ${options.map(([value, words]) => html`<option value=${value} .selected=${value === this.dice[hook]}>${words}</option>`)}</select></label>`;
  }

  private whose({ races }: Catalogue): TemplateResult {
    const { kind, isNew } = this.dice, person = kind === 'character' || kind === 'cast';
    return html`<div class="row">${this.choice(t('They are of'), 'kind', Object.entries(KINDS))}
      ${person ? this.choice(t('Race'), 'race', [HUMAN, ...races.map(({ name }) => name)].map((name) => [name, name] as const)) : nothing}
      ${kind === 'character' ? html`<label class="tick"><input type="checkbox" data-new .checked=${isNew} @change=${(event: Event) => { this.change({ isNew: (event.target as HTMLInputElement).checked }); }}>who is new</label>` : nothing}</div>`;
  }

  private die(die: Die, at: number, faces: Readonly<Record<string, readonly string[]>>): TemplateResult {
    const { dice } = this.dice, put = (next: readonly Die[]): void => { this.change({ dice: next }); };
    return html`<section class="card" data-die=${at + 1}><h2>Die ${at + 1}</h2><div class="faces">${die.map((face, place) => html`<label>Face ${place + 1}
        <select data-face=${place + 1} @change=${(event: Event) => { put(dice.map((one, other) => (other === at ? one.with(place, (event.target as HTMLSelectElement).value) : one))); }}>
          ${Object.entries(faces).map(([group, all]) => html`<optgroup label=${group}>${all.map((one) => html`<option value=${one} .selected=${one === face}>${faceWords(one)}</option>`)}</optgroup>`)}</select></label>`)}</div>
      <div class="row tools"><button data-copy aria-label="Copy die ${at + 1}" ?disabled=${dice.length >= MOST} @click=${() => { put([...dice.slice(0, at + 1), die, ...dice.slice(at + 1)]); }}>Copy</button>
        <button data-remove aria-label="Remove die ${at + 1}" ?disabled=${dice.length === 1} @click=${() => { put(dice.filter((_, other) => other !== at)); }}>Remove</button></div></section>`;
  }

  private checked(): TemplateResult {
    const { answer } = this, state = answer?.of !== this.dice ? 'asked' : answer.faults.length > 0 ? 'faulty' : answer.problem ? 'failed' : 'legal';
    return html`<div role="status" data-check=${state}>${state === 'asked' ? html`<p class="quiet">The server checks the dice…</p>`
      : state === 'legal' ? html`<p class="good"><b>These dice are allowed.</b></p>`
      : state === 'failed' ? html`<arbiter-problem .problem=${answer?.problem}></arbiter-problem>`
      : html`<p class="bad"><b>These dice are not allowed:</b></p><ul class="faults">${answer?.faults.map(({ rule, reason, has }) => html`<li>${reason} <small>(${saidOf(has)})</small> <a href=${linkTo('rules', [rule])}>${rule}</a></li>`)}</ul>`}</div>`;
  }

  private odds({ skills, difficulties }: Catalogue): TemplateResult {
    const { answer } = this, chance = answer?.odds?.also.success, tasks = difficulties.map(({ name }) => [name, name] as const);
    return html`<div class="row">${this.choice(t('Skill'), 'skill', skills.map(({ name }) => [name, name] as const))}${this.choice(t('Against'), 'difficulty', [['', t('nothing: count the successes')], ...tasks])}</div>
      ${answer?.odds === undefined ? html`<p class="quiet">${t(this.dice.kind === 'item' ? 'An item is rolled with the dice of its user.' : 'No odds yet.')}</p>` : html`
        ${chance ? html`<p>Chance of a success: <span class="chance" data-chance>${percent(chance.about)}</span> <small><code>${short(chance.exact)}</code></small></p>` : nothing}
        <arbiter-distribution file="dice" label="Net successes" .series=${[seriesOfOdds(t('these dice'), answer.odds)]}></arbiter-distribution>`}`;
  }
}

/** Say the die and the face of a fault: "die 1, face 2: Melee*2" is "die 1, face 2: Melee ×2". */
const saidOf = (has: string): string => has.replace(/: ([A-Za-z:*+0-9' -]+)$/, (_, face: string) => `: ${face.split(', ').map(faceWords).join(', ')}`);

customElements.define('arbiter-bones-desk', ArbiterBonesDesk);

/** Render the desk; this module is what the page loads. */
export const show = (): TemplateResult => html`<arbiter-bones-desk></arbiter-bones-desk>`;
