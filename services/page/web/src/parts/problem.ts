/** Shows why a request was refused, with a link to the rule; without a connection, what opens all the same. */
import { Problem, Unreachable } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { followConnection, isOffline } from '../offline.js';
import { linkTo } from '../router.js';
import { base } from '../styles.js';
import { spelled, titled } from '../words.js';
import { t } from '../texts.js';

/** The fields of a problem that are shown; the client's `Problem` and a blocked entry of `legal` have them. */
export interface Shown {
  readonly title?: string;
  readonly detail?: string;
  readonly says?: string;
  readonly rule?: string;
  readonly field?: string;
  readonly needs?: unknown;
  readonly has?: unknown;
}

/** Say a value in words: ids by what they are called, lists joined, objects by their parts. */
function said(value: unknown, names?: ReadonlyMap<unknown, string>): string {
  if (Array.isArray(value)) return value.map((one) => said(one, names)).join(', ');
  if (typeof value !== 'object' || value === null) return value === true ? t('yes') : value === false ? t('no') : names?.get(value) ?? String(value ?? t('nothing'));
  return Object.entries(value).map(([name, one]) => `${spelled(name)} ${said(one, names)}`).join(', ');
}

/** Say where in a request a problem is, with the labels of a form: `command.targets[0].name` is "Targets 1, Name"; the request's own parts are left out. */
const placeOf = (field: string): string => field.replace(/^\$?\.?(command\.)?/, '').replace(/\[(\d+)\]/g, (_, at: string) => ` ${Number(at) + 1}`).split('.').map((one) => one.replace(/^\S+/, titled)).join(', ');

/** How browsers say that a part of the page could not be loaded. */
const NOT_LOADED = /import|fetch/i;
/** Whether a request, or the load of a part of the page, failed because the server was not reached. */
const isUnreached = (problem: unknown): boolean => problem instanceof Unreachable || (problem instanceof TypeError && NOT_LOADED.test(problem.message));

/** Say what opens without a connection. For tests: `data-no-connection`. */
export const withoutConnection = (): TemplateResult =>
  html`<p class="warn" role="status" data-no-connection>Without a connection, only kept replays open. <a href=${linkTo('replay')}>Kept replays</a></p>`;

const NO_KEY = 'urn:arbiter:no-credential';
/** Say what a visitor without a key needs, and where to get it. For tests: `data-needs-key`. */
export const withoutKey = (): TemplateResult => html`<p data-needs-key>Enter an API key at the top of the page: the server does this only for callers with a key. <a href="#/">How to get a key</a></p>`;

export class ArbiterProblem extends LitElement {
  static override properties = { problem: { attribute: false }, names: { attribute: false } };
  declare problem: Shown | Error | undefined;
  /** What ids of seats and things are called. */
  declare names: ReadonlyMap<unknown, string> | undefined;

  static override styles = [base, css`
    p { margin: 0; } dl { display: grid; grid-template-columns: auto 1fr; gap: 0.1rem 0.8rem; margin: 0.3rem 0 0; }
    dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
    .box { border-left: 4px solid var(--bad); padding: 0.4rem 0.8rem; background: var(--shade); border-radius: 0 8px 8px 0; }
  `];

  constructor() {
    super();
    followConnection(this);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.problem === undefined) return nothing;
    if (isUnreached(this.problem)) return isOffline() ? withoutConnection() : html`<p class="warn" role="status">The server did not answer. Try again.</p>`;
    if (this.problem instanceof Problem && this.problem.type === NO_KEY) return html`<div class="box" role="alert">${withoutKey()}</div>`;
    const it = this.problem as Shown & { message?: string };
    const facts = ([[t('in'), it.field && placeOf(it.field)], [t('needs'), it.needs], [t('has'), it.has]] as const)
      .filter(([, value]) => value !== undefined && value !== null && value !== '');
    return html`<div class="box" role="alert">
      <p>${it.detail || it.says || it.title || it.message}
        ${it.rule ? html`<a href=${linkTo('rules', [it.rule])}>${it.rule}</a>` : nothing}</p>
      ${facts.length > 0 ? html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${said(value, this.names)}</dd>`)}</dl>` : nothing}
    </div>`;
  }
}

customElements.define('arbiter-problem', ArbiterProblem);
