/**
 * `<arbiter-request>`: a request of the contract, prefilled with its examples, as a form or as JSON.
 *
 * It fires `send` with the body in `detail`. For tests: `data-example` the choice of an example, `data-json` the text,
 * `data-send` the button, and `data-field` on each field of the form.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { field, partsOf, type FormContext } from '../play/fields.js';
import { formStyles } from '../play/form-styles.js';
import { isRecord } from '../play/names.js';
import { faultOf, put } from '../play/paths.js';
import { blank, shapeOfSchema, type Shape } from '../play/shape.js';
import '../problem.js';
import { requestForm, type RequestForm } from './contract.js';
import { t } from '../../texts.js';

export class ArbiterRequest extends LitElement {
  static override properties = {
    service: {}, path: {}, button: {}, problem: { attribute: false }, busy: { type: Boolean },
    form: { state: true }, body: { state: true }, raw: { state: true }, chosen: { state: true }, wrong: { state: true },
  };
  declare service: string;
  declare path: string;
  /** The label of the button. */
  declare button: string;
  declare problem: unknown;
  declare busy: boolean;
  declare private form: RequestForm | undefined;
  declare private body: unknown;
  declare private raw: string | undefined;
  declare private chosen: number;
  declare private wrong: Error | undefined;

  static override styles = [base, formStyles, css`
    form { display: grid; gap: 0.9rem; } textarea { width: 100%; min-height: 18rem; font-family: var(--mono); font-size: 0.86rem; }
    .example select { width: 100%; }
  `];

  constructor() {
    super();
    [this.button, this.busy, this.chosen] = ['Send', false, 0];
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('service') || changes.has('path')) void this.load();
  }

  private async load(): Promise<void> {
    [this.form, this.wrong] = [undefined, undefined];
    const asked = this.path;
    try {
      const form = await requestForm(this.service, asked);
      if (asked !== this.path) return;
      this.form = form;
      this.begin(0);
    } catch (error) {
      this.wrong = error as Error;
    }
  }

  private begin(chosen: number): void {
    const { form } = this;
    this.chosen = chosen;
    this.raw = undefined;
    this.body = form && (form.examples[chosen]?.[1] ?? blank(shapeOfSchema(form.schema, form.schemas)));
  }

  protected override render(): TemplateResult {
    if (this.wrong) return html`<arbiter-problem .problem=${this.wrong}></arbiter-problem>`;
    if (!this.form) return html`<p class="quiet">Loading…</p>`;
    const { examples } = this.form;
    return html`<form @submit=${this.submitted} novalidate>
      ${examples.length > 1 ? html`<label class="example">Begin with
        <select data-example @change=${(event: Event) => { this.begin(Number((event.target as HTMLSelectElement).value)); }}>
          ${examples.map(([name], at) => html`<option value=${at} ?selected=${at === this.chosen}>${name}</option>`)}</select></label>`
      : examples[0] ? html`<p class="quiet">Filled in with an example: ${examples[0][0]}</p>` : nothing}
      ${this.raw === undefined ? html`<div class="fields">${this.controls(this.form)}</div>` : this.text(this.raw)}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="row"><button class="primary" data-send ?disabled=${this.busy}>${this.button}</button>
        <button type="button" data-as-json @click=${this.turned}>${t(this.raw === undefined ? 'Write it as JSON' : 'Back to the form')}</button></div>
    </form>`;
  }

  private controls(form: RequestForm): unknown {
    const shape: Shape = shapeOfSchema(form.schema, form.schemas), context = this.context();
    if (shape.kind === 'object') return partsOf(context, [], shape.parts, this.body);
    return field(context, { label: 'body', path: [], shape, value: this.body });
  }

  private context(): FormContext {
    return {
      name: 'request', names: new Map(),
      fault: faultOf(this.problem, (name) => this.renderRoot.querySelector(`[data-field="${CSS.escape(name)}"]`) !== null),
      set: (path, value) => { this.body = put(this.body, path, value); },
    };
  }

  private text(raw: string): TemplateResult {
    return html`<label>The request as JSON <textarea data-json spellcheck="false" .value=${raw}
      @input=${(event: Event) => { this.raw = (event.target as HTMLTextAreaElement).value; }}></textarea></label>`;
  }

  private readonly turned = (): void => {
    if (this.raw === undefined) this.raw = JSON.stringify(this.body, null, 2);
    else if (this.taken()) this.raw = undefined;
  };

  /** Parse the JSON text; return false if it is invalid. */
  private taken(): boolean {
    if (this.raw === undefined) return true;
    try {
      this.body = JSON.parse(this.raw);
      this.problem = undefined;
      return isRecord(this.body);
    } catch (error) {
      this.problem = { title: t`This is not JSON: ${(error as Error).message}` };
      return false;
    }
  }

  private readonly submitted = (event: Event): void => {
    event.preventDefault();
    if (this.taken()) this.dispatchEvent(new CustomEvent('send', { detail: this.body }));
  };
}

customElements.define('arbiter-request', ArbiterRequest);
