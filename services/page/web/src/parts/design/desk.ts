/** `<arbiter-desk .place>`: loads the desk of a game, and shows it. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { partOf, type Desk } from '../../games.js';
import type { Place } from '../../router.js';
import { base } from '../../styles.js';
import '../problem.js';
import { t } from '../../texts.js';

export class ArbiterDesk extends LitElement {
  static override properties = { place: { attribute: false }, loaded: { state: true }, problem: { state: true } };
  declare place: Place;
  declare private loaded: Awaited<ReturnType<Desk['load']>> | undefined;
  declare private problem: Error | undefined;
  private service: string | undefined;

  static override styles = [base];

  protected override willUpdate(changes: PropertyValues<this>): void {
    const [, service = ''] = this.place.parts;
    if (!changes.has('place') || service === this.service) return;
    [this.service, this.loaded, this.problem] = [service, undefined, undefined];
    void this.load(service);
  }

  private async load(service: string): Promise<void> {
    try {
      const loaded = await partOf(service).desk?.load();
      if (service !== this.service) return;
      this.loaded = loaded;
      if (loaded === undefined) this.problem = new Error(t('This game has no desk.'));
    } catch (error) {
      this.problem = error as Error;
    }
  }

  protected override render(): TemplateResult {
    if (this.loaded) return this.loaded.show(this.place);
    return html`${this.problem ? nothing : html`<p class="quiet" role="status">Loading…</p>`}<arbiter-problem .problem=${this.problem}></arbiter-problem>`;
  }
}

customElements.define('arbiter-desk', ArbiterDesk);
