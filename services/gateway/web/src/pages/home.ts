/** The page `home`. */
import { LitElement, html, type TemplateResult } from 'lit';
import type { Place } from '../router.js';
import { base } from '../styles.js';

export class ArbiterHome extends LitElement {
  static override properties = { place: { attribute: false } };
  declare place: Place;
  static override styles = [base];

  protected override render(): TemplateResult {
    return html`<h1>Home</h1>`;
  }
}

customElements.define('arbiter-home', ArbiterHome);
