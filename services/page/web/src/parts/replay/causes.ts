/**
 * `<arbiter-causes .ask .correlation .stream .names .version>`: the chain of causes that a step belongs to, as a tree of links to
 * the commits in it; the server is asked on a click.
 *
 * For tests: `data-causes` on the button and, with its number of commits, on the tree; `data-caused` on each commit, with the id of its last event.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import { base } from '../../styles.js';
import { commandName, gameName, spelled } from '../../words.js';
import '../problem.js';
import type { Names } from '../sentence.js';
import { LANGUAGE, LOCALE, t } from '../../texts.js';

/** A commit of a chain, as the server lists it. */
export interface Caused {
  readonly stream: string; readonly first: number; readonly version: number; readonly at: number; readonly seat: string;
  readonly command: string; readonly cause: { readonly stream: string; readonly version: number } | null;
}
export type AskCauses = (correlation: string) => Promise<readonly Caused[]>;

/** A commit, and those that follow from it. */
interface Branch { readonly commit: Caused; readonly then: Branch[] }

const STREAM = /^(\w+)\.(\w+):(.+)$/;

/** Return the commits of a chain as trees: a commit is a root if its cause is none of the others. */
export function treesOf(commits: readonly Caused[]): readonly Branch[] {
  const branches = commits.map((commit): Branch => ({ commit, then: [] })), roots: Branch[] = [];
  const streams = new Map<string, Branch[]>();
  for (const branch of branches) streams.set(branch.commit.stream, [...streams.get(branch.commit.stream) ?? [], branch]);
  for (const branch of branches) {
    const { cause } = branch.commit, held = cause === null ? [] : streams.get(cause.stream) ?? [];
    const from = held.find((one) => one !== branch && cause !== null && one.commit.first <= cause.version && cause.version <= one.commit.version);
    (from?.then ?? roots).push(branch);
  }
  return roots;
}

export class ArbiterCauses extends LitElement {
  static override properties = {
    ask: { attribute: false }, correlation: {}, stream: {}, names: { attribute: false }, version: { type: Number }, seen: { state: true }, problem: { state: true }, asking: { state: true },
  };
  declare ask: AskCauses;
  declare correlation: string;
  declare stream: string;
  /** The names of the stream; those of others are not loaded. */
  declare names: Names;
  declare version: number;
  declare private seen: readonly Caused[] | undefined;
  declare private problem: Error | undefined;
  declare private asking: boolean;

  static override styles = [base, css`
    :host { display: block; margin-top: 0.6rem; } p { margin: 0; overflow-wrap: anywhere; }
    button { padding: 0.15rem 0.7rem; font-size: 0.92rem; }
    ul { margin: 0.2rem 0 0; padding-left: 0.9rem; list-style: none; font-size: 0.92rem; }
    ul ul { border-left: 2px solid var(--line); } li { padding-top: 0.2rem; overflow-wrap: anywhere; }
    .here { font-weight: 650; }
  `];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('correlation') && !changed.has('ask')) return;
    this.seen = this.problem = undefined;
    this.asking = false;
  }

  private async read(): Promise<void> {
    const { correlation } = this;
    this.asking = true;
    try {
      const seen = await this.ask(correlation);
      if (correlation === this.correlation) this.seen = seen;
    } catch (problem) {
      if (correlation === this.correlation) this.problem = problem as Error;
    } finally {
      if (correlation === this.correlation) this.asking = false;
    }
  }

  protected override render(): TemplateResult {
    if (this.problem) return html`<arbiter-problem .problem=${this.problem}></arbiter-problem>`;
    if (this.seen === undefined) return html`<button data-causes ?disabled=${this.asking} @click=${this.read}>${t(this.asking ? 'Reading it …' : 'What caused this, and what followed?')}</button>`;
    return html`<div data-causes=${this.seen.length}>
      <p>${t(this.seen.length === 0 ? 'It is no longer listed.' : 'The chain of causes')}</p>
      ${this.list(treesOf(this.seen))}</div>`;
  }

  private list(branches: readonly Branch[]): TemplateResult | typeof nothing {
    if (branches.length === 0) return nothing;
    return html`<ul>${branches.map((branch) => html`<li data-caused=${`${branch.commit.stream}/${branch.commit.version}`}>${this.commit(branch.commit)}${this.list(branch.then)}</li>`)}</ul>`;
  }

  private commit({ stream, first, version, at, seat, command }: Caused): TemplateResult {
    const [, service = '', kind = '', id = ''] = STREAM.exec(stream) ?? [], here = stream === this.stream && first <= this.version && this.version <= version;
    const says = html`${gameName(service)}: ${stream === this.stream ? this.names.seat(seat) : seat} sends ${LANGUAGE === 'en' ? spelled(command) : commandName(command)}`;
    const link = kind === 'job' ? says : html`<a href=${linkTo('replay', [service, id], { at: version })}>${says}</a>`;
    return html`<span class=${here ? 'here' : ''} aria-current=${here ? 'step' : nothing}>${link}</span>
      <small>version ${version}, ${new Date(at).toLocaleString(LOCALE)}${here ? t(' (this step)') : ''}</small>`;
  }
}

customElements.define('arbiter-causes', ArbiterCauses);
