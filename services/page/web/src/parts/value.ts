/**
 * `<arbiter-value .value=${anything}>`: any JSON value in a readable form.
 *
 * Field names are written as words, lists of similar objects are tables, and deep objects are folded. `marks` are the paths
 * of what changed (`/game/players/ann/deck`): they are highlighted, and the objects that contain them are open.
 * `folded` is the depth from which objects are folded.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { isSealed } from './sentences/said.js';
import { spelled } from '../words.js';
import { base } from '../styles.js';
import { LANGUAGE, t } from '../texts.js';
import { wordOf } from './play/names.js';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const isBlank = (value: unknown): boolean => value === null || value === '' || isEmpty(value);
const COLUMNS = 8, ROWS = 200, SHORT = 60, FEW = 3;

/** Format a name, unless it is an id. */
const label = (name: string): string => (/^[a-z][a-z0-9]*([_A-Z][A-Za-z0-9]*)*$/.test(name) ? spelled(name) : name);

/** Return the word of another language than English for a value at a path. */
const inWords = (value: unknown, path: string): string => wordOf(String(value), path.replace(/\/\d+$/, '').split('/').at(-1)!) ?? String(value);

/** Return the columns of a list of similar flat objects; `undefined` if the list is anything else. */
function columnsOf(list: readonly unknown[]): string[] | undefined {
  if (list.length < 2 || !list.every(isFields)) return undefined;
  const names = [...new Set(list.flatMap((row) => Object.keys(row as Fields)))];
  const plain = list.every((row) => Object.values(row as Fields).every((cell) => isPlain(cell) || isShort(cell)));
  return names.length <= COLUMNS && plain ? names : undefined;
}

/** Return the name of an element of a list, if it has one. */
function titleOf(one: unknown): string {
  if (!isFields(one)) return '';
  const name = [one.name ?? one.card ?? one.id ?? one.seat, one.number, one.purpose ?? one.command ?? one.kind].filter((part) => part && isPlain(part));
  return name.length > 0 ? name.join(' ') : Object.keys(one).slice(0, 3).map(label).join(', ');
}

const isShort = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isPlain) && value.join(', ').length <= SHORT : isSealed(value) || isEmpty(value);

export class ArbiterValue extends LitElement {
  static override properties = { value: { attribute: false }, marks: { attribute: false }, folded: { type: Number }, opened: { state: true } };
  declare value: unknown;
  declare marks: ReadonlySet<string> | undefined;
  declare folded: number;
  declare private opened: ReadonlyMap<string, boolean>;

  static override styles = [base, css`
    :host { font-size: 0.92rem; overflow-wrap: anywhere; }
    dl { display: grid; grid-template-columns: minmax(5rem, auto) 1fr; gap: 0.1rem 0.8rem; margin: 0; }
    dt { color: var(--quiet); } dd { margin: 0; min-width: 0; }
    .deep { grid-column: 1 / -1; } .inner { padding-left: 0.9rem; border-left: 2px solid var(--line); }
    .fold { all: unset; cursor: pointer; color: var(--quiet); } .fold:focus-visible { outline: 3px solid var(--accent); }
    .fold:hover { color: var(--accent); }
    .marked { background: light-dark(#fff3c4, #4a3d10); border-radius: 4px; box-shadow: 0 0 0 2px light-dark(#fff3c4, #4a3d10); }
    .near::after { content: ' ●'; color: var(--warn); font-size: 0.8em; }
    th { color: var(--quiet); font-weight: 500; } ol { margin: 0; padding-left: 1.4rem; }
  `];

  constructor() {
    super();
    this.folded = 2;
    this.opened = new Map();
  }

  protected override render(): TemplateResult {
    return this.valueAt(this.value, '', 0);
  }

