/**
 * `<arbiter-trying .operation .service>`: sends an operation to this server with the tab's key, and shows the answer.
 *
 * For tests: `data-given` on the field of each parameter, `data-send` the button, `data-status` the status of the answer.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { appKey } from '../../access.js';
import { base } from '../../styles.js';
import '../design/request.js';
import { bodyOf, type Operation, type Parameter } from './contract.js';
import { t } from '../../texts.js';

const PAST = 100_000;

interface Answered { readonly status: number; readonly says: string; readonly text: string }

export class ArbiterTrying extends LitElement {
  static override properties = { operation: { attribute: false }, service: {}, answer: { state: true }, busy: { state: true }, problem: { state: true } };
  declare operation: Operation;
  declare service: string;
  declare private answer: Answered | undefined;
  declare private busy: boolean;
  declare private problem: Error | undefined;

  static override styles = [base, css`
    :host { padding-top: 0.6rem; } .stack { max-width: 46rem; } label small { font-weight: 400; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; overflow: visible; } .answer { margin-top: 1rem; }
  `];

  protected override render(): TemplateResult {
    const { operation } = this, hasBody = bodyOf(operation) !== undefined;
    return html`<div class="stack">
        <p>${t(appKey() === undefined ? 'It is sent without a key: enter one at the top of the page.' : 'It is sent with the key of this tab.')}
          ${operation.method === 'GET' ? nothing : t('What it does is done on this server.')}</p>
        ${operation.parameters.map((one) => this.field(one))}
        ${hasBody ? html`<arbiter-request .service=${this.service} .path=${operation.path} button="Send" ?busy=${this.busy} @send=${(event: CustomEvent<unknown>) => this.send(event.detail)}></arbiter-request>`
      : html`<div class="row"><button class="primary" data-send ?disabled=${this.busy} @click=${() => this.send()}>Send</button></div>`}
        <arbiter-problem .problem=${this.problem}></arbiter-problem>
      </div>
      ${this.answer ? html`<div class="answer" role="status"><p><strong data-status>${this.answer.status}</strong> ${this.answer.says}</p><pre>${this.answer.text}</pre></div>` : nothing}`;
  }

  private field({ name, required, schema }: Parameter): TemplateResult {
    const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
    return html`<label><span><code>${name}</code> <small>${required ? '' : t('optional')}</small></span>
      ${choices ? html`<select data-given=${name}><option value=""></option>${choices.map((one) => html`<option>${String(one)}</option>`)}</select>`
      : html`<input data-given=${name} autocomplete="off" spellcheck="false" placeholder=${String(schema.examples?.[0] ?? schema.default ?? '')}>`}</label>`;
  }

  /** Return what was entered for a parameter; an empty field is left out. */
  private given({ name }: Parameter): string {
    return this.renderRoot.querySelector<HTMLInputElement | HTMLSelectElement>(`[data-given="${CSS.escape(name)}"]`)?.value.trim() ?? '';
  }

  private async send(body?: unknown): Promise<void> {
    const { operation } = this, headers = new Headers({ Accept: 'application/json, */*;q=0.5' }), query = new URLSearchParams();
    let { path } = operation;
    [this.busy, this.problem, this.answer] = [true, undefined, undefined];
    try {
      for (const one of operation.parameters) {
        const value = this.given(one);
        if (value === '' && one.required) throw new Error(t`Enter ${one.name}: the operation needs it.`);
        if (value === '') continue;
        if (one.in === 'path') path = path.replace(`{${one.name}}`, encodeURIComponent(value));
        else if (one.in === 'query') query.set(one.name, value);
        else headers.set(one.name, value);
      }
      const key = appKey();
      if (key !== undefined) headers.set('Authorization', `Bearer ${key}`);
      if (body !== undefined) headers.set('Content-Type', 'application/json');
      const asked = query.size > 0 ? `${path}?${query}` : path;
      this.answer = await read(await fetch(asked, { method: operation.method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }));
    } catch (error) {
      this.problem = error as Error;
    }
    this.busy = false;
  }
}

async function read(response: Response): Promise<Answered> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '') && !/ndjson/.test(response.headers.get('Content-Type') ?? '');
  const shown = isJson && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return {
    status: response.status, says: response.statusText,
    text: shown.length > PAST ? t`${shown.slice(0, PAST)}\n… and ${shown.length - PAST} more letters` : shown,
  };
}

customElements.define('arbiter-trying', ArbiterTrying);
