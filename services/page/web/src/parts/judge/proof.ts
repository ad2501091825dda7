/**
 * `<arbiter-proof .log .receipt .commits .names .at>`: what is proven of one step of a log, and by which key, or why it is not.
 *
 * For tests: `data-proof` with the standing of the step: `proven`, `waits`, `hidden`, `lent`, `table`, `simulated`, `fails`, `refused`, `missing`, `unknown`.
 */
import { verify, type Report } from 'arbiter-client';
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { Commit } from '../exported.js';
import { drawn, request, type Names } from '../sentence.js';
import { isFields, isSealed, shown } from '../sentences/said.js';
import { epochsOf, type Epoch } from './seeds.js';
import { t } from '../../texts.js';

type Standing = 'proven' | 'waits' | 'hidden' | 'lent' | 'table' | 'simulated' | 'fails' | 'refused' | 'missing' | 'unknown';
/** What can stand in the way of a proof of several draws, the worst first. */
const WORST: readonly Standing[] = ['table', 'lent', 'hidden', 'waits', 'proven'];
const SHORT = 16;

/** Return the seed that a draw of a commit follows from. */
function seedOf(draw: unknown, { before }: Commit, epochs: readonly Epoch[]): Epoch | undefined {
  const of = isFields(draw) && draw.source === 'kept' && isFields(draw.of) ? Number(draw.of.version) : before;
  return epochs.findLast(({ since }) => since <= of);
}

/** Return how a draw of a commit stands. */
function standingOf(draw: unknown, commit: Commit, epochs: readonly Epoch[]): Standing {
  if (isSealed(draw)) {
    const parts = shown(draw);
    return Array.isArray(parts) ? worstOf(parts, commit, epochs) : 'hidden';
  }
  const source = isFields(draw) ? draw.source : undefined;
  if (source === 'table' || source === 'lent') return source;
  return seedOf(draw, commit, epochs)?.seed === undefined ? 'waits' : 'proven';
}

const worstOf = (draws: readonly unknown[], commit: Commit, epochs: readonly Epoch[]): Standing => {
  const found = draws.map((draw) => standingOf(draw, commit, epochs));
  return WORST.find((one) => found.includes(one)) ?? 'proven';
};

/** Return the public key in a receipt; none if it is no receipt, which the verification says. */
function keyOf(receipt: string | object | undefined): string | undefined {
  try {
    const read: unknown = typeof receipt === 'string' ? JSON.parse(receipt) : receipt;
    return isFields(read) && typeof read.public_key === 'string' ? read.public_key : undefined;
  } catch {
    return undefined;
  }
}

export class ArbiterProof extends LitElement {
  static override properties = {
    log: { attribute: false }, receipt: { attribute: false }, commits: { attribute: false }, names: { attribute: false }, at: { type: Number },
    report: { state: true }, trouble: { state: true },
  };
  declare log: string;
  declare receipt: string | object | undefined;
  declare commits: readonly Commit[];
  declare names: Names;
  /** A version that the step led to. */
  declare at: number;
  declare private report: Report | undefined;
  declare private trouble: Error | undefined;
  /** The public key that signed the receipt. */
  private key: string | undefined;

  static override styles = [base, css`
    p { margin: 0 0 0.5rem; overflow-wrap: anywhere; } p[data-proof] { font-size: 1.08rem; } ul { margin: 0 0 0.5rem; padding-left: 1.2rem; overflow-wrap: anywhere; }
  `];

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('receipt')) this.key = keyOf(this.receipt);
    if (changed.has('log') || changed.has('receipt')) void this.check();
  }

  private async check(): Promise<void> {
    const { log, receipt } = this;
    this.report = this.trouble = undefined;
    try {
      const report = await verify(log, receipt === undefined ? {} : { receipt });
      if (log === this.log && receipt === this.receipt) this.report = report;
    } catch (error) {
      if (log === this.log) this.trouble = error as Error;
    }
  }

  private standing(commit: Commit | undefined): Standing {
    if (this.trouble) return 'refused';
    if (this.report === undefined) return 'unknown';
    if (this.report.failure) return 'fails';
    if (commit === undefined) return 'missing';
    if (this.report.simulated) return 'simulated';
    return worstOf(commit.draws, commit, epochsOf(this.commits));
  }

  protected override render(): TemplateResult {
    const commit = this.commits.find(({ before, version }) => before < this.at && this.at <= version), standing = this.standing(commit);
    return html`<p role="status" data-proof=${standing}><strong class=${standing === 'proven' ? 'good' : ['fails', 'refused', 'missing'].includes(standing) ? 'bad' : 'warn'}>${this.says(standing, commit)}</strong></p>
      ${commit === undefined ? nothing : html`<p class="quiet">Step ${this.at}: ${this.names.seat(commit.seat)} sends: ${request(commit.command, { names: this.names, at: commit.version })}</p>
        ${commit.draws.length === 0 ? nothing : html`<ul>${commit.draws.map((one) => html`<li>Drawn ${drawn(one, this.names.seat)}</li>`)}</ul>`}`}
      ${this.key === undefined ? nothing : html`<details><summary>The server's public key</summary><p><code>${this.key}</code></p></details>`}`;
  }

  /** The first sentence: what is proven, and by which key, or why it is not. */
  private says(standing: Standing, commit: Commit | undefined): string {
    const seed = commit && seedOf(commit.draws[0], commit, epochsOf(this.commits)), since = String(seed?.since ?? '');
    const signed = this.key === undefined ? t('no receipt was given, so no key has signed this log') : t`the key ${this.key.slice(0, SHORT)}… of the server has signed this log`;
    if (standing === 'unknown') return t('Your browser is verifying this step …');
    if (standing === 'refused') return t`Not proven: ${this.trouble?.message ?? ''}.`;
    if (standing === 'fails') return t`Not proven: line ${this.report?.failure?.line} of the log does not hold: ${this.report?.failure?.why}.`;
    if (standing === 'missing') return t`Not proven: this log has no version ${this.at}.`;
    if (standing === 'simulated') return t('Not proven: the seed of this simulated game was chosen.');
    if (standing === 'table') return t`Not proven: these faces fell at a real table and were put in by hand; ${signed}.`;
    if (standing === 'lent') return t`Not proven by this log alone: a dice table rolled these dice, and the server's verification reads its log; ${signed}.`;
    if (standing === 'hidden') return t`Not proven yet: what was drawn is hidden from you until it is revealed; ${signed}.`;
    if (standing === 'waits') return t`Not proven yet: the seed of this roll was fixed at version ${since}, and stays sealed until the game is closed or a new seed begins; ${signed}.`;
    if (commit?.draws.length === 0) return t`Proven: this step is unchanged, and nothing was drawn in it; ${signed}.`;
    return t`Proven: this roll follows from the seed that was fixed at version ${since}, before anything was drawn; ${signed}.`;
  }
}

customElements.define('arbiter-proof', ArbiterProof);
