/**
 * `<arbiter-odds>`: exact odds of a throw in notation, alone or compared with another, and of everything else that services offer.
 *
 * For tests: `data-of` the choice of a subject, `data-ask` the form for notation, `data-answer` the result,
 * `data-mean` on it: the exact mean of the first distribution.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { arbiter } from '../../access.js';
import { notationGame } from '../../games.js';
import { go, linkTo, type Place } from '../../router.js';
import { base } from '../../styles.js';
import { gameName, services, titled } from '../../words.js';
import '../problem.js';
import './distribution.js';
import { percent, rounded, short } from './fractions.js';
import './request.js';
import { chancesIn, distributionsIn, seriesOfOdds, type Chance, type Odds } from './series.js';
import { t } from '../../texts.js';

const NOTATION = 'notation';
/** Names of values that are expected numbers and no chances. */
const MEANS = /(^|, )expected$/;
const ODDS = /^\/(\w+)\/v1\/odds$/;

/** A result: the answers by the name of the request, and the comparison of two of them. */
interface Found { readonly asked: readonly (readonly [string, unknown])[]; readonly versus: unknown }

export class ArbiterOdds extends LitElement {
  static override properties = {
    place: { attribute: false }, names: { state: true }, found: { state: true }, problem: { state: true }, busy: { state: true }, which: { state: true },
  };
  declare place: Place;
  /** The services that offer odds, once they are known. */
  declare private names: readonly string[] | undefined;
  declare private found: Found | undefined;
  declare private problem: Error | undefined;
  declare private busy: boolean;
  declare private which: number;

  static override styles = [base, css`
    .ask { display: grid; gap: 0.8rem; margin-bottom: 1rem; } .ask form { align-items: end; }
    .ask form label { flex: 1 1 13rem; } .ask form input { font-family: var(--mono); width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0.8rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; } dd code { font-weight: 400; display: block; color: var(--quiet); }
    .answer { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem; } h2 { margin: 0; }
  `];

  constructor() {
    super();
    [this.busy, this.which] = [false, 0];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    services().then((all) => {
      this.names = all.flatMap(({ routes }) => routes.flatMap((path) => ODDS.exec(path)?.[1] ?? []));
    }, (error: unknown) => { this.problem = error as Error; });
  }

  /** The game whose notation is offered, if this server has it. */
  private get notated(): ReturnType<typeof notationGame> {
    const found = notationGame();
    return found && this.names?.includes(found[0]) ? found : undefined;
  }

  private get of(): string { return this.ofPlace(this.place); }

