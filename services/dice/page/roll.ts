/**
 * `<arbiter-roll>`: rolls dice in notation, and shows the roll, its exact odds and a link to its proof.
 * It fires `rolled` after each roll. With `at` it rolls at that table, and shows the odds of what is typed before it is rolled.
 *
 * For tests: `data-roll` the form, `data-rendered` the roll in one line, `data-total` its total, `data-proof` the link.
 */
import type { RollsAnswer } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { arbiter } from '../../page/web/src/access.js';
import { linkTo } from '../../page/web/src/router.js';
import { base } from '../../page/web/src/styles.js';
import { percent } from '../../page/web/src/parts/design/fractions.js';
import '../../page/web/src/parts/design/plot.js';
import type { Body } from '../../page/web/src/parts/play/entries.js';
import { isRecord } from '../../page/web/src/parts/play/names.js';
import type { Sender } from '../../page/web/src/parts/play/command.js';
import { heightOf, seriesOfOdds, type Odds, type Series } from '../../page/web/src/parts/design/series.js';
import '../../page/web/src/parts/problem.js';

const EXAMPLES = ['1d20 + 5', '4d6kh3', '2d6', '8d10>=7', '3d6!'];
const MARKED = /(~~.+?~~|\*\*.+?\*\*)/;

type Made = RollsAnswer['rolls'][number];
const PAUSE = 400;

/** A table where a seat rolls: its own newest roll there, and how its commands are sent. */
export interface RollTable {
  readonly stream: string;
  readonly made: Made | undefined;
  readonly sender: Sender & { readonly sent: { readonly until: number } | undefined };
}

/** Format the server's rendering of a roll: dropped dice struck through, special ones in bold. */
export const written = (text: string): unknown[] => text.split(MARKED).map((part) => {
  const inside = part.slice(2, -2);
  if (part.startsWith('~~')) return html`<s>${inside}</s>`;
  return part.startsWith('**') ? html`<b>${inside}</b>` : part;
});

const totalOf = (made: Made | undefined): string | undefined =>
  made && 'total' in made.outcome && made.outcome.total !== undefined ? String(made.outcome.total) : undefined;

const textOf = (made: Made | undefined): unknown => (made && 'text' in made.what ? made.what.text : undefined);

export class ArbiterRoll extends LitElement {
  static override properties = {
    at: { attribute: false }, problem: { state: true }, made: { state: true }, place: { state: true }, odds: { state: true }, busy: { state: true },
  };
  declare at: RollTable | undefined;
  declare private problem: Error | undefined;
  declare private made: Made | undefined;
  /** The table of the roll, and the version that the roll led to. */
  declare private place: { readonly table: string; readonly at: number } | undefined;
  declare private odds: Series | undefined;
  declare private busy: boolean;
  /** What the odds are of, and the timer that waits for a pause in typing. */
  private of = '';
  private pause = 0;

  static override styles = [base, css`
    form .what { flex: 1 1 12rem; min-width: 0; font-family: var(--mono); }
    .examples { margin-top: 0.5rem; gap: 0.35rem; }
    .examples button { padding: 0.1rem 0.55rem; font-size: 0.86rem; font-family: var(--mono); }
    .made { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--line); display: grid; gap: 0.6rem; }
    .total { font-size: 2.4rem; font-weight: 700; line-height: 1; color: var(--accent); }
    .made p { margin: 0; overflow-wrap: anywhere; }
  `];

  protected override firstUpdated(): void { if (this.at) void this.foresee(this.text); }

  override disconnectedCallback(): void { super.disconnectedCallback(); clearTimeout(this.pause); }

  private get text(): string { return this.renderRoot.querySelector<HTMLInputElement>('[name=what]')?.value ?? ''; }

  protected override render(): TemplateResult {
    const made = this.at ? this.at.made : this.made;
    return html`
      <form class="row" data-roll @submit=${this.submitted}>
        <input class="what" name="what" @input=${this.typed} aria-label="What to roll" value="4d6kh3 + 2" autocomplete="off" autocapitalize="off" spellcheck="false" required>
        <button class="primary" ?disabled=${this.busy}>Roll</button>
      </form>
      <div class="row examples" role="group" aria-label="Examples">
        ${EXAMPLES.map((text) => html`<button type="button" @click=${() => this.example(text)}>${text}</button>`)}</div>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.at && this.odds ? this.plot(this.odds, this.of === textOf(made) ? totalOf(made) : undefined) : nothing}
      <div aria-live="polite">${made && !this.problem ? this.rolled(made) : nothing}</div>`;
  }

