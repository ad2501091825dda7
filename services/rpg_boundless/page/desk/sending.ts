/**
 * `<arbiter-boundless-sending .made .campaigns>`: puts an enemy or an Item into a campaign that its user leads.
 *
 * For tests: `data-campaign` the choice of the campaign, `data-store` and `data-bring` the buttons, `data-sent` what came of it.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../../page/web/src/parts/problem.js';
import { linkTo } from '../../../page/web/src/router.js';
import { base } from '../../../page/web/src/styles.js';
import { t } from '../../../page/web/src/texts.js';
import { put, SERVICE, type Campaign } from './campaigns.js';
import type { Made } from './work.js';

export class ArbiterBoundlessSending extends LitElement {
  static override properties = { made: { attribute: false }, campaigns: { attribute: false }, chosen: { state: true }, sent: { state: true }, problem: { state: true }, busy: { state: true } };
  declare made: Made;
  declare campaigns: readonly Campaign[];
  declare private chosen: string | undefined;
  /** What was done, in words. */
  declare private sent: string | undefined;
  declare private problem: Error | undefined;
  declare private busy: boolean;

  static override styles = [base, css`:host { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.7rem; } p { margin: 0; } select { width: 100%; }`];

  constructor() {
    super();
    this.busy = false;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('made')) [this.sent, this.problem] = [undefined, undefined];
  }

  protected override render(): TemplateResult {
    const led = this.campaigns.filter(({ leads }) => leads), campaign = led.find(({ id }) => id === this.chosen) ?? led[0];
    if (!campaign) return html`<p class="quiet">You lead no campaign here: <a href=${linkTo('play', [SERVICE])}>open one</a>, or open the link of your seat.</p>`;
    return html`<label>The campaign <select data-campaign @change=${(event: Event) => { [this.chosen, this.sent, this.problem] = [(event.target as HTMLSelectElement).value, undefined, undefined]; }}>
        ${led.map(({ id, title }) => html`<option value=${id} .selected=${id === campaign.id}>${title}</option>`)}</select></label>
      <div class="row"><button data-store ?disabled=${this.busy} @click=${() => this.send(campaign, false)}>Keep it there for later</button>
        ${this.made.kind === 'enemy' ? html`<button data-bring ?disabled=${this.busy} @click=${() => this.send(campaign, true)}>Bring it into the scene</button>` : nothing}</div>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div role="status">${this.sent ? html`<p class="good" data-sent>${this.sent} <a href=${linkTo('play', [SERVICE, campaign.id], { seat: campaign.leader })}>To the table</a></p>` : nothing}</div>`;
  }

  private async send(campaign: Campaign, now: boolean): Promise<void> {
    [this.busy, this.sent, this.problem] = [true, undefined, undefined];
    const { name } = this.made.sheet;
    try {
      await put(campaign, this.made, now);
      this.sent = now ? t`${name} is in the scene. Players see only its name.` : t`${name} is kept there, in secret.`;
    } catch (error) {
      this.problem = error as Error;
    } finally {
      this.busy = false;
    }
  }
}

customElements.define('arbiter-boundless-sending', ArbiterBoundlessSending);
