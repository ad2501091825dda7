/**
 * `<arbiter-tcg-editing .card .text .parts .faults .notes>`: the form of a card, made from the contract's schema of cards, with
 * the card as it is printed and its faults.
 *
 * It fires `card` with the changed card. For tests: `data-field` on each field of the form, `data-faults` on the list of faults,
 * with their number, `data-mend` on the button that leads to a fault, `data-printed` on the printed card.
 */
import type { CardText, Fault } from 'arbiter-client/tcg';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { partsOf, type FormContext } from '../../../page/web/src/parts/play/fields.js';
import { formStyles } from '../../../page/web/src/parts/play/form-styles.js';
import { faultOf, put } from '../../../page/web/src/parts/play/paths.js';
import { shapeOfSchema, type Schemas, type Shape } from '../../../page/web/src/parts/play/shape.js';
import '../../../page/web/src/parts/problem.js';
import { linkTo } from '../../../page/web/src/router.js';
import { base } from '../../../page/web/src/styles.js';
import { contractOf, titled } from '../../../page/web/src/words.js';
import { plain } from '../cards.js';
import { sentence } from '../words.js';
import { paper, paperStyles } from './paper.js';
import { FRONT, HIDDEN, labelOf, optionOf, placeWords, reasonWords } from './words.js';
import type { Card } from './work.js';
import { many, t } from '../../../page/web/src/texts.js';

export class ArbiterTcgEditing extends LitElement {
  static override properties = {
    card: { attribute: false }, at: { type: Number }, text: { attribute: false }, parts: { attribute: false }, faults: { attribute: false }, notes: { attribute: false },
    schemas: { state: true }, problem: { state: true },
  };
  declare card: Card;
  /** The place of the card in its set. */
  declare at: number;
  declare text: CardText | undefined;
  declare parts: ReadonlyMap<string, string> | undefined;
  declare faults: readonly Fault[];
  declare notes: readonly Fault[];
  declare private schemas: Schemas | undefined;
  declare private problem: Error | undefined;
  /** The card as it was last printed. */
  private last: { readonly at: number; readonly text: CardText } | undefined;

  static override styles = [base, formStyles, paperStyles, css`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) 63mm; align-items: start; }
    aside { position: sticky; top: 0.5rem; width: min(100%, 63mm); display: grid; gap: 0.6rem; }
    ul { margin: 0; padding-left: 1.2rem; display: grid; gap: 0.3rem; } .mend { min-height: 0; padding: 0; border: 0; background: none; color: var(--accent); text-decoration: underline; text-align: left; font: inherit; }
    .faults { border-left: 4px solid var(--bad); padding: 0.4rem 0.8rem; background: var(--shade); border-radius: 0 8px 8px 0; }
    .faults p { margin: 0 0 0.3rem; } .head { justify-content: space-between; margin-bottom: 0.6rem; } h2 { margin: 0; } .old { opacity: 0.6; }
    @media (max-width: 62rem) { .two { grid-template-columns: minmax(0, 1fr); } aside { position: static; order: -1; } }
  `];

  constructor() {
    super();
    [this.faults, this.notes] = [[], []];
    contractOf('tcg').then(({ components }) => { this.schemas = components.schemas as Schemas; }, (error: unknown) => { this.problem = error as Error; });
  }

  protected override render(): TemplateResult {
    const shape = this.schemas && shapeOf(this.schemas, this.card.kind);
    return html`<div class="row head"><h2>${this.card.name || t('Nameless')} <small>${titled(this.card.kind)}</small></h2><div class="row"><slot name="tools"></slot></div></div>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="two"><form @submit=${(event: Event) => { event.preventDefault(); }} novalidate>
        ${shape?.kind === 'object' ? partsOf(this.context(), [], shape.parts, this.card) : html`<p class="quiet">Loading…</p>`}</form>
        <aside aria-label="The card as it is printed">${this.printed()}${this.listed()}${this.noted()}</aside></div>`;
  }

  private context(): FormContext {
    return {
      name: 'card', names: new Map(remembered(this.card).map((name) => [name, name])), fault: undefined,
      look: {
        faults: new Map(this.faults.map(({ field, reason }) => [field, sentence(reasonWords(reason))])), says: (at) => { const words = this.parts?.get(at); return words === undefined ? undefined : plain(words); },
        label: labelOf, option: optionOf, hides: HIDDEN, front: FRONT,
      },
      set: (path, value) => { this.dispatchEvent(new CustomEvent('card', { detail: put(this.card, path, value) })); },
    };
  }

  /** The card as it is printed; while it has faults, as it last was without them. */
  private printed(): TemplateResult {
    const { at, text, faults } = this;
    if (text) this.last = { at, text };
    const last = this.last?.at === at ? this.last.text : undefined, waits = faults.length === 0;
    if (last === undefined) return html`<p class="quiet">${t(waits ? 'The card is printed here.' : 'The card is printed here once it has no fault.')}</p>`;
    return waits ? html`<div data-printed>${paper(last)}</div>` : html`<div class="old" data-old>${paper(last)}</div><small>The card as it was before it had a fault.</small>`;
  }

  private listed(): TemplateResult {
    const { faults } = this;
    return html`<div role="status" data-faults=${faults.length}>${faults.length === 0 ? nothing : html`<div class="faults"><p><b>${many(faults.length, t('fault|faults'))}</b></p><ul>${faults.map((fault) => html`<li>
      <button type="button" class="mend" data-mend @click=${() => { this.lead(fault); }}>${sentence(placeWords(fault.field) || t('the card'))}</button>: ${reasonWords(fault.reason)}
      ${(fault.rules ?? []).slice(0, 1).map((rule) => html`<a href=${linkTo('rules', [rule])}>${rule}</a>`)}</li>`)}</ul></div>`}</div>`;
  }

  private noted(): TemplateResult | typeof nothing {
    if (this.notes.length === 0) return nothing;
    return html`<p class="quiet">Unusual, but allowed: ${this.notes.map(({ field, reason }) => `${placeWords(field)}: ${reason}`).join('; ')}.</p>`;
  }

  /** Lead to the field of a fault, or to the nearest part around it that the form shows. */
  private lead(fault: Fault): void {
    const find = (name: string): HTMLElement | null => this.renderRoot.querySelector(`[data-field="${CSS.escape(name)}"]`);
    const at = faultOf({ field: fault.field, detail: fault.reason }, (name) => find(name) !== null)?.at, field = at === undefined ? null : find(at);
    for (let around = field?.parentElement; around; around = around.parentElement) if (around instanceof HTMLDetailsElement) around.open = true;
    field?.scrollIntoView({ block: 'center' });
    field?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }
}

/** Return the shape of a kind of card in the contract. */
function shapeOf(schemas: Schemas, kind: string): Shape | undefined {
  const card = schemas['CardPage']?.properties?.['card'], shape = card && shapeOfSchema(card, schemas);
  return shape?.kind === 'union' ? shape.variants.find((one) => one.is({ kind }))?.shape() : shape;
}

/** Return the names under which steps of a card remember things. */
function remembered(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'store' in value && typeof value.store === 'string' && value.store !== '' ? [value.store] : [];
  return [...new Set([...own, ...Object.values(value).flatMap(remembered)])];
}

customElements.define('arbiter-tcg-editing', ArbiterTcgEditing);