  private plot(odds: Series, total: string | undefined): TemplateResult {
    return html`<arbiter-plot label="Exact odds of this roll" height="130" .series=${[odds]} .mark=${total}></arbiter-plot>`;
  }

  private rolled(made: Made): TemplateResult {
    const total = totalOf(made), point = this.at && this.of !== textOf(made) ? undefined : this.odds?.points.find(({ label }) => label === total);
    return html`<div class="made">
      <div class="row">${total === undefined ? nothing : html`<span class="total" data-total>${total}</span>`}
        <code data-rendered>${written(made.rendered)}</code>
        ${made.crit ? html`<span class="tag good">critical</span>` : nothing}${made.fumble ? html`<span class="tag bad">fumble</span>` : nothing}
        ${made.labels?.map(({ label, amount }) => html`<span class="tag">${label} ${amount}</span>`)}</div>
      ${point ? html`<p>The chance of ${total} or more was ${percent(heightOf(point, 'at_least'))}.</p>` : nothing}
      ${this.odds && !this.at ? this.plot(this.odds, total) : nothing}
      ${this.place ? html`<p class="row"><a class="button" data-proof href=${linkTo('judge', ['dice', this.place.table], { at: this.place.at })}>Prove this roll</a>
        ${this.at ? nothing : html`<small>Roll ${made.number} of today's table; its seed stays sealed until the table closes.</small>`}</p>` : nothing}</div>`;
  }

  private example(text: string): void {
    const form = this.renderRoot.querySelector('form') as HTMLFormElement;
    (form.elements.namedItem('what') as HTMLInputElement).value = text;
    void this.roll(text);
  }

  private submitted(event: SubmitEvent): void {
    event.preventDefault();
    void this.roll(((event.target as HTMLFormElement).elements.namedItem('what') as HTMLInputElement).value);
  }

  /** Show the odds of what is typed, once the typing pauses. */
  private readonly typed = (): void => {
    clearTimeout(this.pause);
    if (this.at) this.pause = window.setTimeout(() => { void this.foresee(this.text); }, PAUSE);
  };

  /** Show the odds of a notation; none if it is not one. */
  private async foresee(text: string): Promise<void> {
    if (text === this.of) return;
    this.of = text;
    const { odds } = await this.at!.sender.dryRun(rollOf(text)).catch(() => ({ odds: undefined }));
    if (text === this.of) this.odds = plotted(text, odds);
  }

  private async rollAt({ stream, sender }: RollTable, text: string): Promise<void> {
    await Promise.all([sender.send(rollOf(text)), this.foresee(text)]);
    if (sender.sent) this.place = { table: stream, at: sender.sent.until };
  }

  private async roll(text: string): Promise<void> {
    this.busy = true;
    this.problem = undefined;
    try {
      if (this.at) return await this.rollAt(this.at, text);
      const { table, rolls, version } = await arbiter().roll(text);
      [this.place, this.made, this.odds] = [{ table, at: version }, rolls[0], undefined];
      this.dispatchEvent(new Event('rolled'));
      this.odds = await oddsOf(text);
    } catch (error) {
      this.problem = Object.create(error as Error, { field: {} }) as Error; // there is one field only
    } finally {
      this.busy = false;
    }
  }
}

const rollOf = (text: string): Body => ({ type: 'Roll', rolls: [{ what: { throw: 'Notation', text } }] });

const plotted = (text: string, odds: unknown): Series | undefined => (isRecord(odds) && 'mean' in odds ? seriesOfOdds(text, odds as unknown as Odds) : undefined);

/** Request the odds of a notation; `undefined` if they cost too much or are not of one number. */
async function oddsOf(text: string): Promise<Series | undefined> {
  try {
    const answer = await arbiter().odds('dice', { what: { throw: 'Notation', text } });
    return plotted(text, answer);
  } catch {
    return undefined;
  }
}

customElements.define('arbiter-roll', ArbiterRoll);
