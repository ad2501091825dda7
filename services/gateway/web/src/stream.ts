/** `<arbiter-stream src="https://host/dice/v1/tables/abc" token="…">`: one stream, embedded in another page. */
import { LitElement, html, type TemplateResult } from 'lit';
import { base } from './styles.js';

export class ArbiterStream extends LitElement {
  static override properties = { src: {}, token: {} };
  declare src: string;
  declare token: string;
  static override styles = [base];

  protected override render(): TemplateResult {
    return html`<p>${this.src}</p>`;
  }
}

customElements.define('arbiter-stream', ArbiterStream);
