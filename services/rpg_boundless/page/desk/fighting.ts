/**
 * `<arbiter-boundless-fighting .made .work .campaigns>`: the chance that a party wins against the enemies on the desk, from a simulation that
 * the server runs.
 *
 * It fires `settings` with the settings of the chosen campaign. For tests: `data-party` the choice of the party, `data-fighter` each of its
 * members, `data-foe` the number of each enemy, `data-policy` the tactics, `data-amount` the number of fights, `data-bearer` who has the Item, `data-simulate` the button,
 * `data-status` and `data-trials` on the result, `data-won` the chance that the party wins, `data-why` why nothing can be simulated.
 */
import type { Job, JobAnswer, Progress } from 'arbiter-client';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { appKey, arbiter } from '../../../page/web/src/access.js';
import '../../../page/web/src/parts/design/distribution.js';
import { followed, timeLeft } from '../../../page/web/src/parts/design/following.js';
import { percent, rounded } from '../../../page/web/src/parts/design/fractions.js';
import { seriesOfMeasure, type Measure } from '../../../page/web/src/parts/design/series.js';
import { withoutKey } from '../../../page/web/src/parts/problem.js';
import { linkTo } from '../../../page/web/src/router.js';
import { base } from '../../../page/web/src/styles.js';
import { grouped, t } from '../../../page/web/src/texts.js';
import { titled } from '../../../page/web/src/words.js';
import { SERVICE, type Campaign } from './campaigns.js';
import { isSimplified, partyOf, READY, requestOf, SIDE, type Foe, type Party, type Question } from './fight.js';
import { NEW_ENEMY, type Made, type Work } from './work.js';

/** How many fights may be simulated: the more, the closer the bounds. */
const AMOUNTS = [200, 2000, 10_000], USUAL = 2000;
const TACTICS: Readonly<Record<Question['policy'], string>> = t({ guard: 'It keeps its Stamina for Saves.', press: 'It spends Stamina on its attacks.' });
/** The measures of a fight as shares: what the first column of the table says. */
const FALLS = /^\d+ (.+) falls$/;
const MEASURES: Readonly<Record<string, string>> = t({ undecided: 'undecided after 100 rounds', rounds: 'rounds', 'hp left': 'HP left', 'stamina left': 'Stamina left', 'first critical save': 'round of the first Critical Save' });

export class ArbiterBoundlessFighting extends LitElement {
  static override properties = {
    made: { attribute: false }, work: { attribute: false }, campaigns: { attribute: false },
    campaign: { state: true }, without: { state: true }, counts: { state: true }, policy: { state: true }, bearer: { state: true }, trials: { state: true }, armored: { state: true },
    answer: { state: true }, progress: { state: true }, problem: { state: true },
  };
  /** What is on the desk: an enemy of the fight, or an Item that one of the party has. */
  declare made: Made;
  declare work: Work;
  declare campaigns: readonly Campaign[];
  /** The campaign of the party; `undefined` for the party made ready. */
  declare private campaign: string | undefined;
  /** The members of the party that stay away, by their place. */
  declare private without: ReadonlySet<number>;
  /** How many of each enemy come, by name. */
  declare private counts: ReadonlyMap<string, number>;
  declare private policy: Question['policy'];
  declare private bearer: number;
  declare private trials: number;
  /** Whether enemies may have Armor where the party made ready fights. */
  declare private armored: boolean;
  declare private answer: JobAnswer | undefined;
  declare private progress: Progress | undefined;
  declare private problem: Error | undefined;
  private following: AbortController | undefined;
  private job: Job | undefined;

  static override styles = [base, css`
    :host { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.8rem; } p, h3 { margin: 0; } select { width: 100%; }
    .members { display: grid; gap: 0.3rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr)); } label.tick { display: flex; gap: 0.4rem; align-items: center; }
    .foes { display: grid; gap: 0.4rem; } .foes label { display: flex; justify-content: space-between; gap: 0.6rem; align-items: center; overflow-wrap: anywhere; } .foes input { width: 5rem; }
    .chance { font-size: 1.8rem; font-weight: 650; } progress { width: 100%; height: 0.9rem; accent-color: var(--accent); } ul { margin: 0; padding-left: 1.2rem; } td { font-variant-numeric: tabular-nums; white-space: nowrap; }
  `];

  constructor() {
    super();
    [this.without, this.counts, this.policy, this.bearer, this.trials, this.armored] = [new Set(), new Map(), 'guard', 0, USUAL, false];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.following?.abort();
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if ((changes.has('made') || changes.has('work')) && this.following) this.stop();
  }

  /** The party, all of it. */
  private get party(): Party {
    const found = this.campaigns.find(({ id }) => id === this.campaign);
    return found ? partyOf(found.game) : { ...READY, settings: { enemies: { armor: this.armored } } };
  }

