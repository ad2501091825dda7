/**
 * `<arbiter-chance .ask .version>`: how likely the outcome of a roll was, exactly; the server is asked on a click.
 *
 * For tests: `data-chance` on the button, `data-exact` on the answer, with the exact fraction.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { spelled } from '../../words.js';
import '../problem.js';
import { fixed, t } from '../../texts.js';

interface Exact { readonly exact: string; readonly about: number }
interface Outcome { readonly chance: Exact; readonly facts: Readonly<Record<string, unknown>>; readonly happened?: boolean }
/** The answer to `…/chances?version=`. */
export interface ChancesSeen { readonly chances: { readonly outcomes: readonly Outcome[] } }
export type AskChances = (version: number) => Promise<ChancesSeen>;

const MOST = 6, OTHERS = 5;

export class ArbiterChance extends LitElement {
  static override properties = { ask: { attribute: false }, version: { type: Number }, seen: { state: true }, problem: { state: true }, asking: { state: true } };
  declare ask: AskChances;
  declare version: number;
  declare private seen: ChancesSeen | undefined;
  declare private problem: Error | undefined;
  declare private asking: boolean;

  static override styles = [base, css`
    :host { display: block; margin-top: 0.6rem; } p { margin: 0; } ul { margin: 0.3rem 0 0; padding-left: 1.1rem; font-size: 0.9rem; }
    button { padding: 0.15rem 0.7rem; font-size: 0.92rem; } li, p { overflow-wrap: anywhere; }
  `];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('version') && !changed.has('ask')) return;
    this.seen = this.problem = undefined;
    this.asking = false;
  }

  private async wonder(): Promise<void> {
    const { version } = this;
    this.asking = true;
    try {
      const seen = await this.ask(version);
      if (version === this.version) this.seen = seen;
    } catch (problem) {
      if (version === this.version) this.problem = problem as Error;
    } finally {
      if (version === this.version) this.asking = false;
    }
  }

  protected override render(): TemplateResult {
    if (this.problem) return html`<arbiter-problem .problem=${this.problem}></arbiter-problem>`;
    if (this.seen) return this.answer(this.seen.chances.outcomes);
    return html`<button data-chance ?disabled=${this.asking} @click=${this.wonder}>${t(this.asking ? 'Working it out …' : 'How likely was this roll?')}</button>`;
  }

  private answer(outcomes: readonly Outcome[]): TemplateResult {
    const happened = outcomes.find((one) => one.happened);
    const others = outcomes.filter((one) => one !== happened).slice(0, OTHERS);
    return html`${happened ? html`<p data-exact=${happened.chance.exact}>This roll had a <strong title=${happened.chance.exact}>${percent(happened.chance)}</strong>
        chance (exact)${words(happened)}.</p>` : nothing}
      ${others.length > 0 ? html`<p class="quiet">The most likely of the other ${outcomes.length - 1} outcomes:</p>
        <ul>${others.map((one) => html`<li><span title=${one.chance.exact}>${percent(one.chance)}</span>${words(one)}</li>`)}</ul>` : nothing}`;
  }
}

const percent = ({ about }: Exact): string => `${fixed(about * 100, about > 0 && about < 0.1 ? 2 : 1).replace(/[.,]0$/, '')} %`;

/** Return what an outcome says, in a few words: its first facts, by the last part of their names. */
function words({ facts }: Outcome): string {
  const said = new Map(Object.entries(facts).filter(([, value]) => value !== null).map(([name, value]) => [spelled(name.split('.').at(-1) ?? name), value]));
  const found = [...said].slice(0, MOST).map(([name, value]) => (typeof value === 'boolean' ? `${name}: ${t(value ? 'yes' : 'no')}` : `${name} ${String(value)}`));
  return found.length > 0 ? `: ${found.join(', ')}` : '';
}

customElements.define('arbiter-chance', ArbiterChance);
