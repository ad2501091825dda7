/** `<arbiter-moment .log .move .chances .causes .proof>`: one step: its command, its draws with their exact chance, each event as a sentence, its chain of causes, and a link to its proof. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { Commit } from '../exported.js';
import { citedIn } from '../cited.js';
import { drawn, meaning, request, rulesOf } from '../sentence.js';
import '../terms/terms.js';
import './causes.js';
import type { AskCauses } from './causes.js';
import './chance.js';
import type { AskChances } from './chance.js';
import type { Log, Move } from './log.js';
import { LOCALE, t } from '../../texts.js';

export class ArbiterMoment extends LitElement {
  static override properties = { log: { attribute: false }, chances: { attribute: false }, causes: { attribute: false }, proof: { attribute: false }, move: { attribute: false }, loaded: { type: Number }, quiet: { type: Boolean } };
  declare log: Log;
  declare move: Move;
  /** Asks the server for the chances of a version, if there is one. */
  declare chances: AskChances | undefined;
  /** Asks the server for the commits of a chain of causes, if there is one. */
  declare causes: AskCauses | undefined;
  /** Returns the address of the proof of a version, if there is one. */
  declare proof: ((version: number) => string) | undefined;
  /** A counter that changes when the log has more events. */
  declare loaded: number;
  /** Whether the replay is playing: nothing is announced then. */
  declare quiet: boolean;

  static override styles = [base, css`
    ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 0.25rem; }
    .events { max-height: 16rem; min-height: 2.5rem; overflow: auto; align-content: safe center; }
    .asked { margin: 0 0 0.4rem; } p { margin: 0.6rem 0 0; } .draws { margin: 0.6rem 0 0; font-size: 0.9rem; color: var(--quiet); }
    li { overflow-wrap: anywhere; } .number { color: var(--quiet); font-size: 0.8rem; }
  `];

  protected override render(): TemplateResult {
    const { from, to } = this.move, { log } = this;
    const versions = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place).filter((one) => one > 0);
    const commits = [...new Set(versions.map((version) => log.commitOf(version)))].filter((one) => one !== undefined);
    const time = log.timeOf(to);
    return html`
      <p class="asked"><small>${time === undefined ? '' : new Date(time).toLocaleString(LOCALE)}</small>
        ${commits.slice(0, 1).map((one) => this.asked(one))}</p>
      ${this.back()}
      <ul class="events" tabindex="0" aria-label="What happened" aria-live=${this.quiet ? 'off' : 'polite'}>${versions.map((version, place) => html`
        <li data-sentence=${version} title=${meaning(log.at(version)?.type ?? '', log.words)}>
          <span class="number">${version}</span> ${log.takenBackAt(version) === undefined ? html`<arbiter-terms .text=${log.sentenceAt(version)} .service=${log.names.service}></arbiter-terms>` : html`<s class="quiet">${log.sentenceAt(version)}</s>`}${citedIn(log.names.service ?? '', rulesOf(log.at(version), log.words), place === 0)}</li>`)}</ul>
      ${this.draws(commits)}
      ${this.proof === undefined || commits.length === 0 ? nothing : html`<p><a class="button" data-prove href=${this.proof(to)}>${t(commits.some(({ draws }) => draws.length > 0) ? 'Prove this roll' : 'Prove this step')}</a></p>`}
      ${this.chain(commits)}`;
  }

  /** When this step was taken back, with a way there. */
  private back(): TemplateResult | typeof nothing {
    const { from, to } = this.move;
    const ended = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => this.log.takenBackAt(from + place)).find((one) => one !== undefined);
    if (ended === undefined) return nothing;
    return html`<p data-taken-back=${ended}><span class="tag warn">taken back at version ${ended}</span>
      <button @click=${() => this.dispatchEvent(new CustomEvent('step', { detail: ended }))}>Go there</button></p>`;
  }

  private asked(commit: Commit): TemplateResult {
    const knowing = { names: this.log.names, at: commit.version, service: this.log.names.service };
    return html`<br><strong>${this.log.names.seat(commit.seat)}</strong> sends: ${request(commit.command, knowing)}`;
  }

  /** The chain of causes that this step belongs to. */
  private chain(commits: readonly Commit[]): TemplateResult | typeof nothing {
    const [commit] = commits.filter((one) => one.correlation !== undefined);
    if (commit?.correlation === undefined || this.causes === undefined) return nothing;
    return html`<arbiter-causes .ask=${this.causes} .correlation=${commit.correlation} .stream=${commit.stream} .names=${this.log.names} .version=${this.move.to}></arbiter-causes>`;
  }

  private draws(commits: readonly Commit[]): TemplateResult | typeof nothing {
    const draws = commits.flatMap((commit) => commit.draws);
    if (draws.length === 0) return nothing;
    return html`<ul class="draws" aria-label="What was drawn">${draws.map((one) => html`<li data-draw>Drawn ${drawn(one, this.log.names.seat)}</li>`)}</ul>
      ${this.chances ? html`<arbiter-chance .ask=${this.chances} .version=${this.move.to}></arbiter-chance>` : nothing}`;
  }
}

customElements.define('arbiter-moment', ArbiterMoment);