  /** The enemies that may come: those that were made, or a ready one if there are none. The one on the desk comes once; with an Item as many as fight in the party. */
  private get foes(): readonly Foe[] {
    const { made, work } = this, enemies = work.flatMap((one) => (one.kind === 'enemy' ? [one.sheet] : []));
    const all = made.kind === 'enemy' && !enemies.some((one) => one === made.sheet) ? [made.sheet, ...enemies] : enemies;
    const usual = (sheet: Foe['sheet'], place: number): number => (made.kind === 'enemy' ? Number(sheet === made.sheet) : place === 0 ? Math.max(1, this.fighters.length) : 0);
    return (all.length > 0 ? all : [NEW_ENEMY]).map((sheet, place) => ({ sheet, count: this.counts.get(sheet.name) ?? usual(sheet, place) }));
  }

  /** The members of the party that fight. */
  private get fighters(): Party['fighters'] {
    return this.party.fighters.filter((_, place) => !this.without.has(place));
  }

  private get question(): Question {
    const { party, made, foes, policy, bearer, fighters } = this;
    return { party: { ...party, fighters }, foes, policy, ...made.kind === 'item' ? { item: { sheet: made.sheet, bearer } } : {} };
  }

  // ---------------------------------------------------------------- the simulation

  private stop(): void {
    this.following?.abort();
    this.job?.cancel().catch(() => undefined); // it may be over
    [this.following, this.job, this.answer, this.progress, this.problem] = [undefined, undefined, undefined, undefined, undefined];
  }

  /** Change what is asked: an answer to something else is not shown. */
  private change(next: () => void): void {
    this.stop();
    next();
    this.dispatchEvent(new CustomEvent('settings', { detail: this.party.settings }));
  }

  private async simulate(): Promise<void> {
    const request = requestOf(this.question, this.trials);
    if (typeof request === 'string') return;
    this.stop();
    const { signal } = this.following = new AbortController();
    try {
      const job = await arbiter().job(SERVICE, request as never);
      if (signal.aborted) { await job.cancel().catch(() => undefined); return; }
      this.job = job;
      for await (const { answer, progress } of followed(job, signal)) [this.answer, this.progress] = [answer, progress];
    } catch (error) {
      if (!signal.aborted) this.problem = error as Error;
    }
  }

  // ---------------------------------------------------------------- rendering

  protected override render(): TemplateResult {
    const { party, made } = this, request = requestOf(this.question, this.trials), why = typeof request === 'string' ? request : undefined;
    const simplified = this.foes.filter(({ sheet, count }) => count > 0 && isSimplified(sheet)).map(({ sheet }) => sheet.name);
    const notes = [...party.leftOut, ...party.fighters.flatMap((one) => one.notes), ...simplified.length > 0 ? [t`Of the Attacks of ${simplified.join(', ')} only the Damage counts.`] : []];
    return html`<label>The party <select data-party @change=${(event: Event) => { this.change(() => { [this.campaign, this.without, this.bearer] = [(event.target as HTMLSelectElement).value || undefined, new Set(), 0]; }); }}>
        <option value="" .selected=${this.campaign === undefined}>made ready</option>
        ${this.campaigns.filter(({ game }) => game.characters.length > 0).map(({ id, title }) => html`<option value=${id} .selected=${id === this.campaign}>${title}</option>`)}</select></label>
      <div class="members" role="group" aria-label="Who fights">${party.fighters.map(({ hero }, place) => html`<label class="tick"><input type="checkbox" data-fighter=${hero.name} .checked=${!this.without.has(place)}
        @change=${(event: Event) => { this.change(() => { this.without = toggled(this.without, place, !(event.target as HTMLInputElement).checked); }); }}>${hero.name}</label>`)}</div>
      ${made.kind === 'item' ? this.bearers() : nothing}
      <div class="foes" role="group" aria-label="How many of each enemy">${this.foes.map(({ sheet, count }) => html`<label>${sheet.name} <input type="number" min="0" max=${SIDE} step="1" inputmode="numeric" data-foe=${sheet.name} .value=${String(count)}
        @change=${(event: Event) => { this.change(() => { this.counts = new Map([...this.counts, [sheet.name, Math.trunc(Math.min(Math.max(Number((event.target as HTMLInputElement).value), 0), SIDE))]]); }); }}></label>`)}</div>
      ${this.campaign === undefined ? html`<label class="tick"><input type="checkbox" data-armored .checked=${this.armored} @change=${(event: Event) => { this.change(() => { this.armored = (event.target as HTMLInputElement).checked; }); }}>Enemies may have Armor</label>` : nothing}
      <label>Tactics <select data-policy @change=${(event: Event) => { this.change(() => { this.policy = (event.target as HTMLSelectElement).value as Question['policy']; }); }}>
        ${Object.entries(TACTICS).map(([value, says]) => html`<option value=${value} .selected=${value === this.policy}>${says}</option>`)}</select></label>
      <label>Number of fights <select data-amount @change=${(event: Event) => { this.change(() => { this.trials = Number((event.target as HTMLSelectElement).value); }); }}>
        ${AMOUNTS.map((amount) => html`<option value=${amount} .selected=${amount === this.trials}>${grouped(amount)}</option>`)}</select></label>
      ${notes.length > 0 ? html`<ul class="quiet" data-notes>${notes.map((one) => html`<li>${one}</li>`)}</ul>` : nothing}
      ${why === undefined ? nothing : html`<p class="warn" data-why>${why}</p>`}
      ${appKey() === undefined ? withoutKey()
      : html`<div class="row"><button class="primary" data-simulate ?disabled=${why !== undefined} @click=${() => this.simulate()}>Simulate ${grouped(this.trials)} fights</button></div>`}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div aria-live="polite">${this.progress ? this.found(this.progress) : nothing}</div>`;
  }

