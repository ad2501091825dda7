/** `<arbiter-foreseen>`: the result of a dry run, with the exact odds of its first draw as bars. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { spelled } from '../../words.js';
import { base } from '../../styles.js';
import '../design/plot.js';
import { isRecord } from './names.js';
import { fixed, t } from '../../texts.js';

interface Exact { readonly exact: string; readonly about: number }
interface Likelihood { readonly total?: number | string; readonly counts?: readonly number[]; readonly chance: Exact }
interface Odds {
  readonly outcomes?: readonly Likelihood[];
  readonly mean?: Exact;
  readonly also?: Readonly<Record<string, Exact>>;
  readonly names?: readonly string[];
}

/** The dice pool of one side of a contest, and its odds. */
interface Side { readonly character: string; readonly odds: Odds }

/** The server's answer to a dry run. */
export interface Foreseen {
  readonly allowed: boolean;
  readonly refusal?: { readonly says: string; readonly rule: string } | null;
  readonly draws?: string;
  readonly odds?: unknown;
  readonly comes_again?: boolean;
  readonly events?: readonly { readonly type: string }[] | null;
}

const MOST = 40;
const percent = ({ about }: Exact): string => `${fixed(about * 100, about > 0 && about < 0.01 ? 2 : 1)} %`;

export class ArbiterForeseen extends LitElement {
  static override properties = { foreseen: { attribute: false } };
  declare foreseen: Foreseen;

  static override styles = [base, css`
    :host { background: var(--shade); border-radius: 8px; padding: 0.6rem 0.8rem; }
    p { margin: 0 0 0.3rem; }
    ul { margin: 0; padding-left: 1.1rem; }
  `];

  protected override render(): TemplateResult {
    const { allowed, refusal, draws, odds, comes_again: again, events } = this.foreseen;
    if (!allowed) return html`<arbiter-problem .problem=${refusal}></arbiter-problem>`;
    const sides = isRecord(odds) ? odds['sides'] : undefined;
    if (Array.isArray(sides)) return html`${(sides as readonly Side[]).map((side) => this.chances(side.odds, t`${draws ?? ''} pool of ${side.character}`))}`;
    if (isRecord(odds)) return this.chances(odds as Odds, draws ?? '');
    if (again) return html`<p>It is allowed. The roll that was taken back comes again: it shows what it has shown before.</p>`;
    if (draws) return html`<p>It is allowed. The outcome depends on dice that are not rolled yet.</p>`;
    return html`<p>It is allowed, and no dice are rolled${events && events.length > 0
      ? html`: ${events.map(({ type }) => spelled(type)).join(', ')}` : nothing}.</p>`;
  }

  private chances({ outcomes = [], mean, also = {}, names }: Odds, draws: string): TemplateResult {
    const others = Object.entries(also);
    return html`<p><strong>The odds${draws ? t` of the ${spelled(draws)}` : ''}</strong>${mean ? html`, <span title=${mean.exact}>${fixed(mean.about, 2)} on average</span>` : nothing}</p>
      ${others.length > 0 ? html`<ul>${others.map(([name, chance]) => html`<li>${spelled(name)}: <strong title=${chance.exact}>${percent(chance)}</strong></li>`)}</ul>` : nothing}
      ${outcomes.length > 1 && outcomes.length <= MOST ? bars(outcomes, names) : nothing}
      ${outcomes.length === 1 ? html`<p>It always comes to ${said(outcomes[0] as Likelihood, names)}.</p>` : nothing}
      ${outcomes.length > MOST ? html`<p><small>${outcomes.length} outcomes</small></p>` : nothing}`;
  }
}

const said = ({ total, counts }: Likelihood, names: readonly string[] = []): string =>
  (counts ? counts.map((count, at) => `${count} ${names[at] ?? ''}`).join(', ') : String(total));

function bars(outcomes: readonly Likelihood[], names: readonly string[] | undefined): TemplateResult {
  const points = outcomes.map((one, at) => ({ label: said(one, names), at, exactly: one.chance, at_least: one.chance }));
  return html`<arbiter-plot height="120" .series=${[{ name: '', points }]}></arbiter-plot>
  ${names && outcomes.length <= 12 ? html`<ul>${outcomes.map((one) => html`<li>${said(one, names)}: <strong title=${one.chance.exact}>${percent(one.chance)}</strong></li>`)}</ul>` : nothing}`;
}

customElements.define('arbiter-foreseen', ArbiterForeseen);
