/** `<arbiter-remember .service .stream .seat>`: lets this computer remember a seat, so that it opens without its link. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { changed, isRemembered, seatsOf, setRemembered } from '../access.js';
import { base } from '../styles.js';

export class ArbiterRemember extends LitElement {
  static override properties = { service: {}, stream: {}, seat: {} };
  declare service: string;
  declare stream: string;
  declare seat: string;

  static override styles = [base, css`label { display: flex; gap: 0.4rem; align-items: center; font-size: 0.9rem; min-height: 2.5rem; }`];

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.known);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => { this.requestUpdate(); };

  protected override render(): TemplateResult | typeof nothing {
    if (!seatsOf(this.service, this.stream).some((one) => one.seat === this.seat)) return nothing;
    return html`<label title="The link to this seat stays in this browser until you forget it. Do not choose it on a computer of others."><input type="checkbox" data-remember
      .checked=${isRemembered(this.service, this.stream, this.seat)} @change=${this.turned}>Remember on this computer</label>`;
  }

  private turned(event: Event): void {
    setRemembered(this.service, this.stream, this.seat, (event.target as HTMLInputElement).checked);
  }
}

customElements.define('arbiter-remember', ArbiterRemember);