  private valueAt(value: unknown, path: string, depth: number): TemplateResult {
    if (isSealed(value)) return this.sealed(value, path, depth);
    if (isPlain(value) || isEmpty(value)) return this.plain(value, path);
    if (!Array.isArray(value)) return this.fields(value as Fields, path, depth);
    if (value.every(isPlain)) return this.plain((LANGUAGE === 'en' ? value : value.map((one) => inWords(one, path))).join(', '), path, value.some((_, place) => this.marks?.has(`${path}/${place}`)));
    const columns = columnsOf(value);
    if (columns) return this.table(value as Fields[], columns, path);
    return html`<ol>${value.slice(0, ROWS).map((one, place) => html`<li>${this.entry(one, `${path}/${place}`, depth, titleOf(one))}</li>`)}</ol>`;
  }

  private plain(value: unknown, path: string, also = false): TemplateResult {
    const text = isBlank(value) ? '–' : value === true ? t('yes') : value === false ? t('no') : LANGUAGE === 'en' ? String(value) : inWords(value, path);
    return html`<span class=${also || this.marks?.has(path) ? 'marked' : ''}>${text}</span>`;
  }

  private sealed(value: { audience: readonly string[]; value?: unknown }, path: string, depth: number): TemplateResult {
    const who = value.audience.join(', ') || t('nobody yet');
    if (value.value === undefined) return html`<span class="quiet">hidden (for ${who})</span>`;
    return html`${this.valueAt(value.value, path, depth)} <small>(seen by ${who})</small>`;
  }

  private fields(fields: Fields, path: string, depth: number): TemplateResult {
    const all = Object.entries(fields), isBare = ([name, one]: [string, unknown]): boolean => isBlank(one) && !this.marks?.has(`${path}/${name}`);
    const bare = all.filter(isBare), shown = bare.length < FEW ? all : all.filter((entry) => !isBare(entry));
    return html`<dl>${shown.map(([name, one]) => this.field(name, one, `${path}/${name}`, depth))}
      ${bare.length < FEW ? nothing : html`<dt>empty</dt><dd class="quiet">${bare.map(([name]) => label(name)).join(', ')}</dd>`}</dl>`;
  }

  private field(name: string, value: unknown, path: string, depth: number): TemplateResult {
    if (isPlain(value) || isShort(value)) return html`<dt>${label(name)}</dt><dd>${this.valueAt(value, path, depth + 1)}</dd>`;
    const [head, inner] = this.entry(value, path, depth, label(name));
    return html`<dt class="deep">${head}</dt><dd class="deep">${inner}</dd>`;
  }

  /** Render something foldable: a button that says how much it contains, and the content. */
  private entry(value: unknown, path: string, depth: number, name: string): readonly [TemplateResult, TemplateResult | typeof nothing] {
    if (isPlain(value) || isSealed(value)) return [html`${name}`, this.valueAt(value, path, depth)];
    const near = this.leadsToMark(path);
    const open = this.opened.get(path) ?? (depth < this.folded - 1 || near);
    const size = Object.keys(value as object).length;
    const button = html`<button class="fold" aria-expanded=${open} @click=${() => this.turn(path, !open)}>
        ${open ? '▾' : '▸'} <span class=${near ? 'near' : ''}>${name}</span> <small>${Array.isArray(value) ? `${size}` : ''}</small>
      </button>`;
    return [button, open ? html`<div class="inner">${this.valueAt(value, path, depth + 1)}</div>` : nothing];
  }

  private table(rows: readonly Fields[], columns: readonly string[], path: string): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="group" aria-label="a table"><table>
      <thead><tr>${columns.map((name) => html`<th scope="col">${label(name)}</th>`)}</tr></thead>
      <tbody>${rows.slice(0, ROWS).map((row, place) => html`<tr class=${this.marks?.has(`${path}/${place}`) ? 'marked' : ''}>
        ${columns.map((name) => html`<td>${name in row ? this.valueAt(row[name], `${path}/${place}/${name}`, 9) : nothing}</td>`)}</tr>`)}</tbody>
    </table></div>${rows.length > ROWS ? html`<small>and ${rows.length - ROWS} more</small>` : nothing}`;
  }

  private leadsToMark(path: string): boolean {
    for (const mark of this.marks ?? []) if (mark.startsWith(`${path}/`) || mark === path) return true;
    return false;
  }

  private turn(path: string, open: boolean): void {
    this.opened = new Map(this.opened).set(path, open);
  }
}

customElements.define('arbiter-value', ArbiterValue);
