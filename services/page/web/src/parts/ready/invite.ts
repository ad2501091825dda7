/**
 * `<arbiter-invite .link>`: the link for the other person of a game for two, above the table. It fires `done` when it is closed.
 *
 * For tests: `data-invite` on the field that has the link, `data-copy` and `data-done` on the buttons.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { t } from '../../texts.js';

export class ArbiterInvite extends LitElement {
  static override properties = { link: {}, copied: { state: true } };
  declare link: string;
  declare private copied: string;

  static override styles = [base, css`
    section { margin-bottom: 1rem; display: grid; gap: 0.5rem; } p { margin: 0; }
    input { flex: 1; min-width: 10rem; font-family: var(--mono); font-size: 0.85rem; }
  `];

  protected override render(): TemplateResult {
    return html`<section class="card" aria-label="Invite the other person">
      <p><strong>Send this link to the other person.</strong> It opens their seat, and no other one. You can find it again under Seats.</p>
      <div class="row"><input readonly data-invite aria-label="Link for the other person" .value=${this.link} @focus=${(event: Event) => { (event.target as HTMLInputElement).select(); }}>
        <button class="primary" data-copy @click=${this.copy}>${this.copied || t('Copy')}</button>
        ${'share' in navigator ? html`<button data-share @click=${this.share}>Share</button>` : nothing}
        <button data-done @click=${() => { this.dispatchEvent(new Event('done')); }}>Close</button></div>
      <p class="only-read" role="status">${this.copied}</p></section>`;
  }

  private readonly copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.link);
      this.copied = t('Copied');
    } catch {
      this.renderRoot.querySelector('input')?.select();
      this.copied = t('Copy the selection');
    }
  };

  private readonly share = (): void => {
    navigator.share({ title: t('A game on Arbiter'), url: this.link }).catch(() => undefined); // the person chose not to share
  };
}

customElements.define('arbiter-invite', ArbiterInvite);
