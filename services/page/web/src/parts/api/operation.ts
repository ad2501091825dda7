/**
 * `<arbiter-operation .operation .schemas .service>`: all of one operation, as the contract has it, and a way to send it.
 *
 * For tests: `data-part` on each section is `parameters`, `body`, `answers`, `refusals` or `send`; `data-parameter` on each parameter.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { Schemas } from '../play/shape.js';
import { bodyOf, curl, isRefusal, type Answer, type Operation, type Parameter } from './contract.js';
import { form } from './schema.js';
import './trying.js';
import { t } from '../../texts.js';

const PLACES = t({ path: 'in the path', query: 'after the ?', header: 'a header' });

/** Split a text at its backquotes: what stands between them is code. */
export const marked = (text: string): unknown[] => text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));

export class ArbiterOperation extends LitElement {
  static override properties = { operation: { attribute: false }, schemas: { attribute: false }, service: {}, chosen: { state: true }, tries: { state: true } };
  declare operation: Operation;
  declare schemas: Schemas;
  declare service: string;
  declare private chosen: number;
  declare private tries: boolean;

  static override styles = [base, css`
    section { margin-top: 1.2rem; } h3 { margin-bottom: 0.4rem; } p { max-width: 46rem; }
    dl { margin: 0; display: grid; gap: 0.5rem; } dd { margin: 0; overflow-wrap: anywhere; } dt code { font-weight: 600; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; overflow: visible; }
    select { width: 100%; max-width: 40rem; margin-bottom: 0.4rem; }
    details { margin-top: 0.3rem; } summary { cursor: pointer; }
  `];

  constructor() {
    super();
    [this.chosen, this.tries] = [0, false];
  }

  protected override render(): TemplateResult {
    const { operation } = this, answers = Object.entries(operation.responses);
    return html`<p>${marked(operation.description.trim())} ${t(operation.security?.length ? 'It needs a key or the token of a seat.' : 'It needs no key.')}</p>
      ${operation.parameters.length > 0 ? html`<section data-part="parameters"><h3>Parameters</h3>
        <dl>${operation.parameters.map((one) => this.parameter(one))}</dl></section>` : nothing}
      ${this.body()}
      <section data-part="answers"><h3>Answers</h3>${this.answers(answers.filter(([status]) => !isRefusal(status)))}</section>
      <section data-part="refusals"><h3>Refusals</h3>${this.answers(answers.filter(([status]) => isRefusal(status)))}</section>
      <section data-part="send"><h3>Send it</h3><pre>${curl(operation)}</pre>
        <details @toggle=${(event: Event) => { this.tries = (event.target as HTMLDetailsElement).open; }}><summary data-try>Send it from here</summary>
          ${this.tries ? html`<arbiter-trying .operation=${operation} .service=${this.service}></arbiter-trying>` : nothing}</details></section>`;
  }

  private parameter({ name, in: place, required, description, schema }: Parameter): TemplateResult {
    return html`<div data-parameter=${name}><dt><code>${name}</code> <small>${PLACES[place]}, ${t(required ? 'needed' : 'optional')}${'default' in schema ? t`, otherwise ${JSON.stringify(schema.default)}` : ''}</small></dt>
      <dd>${description ? html`${marked(description)}. ` : nothing}<small>${form(schema)}${schema.pattern ? html`, matches <code>${schema.pattern}</code>` : nothing}</small></dd></div>`;
  }

  private body(): TemplateResult | typeof nothing {
    const body = bodyOf(this.operation);
    if (body === undefined) return nothing;
    const examples = Object.entries(body.examples ?? {}), example = examples[this.chosen] ?? examples[0];
    return html`<section data-part="body"><h3>Body</h3>
      ${body.schema ? html`<arbiter-schema .schema=${body.schema} .schemas=${this.schemas}></arbiter-schema>` : nothing}
      ${example === undefined ? nothing : html`<h3>Examples</h3>
        ${examples.length > 1 ? html`<select aria-label="Example" @change=${(event: Event) => { this.chosen = Number((event.target as HTMLSelectElement).value); }}>
          ${examples.map(([name], at) => html`<option value=${at}>${name}</option>`)}</select>` : html`<p>${example[0]}</p>`}
        <pre data-example-body>${JSON.stringify(example[1].value, null, 2)}</pre>`}</section>`;
  }

  private answers(all: readonly (readonly [string, Answer])[]): TemplateResult {
    return html`<dl>${all.map(([status, answer]) => html`<div data-answer=${status}><dt><code>${status}</code></dt><dd>${marked(answer.description)}
      ${Object.entries(answer.headers ?? {}).map(([name, { description }]) => html`<br><small>The header <code>${name}</code>: ${marked(description ?? '')}</small>`)}
      ${Object.entries(answer.content ?? {}).map(([media, { schema }]) => html`<details><summary><small>${media}</small></summary>
        ${schema ? html`<arbiter-schema .schema=${schema} .schemas=${this.schemas}></arbiter-schema>` : nothing}</details>`)}</dd></div>`)}</dl>`;
  }
}

customElements.define('arbiter-operation', ArbiterOperation);