  private ofPlace(place: Place): string {
    const usual = this.notated ? NOTATION : this.names?.[0];
    return place.params.get('of') ?? usual ?? NOTATION;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!this.names || !(changes.has('place') || (changes as Map<string, unknown>).has('names'))) return;
    const before = changes.get('place');
    if (before === undefined || this.ofPlace(before) !== this.of) [this.found, this.problem] = [undefined, undefined];
    const { params } = this.place, one = params.get('throw');
    const [first, second] = this.notated?.[1].examples ?? ['', ''];
    if (this.of === NOTATION && this.notated) void this.notation(one ?? first, params.get('against') ?? (one ? '' : second));
  }

  protected override render(): TemplateResult {
    if (!this.names) return html`<arbiter-problem .problem=${this.problem}></arbiter-problem>`;
    if (this.names.length === 0) return html`<p>No game on this server offers odds.</p>`;
    return html`<div class="ask card">
        ${this.names.length > 1 ? html`<label>Odds of <select data-of @change=${this.turned}>
          ${this.names.map((name) => this.choice(name))}</select></label>` : nothing}
        ${this.of === NOTATION ? this.notationForm() : html`<arbiter-request .service=${this.of} .path=${`/${this.of}/v1/odds`}
          button="Calculate the odds" .problem=${this.problem} ?busy=${this.busy} @send=${this.sent}></arbiter-request>`}
        ${this.of === NOTATION ? html`<arbiter-problem .problem=${this.problem}></arbiter-problem>` : nothing}
      </div>
      <div aria-live="polite">${this.found ? this.answered(this.found) : nothing}</div>`;
  }

  private choice(service: string): TemplateResult {
    const [value, name] = service === this.notated?.[0] ? [NOTATION, this.notated[1].name] : [service, gameName(service)];
    return html`<option value=${value} ?selected=${this.of === value}>${name}</option>`;
  }

  private notationForm(): TemplateResult {
    const { params } = this.place, [first, second] = this.notated?.[1].examples ?? ['', ''];
    return html`<form class="row" data-ask @submit=${this.asked}>
      <label>Throw <input name="throw" .value=${params.get('throw') ?? first} required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <label>Compared with (optional) <input name="against" .value=${params.get('against') ?? (params.has('throw') ? '' : second)} autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <button class="primary" ?disabled=${this.busy}>Calculate the odds</button></form>`;
  }

  private answered({ asked, versus }: Found): TemplateResult {
    const each = asked.map(([name, answer]) => [name, distributionsIn(answer)] as const);
    const names = each[0]?.[1].map(([name]) => name) ?? [], at = Math.min(this.which, Math.max(names.length - 1, 0));
    const shown = each.flatMap(([name, all]) => (all[at] ? [[name, all[at][1]] as const] : []));
    const single = [...chancesIn(versus), ...(asked.length === 1 ? chancesIn(asked[0]?.[1]) : [])];
    return html`<section class="card answer" data-answer data-mean=${shown[0]?.[1].mean.exact ?? nothing}>
      ${names.length > 1 ? html`<label>Of <select @change=${(event: Event) => { this.which = Number((event.target as HTMLSelectElement).value); }}>
        ${names.map((name, place) => html`<option value=${place} ?selected=${place === at}>${titled(name)}</option>`)}</select></label>` : names[0] ? html`<h2>${titled(names[0])}</h2>` : nothing}
      ${shown.length ? html`<arbiter-distribution file="odds" .label=${t`Odds of ${shown.map(([name]) => name).join(t(' and '))}`}
        .series=${shown.map(([name, odds]) => seriesOfOdds(name, odds))}></arbiter-distribution>` : nothing}
      ${single.length ? html`<dl class="facts">${single.map(([name, chance]) => fact(versusName(name, asked), chance, MEANS.test(name) ? rounded : percent))}</dl>` : nothing}
      ${shown.map(([name, odds]) => numbers(shown.length > 1 ? name : '', odds))}</section>`;
  }

  // ---------------------------------------------------------------- requests

  private turned(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    go(linkTo('design', ['odds'], { of: value === NOTATION ? undefined : value }));
  }

  private asked(event: SubmitEvent): void {
    event.preventDefault();
    const { elements } = event.target as HTMLFormElement;
    const [one, other] = ['throw', 'against'].map((name) => (elements.namedItem(name) as HTMLInputElement).value.trim());
    go(linkTo('design', ['odds'], { throw: one, against: other }), { replace: true });
    void this.notation(one ?? '', other ?? '');
  }

  private async notation(one: string, other: string): Promise<void> {
    await this.working(async () => {
      const [service, { what }] = this.notated!, ask = (body: unknown): Promise<unknown> => arbiter().post(`/${service}/v1/odds`, body);
      const texts = [one, other].filter(Boolean);
      const answers = await Promise.all(texts.map((text) => ask({ what: what(text) })));
      const versus = other ? await ask({ what: what(one), against: what(other) }) : undefined;
      return { asked: answers.map((answer, at) => [texts[at] ?? '', answer] as const), versus };
    });
  }

  private sent(event: CustomEvent<unknown>): void {
    void this.working(async () => ({ asked: [[gameName(this.of), await arbiter().post(`/${encodeURIComponent(this.of)}/v1/odds`, event.detail)]], versus: undefined }));
  }

  private async working(ask: () => Promise<Found>): Promise<void> {
    this.busy = true;
    this.problem = undefined;
    try {
      this.found = await ask();
    } catch (error) {
      [this.problem, this.found] = [error as Error, undefined];
    } finally {
      this.busy = false;
    }
  }
}

/** Name a result of a comparison by the higher side. */
function versusName(name: string, asked: Found['asked']): string {
  const [one, other] = asked.map(([text]) => text);
  if (other === undefined) return titled(name);
  const says: Readonly<Record<string, string>> = t({ win: `${one} is higher`, tie: 'Both are equal', lose: `${other} is higher` });
  return says[name] ?? titled(name);
}

const fact = (name: string, value: Chance, written: (about: number) => string): TemplateResult =>
  html`<div><dt>${name}</dt><dd>${written(value.about)} <code>${short(value.exact)}</code></dd></div>`;

function numbers(name: string, odds: Odds): TemplateResult {
  return html`<div>${name ? html`<h2><code>${name}</code></h2>` : nothing}<dl class="facts">
    ${fact(t('Mean'), odds.mean, rounded)}
    <div><dt>Standard deviation</dt><dd>${rounded(odds.deviation)}</dd></div>
    <div><dt>Median</dt><dd>${odds.quantiles['50%']}</dd></div>
    <div><dt>9 of 10 lie between</dt><dd>${odds.quantiles['5%']} and ${odds.quantiles['95%']}</dd></div></dl>
    ${odds.left_out ? html`<small>${odds.left_out} very unlikely outcomes are not listed; the numbers include them.</small>` : nothing}
    ${odds.chain ? html`<small>Chains of extra rolls are counted up to ${odds.chain.limit}; the chance of a longer one is below ${odds.chain.further_at_most.toExponential(0)}.</small>` : nothing}</div>`;
}

customElements.define('arbiter-odds', ArbiterOdds);