  private bearers(): TemplateResult {
    return html`<label>Who has the Item <select data-bearer @change=${(event: Event) => { this.change(() => { this.bearer = Number((event.target as HTMLSelectElement).value); }); }}>
      ${this.fighters.map(({ hero }, place) => html`<option value=${place} .selected=${place === this.bearer}>${hero.name}</option>`)}</select></label>`;
  }

  private found(progress: Progress): TemplateResult {
    const { status, trials, at_most: most, reason } = progress, result = this.answer?.result, won = result?.ours.won as Measure | undefined, without = result?.theirs?.won as Measure | undefined;
    return html`<div class="stack" data-status=${status} data-trials=${trials}>
      <p>${grouped(trials)} of ${grouped(most)} fights. ${status === 'running' ? timeLeft(progress) : nothing}</p>
      <progress max=${most} .value=${status === 'completed' ? most : trials} aria-label="Fights simulated"></progress>
      ${reason ? html`<p class="bad">${reason}</p>` : nothing}
      ${won ? html`<div>${this.chance(without ? t('With the Item the party wins') : t('The party wins'), won, 'won')}${without ? this.chance(t('Without it'), without, 'without') : nothing}</div>${this.table(result!)}
        <arbiter-distribution file="fight" label="Rounds of a fight" .series=${[seriesOfMeasure(without ? t('with the Item') : t('rounds'), result!.ours.rounds as Measure), ...without ? [seriesOfMeasure(t('without it'), result!.theirs!.rounds as Measure)] : []]}></arbiter-distribution>` : nothing}
      ${this.job ? html`<p><a href=${linkTo('design', [SERVICE, this.job.id])}>All numbers, and fights to replay</a></p>` : nothing}</div>`;
  }

  private chance(says: string, { mean: { value, low, high } }: Measure, hook: string): TemplateResult {
    return html`<p>${says}: <span class="chance" data-won=${hook}>${percent(value)}</span> <small>${low === null || high === null ? t('no bounds yet') : t`between ${percent(low)} and ${percent(high)}`}</small></p>`;
  }

  private table({ ours, theirs }: NonNullable<JobAnswer['result']>): TemplateResult {
    const cell = (measure: Measure | undefined, share: boolean): TemplateResult => html`<td>${measure === undefined ? nothing : share ? percent(measure.mean.value) : rounded(measure.mean.value)}</td>`;
    const says = (name: string): string => { const [, who] = FALLS.exec(name) ?? []; return who === undefined ? MEASURES[name] ?? titled(name) : t`${who} falls`; };
    return html`<div class="scroll" tabindex="0" role="region" aria-label="What came of the fights"><table data-measures><thead><tr><th scope="col">What came of the fights</th><th scope="col">${theirs ? t('with the Item') : t('on average')}</th>${theirs ? html`<th scope="col">without it</th>` : nothing}</tr></thead>
      <tbody>${Object.keys(ours).filter((name) => name !== 'won').map((name) => html`<tr><th scope="row">${says(name)}</th>${cell(ours[name] as Measure, name === 'undecided' || FALLS.test(name))}${theirs ? cell(theirs[name] as Measure | undefined, name === 'undecided' || FALLS.test(name)) : nothing}</tr>`)}</tbody></table></div>`;
  }
}

const toggled = (all: ReadonlySet<number>, one: number, on: boolean): ReadonlySet<number> => new Set(on ? [...all, one] : [...all].filter((other) => other !== one));

customElements.define('arbiter-boundless-fighting', ArbiterBoundlessFighting);
