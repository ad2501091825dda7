/**
 * `<arbiter-language>`: the language of the page, in its foot.
 *
 * For tests: `data-language` on the choice.
 */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { LANGUAGES, speak } from '../language.js';
import { followConnection, isOffline } from '../offline.js';
import { base } from '../styles.js';
import { LANGUAGE } from '../texts.js';

export class ArbiterLanguage extends LitElement {
  static override styles = [base, css`
    label { display: inline-flex; align-items: center; gap: 0.5rem; }
    small { flex: 1 1 20rem; }
  `];

  constructor() {
    super();
    followConnection(this);
  }

  protected override render(): TemplateResult {
    return html`<div class="row"><label><span>Language</span> <select data-language ?disabled=${isOffline()} @change=${this.chosen}>
        ${Object.entries(LANGUAGES).map(([language, name]) => html`<option value=${language} lang=${language} .selected=${language === LANGUAGE}>${name}</option>`)}</select></label>
      <small>In other languages, rules, cards and the guide stay English.</small></div>`;
  }

  private chosen(event: Event): void {
    speak((event.target as HTMLSelectElement).value);
  }
}

customElements.define('arbiter-language', ArbiterLanguage);
