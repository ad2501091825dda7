/**
 * `<arbiter-command>`: one command that a seat may send, with its form.
 *
 * Its element has `data-command` with the type; `data-open` opens the form, `data-send` sends it, `data-odds` requests a
 * dry run, `data-reset` clears the form, `data-raw` shows the command as JSON, `data-favourite` makes it a favourite. Fields: see `fields.ts`. Among several entries the user chooses
 * in `data-choice`, which has the name of the field in which they differ, or `form`.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { commandName, spelled, titled } from '../../words.js';
import { base } from '../../styles.js';
import '../problem.js';
import { covers, filled, isPlain, labelOf, narrowed, type Body, type Choice, type Edits, type Entry, type Prompt } from './entries.js';
import { field, type FormContext } from './fields.js';
import { formStyles } from './form-styles.js';
import { withFreeName } from './free-names.js';
import { called, offered, type Names } from './names.js';
import { faultOf, put } from './paths.js';
import { same, shapeOfField, type Schemas } from './shape.js';
import type { Foreseen } from './odds.js';
import { LANGUAGE, t } from '../../texts.js';

/** Sends commands, where a refusal is thrown, and reads what more of a command is legal. */
export interface Sender {
  send(command: Body, faces?: number[]): Promise<void>;
  dryRun(command: Body, faces?: number[]): Promise<Foreseen>;
  /** Read all entries of a command. */
  complete(command: string): Promise<void>;
}

/** Commands that end or give up something and cannot be undone: the page asks for confirmation. */
const GRAVE = new Set(['Close', 'Concede', 'RotateSeed', 'RotateToken']);

/** Kinds of commands that roll no dice: those about seats and the seed, and those that end a game. */
const STEADY: ReadonlySet<string> = new Set(['stream', 'ending']);

export class ArbiterCommand extends LitElement {
  static override properties = {
    kind: {}, says: {}, labels: { attribute: false }, favourite: { attribute: false }, entries: { attribute: false }, partial: { attribute: false }, schemas: { attribute: false }, names: { attribute: false },
    sender: { attribute: false }, result: { attribute: false }, open: { type: Boolean }, chosen: { state: true }, edits: { state: true }, raw: { state: true },
    faces: { state: true }, foreseen: { state: true }, problem: { state: true }, pending: { state: true }, asking: { state: true }, calm: { state: true },
  };
  declare kind: string;
  declare says: string;
  /** Labels of fields whose names say too little. */
  declare labels: Readonly<Record<string, string>> | undefined;
  /** Whether it is a favourite; undefined where there are none. */
  declare favourite: boolean | undefined;
  declare entries: readonly Entry[];
  /** Whether more than these entries may be legal. */
  declare partial: boolean;
  declare schemas: Schemas;
  declare names: Names;
  declare sender: Sender;
  /** What came of it, if it was the last command that was sent. */
  declare result: TemplateResult | undefined;
  declare open: boolean;
  declare private chosen: Edits;
  declare private edits: Edits;
  declare private raw: string | undefined;
  declare private faces: string;
  declare private foreseen: Foreseen | undefined;
  declare private problem: unknown;
  declare private pending: boolean;
  declare private asking: boolean;
  /** Whether the command that the form would send rolls nothing, as far as is known. */
  declare private calm: boolean;

  static override styles = [base, formStyles, css`
    article { border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
    .head { display: flex; align-items: stretch; gap: 0.3rem; padding: 0.2rem; }
    .toggle { flex: 1; display: block; text-align: left; border: 0; background: none; padding: 0.35rem 0.5rem; min-width: 0; }
    .toggle:hover:not(:disabled) { background: var(--shade); }
    .toggle strong { display: block; font-weight: 600; }
    .toggle small { display: block; line-height: 1.3; }
    .toggle[aria-expanded='false']:not(:focus-visible) small { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
    .now { align-self: center; white-space: nowrap; }
    form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.8rem; padding: 0 0.8rem 0.8rem; }
    textarea.raw { width: 100%; } .next { margin: 0; font-size: 0.92rem; }
    details { font-size: 0.95rem; } .head ~ .came { padding: 0 0.8rem 0.4rem; }
  `];

  constructor() {
    super();
    this.entries = [];
    this.open = this.partial = false;
    this.forget();
    this.pending = this.calm = false;
  }

  private readonly forget = (): void => {
    [this.chosen, this.edits, this.raw, this.faces, this.foreseen, this.problem, this.asking] = [{}, {}, undefined, '', undefined, undefined, false];
  };

  protected override render(): TemplateResult {
    const plain = !this.partial && isPlain(this.entries);
    return html`<article data-command=${this.kind} aria-busy=${this.pending ? 'true' : 'false'} @focusout=${() => { this.asking = false; }}>
      <div class="head">
        <button class="toggle" data-open aria-expanded=${this.open ? 'true' : 'false'} aria-controls=${this.open && !this.partial ? 'form' : nothing} @click=${this.toggled}>
          <strong>${commandName(this.kind)}</strong><small title=${this.says}>${this.says}</small></button>
        ${plain && !this.open ? html`<button class="now ${GRAVE.has(this.kind) ? '' : 'primary'}" data-send aria-disabled=${this.pending ? 'true' : nothing}
          @click=${this.sent}>${t(this.asking ? 'Really?' : 'Do it')}<span class="only-read">: ${commandName(this.kind)}</span></button>` : nothing}
      </div>
      ${this.open ? this.partial ? this.waiting() : this.form() : html`${plain ? html`<arbiter-problem .problem=${this.problem} .names=${this.names}></arbiter-problem>` : nothing}${this.came()}`}
    </article>`;
  }

  private came(): TemplateResult | typeof nothing {
    return this.result ? html`<div class="came">${this.result}</div>` : nothing;
  }

  private readonly toggled = (): void => {
    this.open = !this.open;
    if (!this.open) return;
    this.dispatchEvent(new CustomEvent('unfolded', { bubbles: true }));
    this.sender.complete(this.kind).then(this.calmed, (problem: unknown) => { this.problem = problem; });
  };

  /** Ask whether the command rolls anything, before it is edited: the server accepts it as it stands. */
  private readonly calmed = async (): Promise<void> => {
    const { entry } = this.meant();
    this.calm = false;
    if (entry === undefined || STEADY.has(entry.kind) || Object.keys(this.edits).length > 0) return;
    const seen = await this.sender.dryRun(entry.body.command).catch(() => undefined); // the button stays then
    this.calm = seen?.allowed === true && !seen.draws && !seen.odds && !seen.comes_again && seen.events?.length !== undefined && Object.keys(this.edits).length === 0;
  };

  /** What stands in place of the form until all entries of the command are read. */
  private waiting(): TemplateResult {
    return html`<arbiter-problem .problem=${this.problem} .names=${this.names}></arbiter-problem>${this.problem ? nothing : html`<p class="quiet" role="status">Loading …</p>`}`;
  }

  /** The chosen entry, and the choices that led to it. */
  private meant(): { choices: Choice[]; left: readonly Entry[]; entry: Entry | undefined } {
    const { choices, left } = narrowed(this.entries, this.chosen);
    const ways = left.filter((one, at) => at === 0 || !covers(left[0] as Entry, one)), entry = ways[Number(this.chosen['form'] ?? 0)] ?? ways[0];
    return { choices, left: ways, entry: entry && withFreeName(entry, this.names) };
  }

  /** The command that the form would send now. */
  private command(): Body {
    if (this.raw !== undefined) return JSON.parse(this.raw) as Body;
    const { entry } = this.meant();
    return entry ? filled(entry, this.edits, this.schemas) : { type: this.kind };
  }

  private form(): TemplateResult {
    const { choices, left, entry } = this.meant();
    if (entry === undefined) return html``;
    const form = this.context(), body = filled(entry, this.edits, this.schemas), name = commandName(this.kind), isSteady = STEADY.has(entry.kind) || this.calm;
    return html`<form id="form" @submit=${this.sent} novalidate>
      <div class="fields">
        ${choices.map((choice) => this.choice(choice))}
        ${left.length > 1 ? this.which(left, entry) : nothing}
        ${Object.entries(entry.fields).map(([name, one]) => field(form, {
          label: this.labels?.[name] ?? name, path: [name], shape: shapeOfField(one, this.schemas), value: body[name], optional: !(name in entry.body.command),
        }))}
      </div>
      ${entry.prompts && entry.prompts.length > 0 ? html`<p class="quiet next">Then: ${entry.prompts.map((one) => this.question(one)).join('; ')}</p>` : nothing}
      <arbiter-problem .problem=${this.problem} .names=${this.names}></arbiter-problem>
      <div class="row">
        <button class="primary" data-send aria-disabled=${this.pending ? 'true' : nothing}>${this.asking ? t`Really ${LANGUAGE === 'en' ? name.toLowerCase() : name}?` : this.pending ? t('Sending …') : name}</button>
        ${isSteady ? nothing : html`<button type="button" data-odds @click=${this.foresee}>What are the odds?</button>`}
        ${this.raw !== undefined || Object.keys(this.edits).length > 0 ? html`<button type="button" data-reset @click=${this.forget}>Start over</button>` : nothing}
        ${this.favourite === undefined ? nothing : html`<button type="button" data-favourite aria-pressed=${this.favourite ? 'true' : 'false'} title="Favourites are at the top of the list, on this computer"
          @click=${() => { this.dispatchEvent(new CustomEvent('favoured', { detail: !this.favourite })); }}>${this.favourite ? '★' : '☆'} Favourite</button>`}
      </div>
      ${this.came()}
      <div role="status">${this.foreseen ? html`<arbiter-foreseen .foreseen=${this.foreseen}></arbiter-foreseen>` : nothing}</div>
      ${this.advanced(body, !isSteady)}
    </form>`;
  }

  /** The questions that follow this command, with their options, in words. */
  private question({ kind, name, says, by, choice }: Prompt): string {
    const options = choice?.options ?? choice?.items?.options;
    return `${by ? `${by}: ` : ''}${says || spelled(name || kind)}${options && options.length > 0 ? ` (${called(options.slice(0, 8), this.names)})` : ''}`;
  }

  private context(): FormContext {
    return {
      name: 'field', names: this.names,
      fault: faultOf(this.problem, (name) => this.renderRoot.querySelector(`[data-field="${CSS.escape(name)}"]`) !== null),
      set: ([top, ...rest], value) => {
        const now = this.command()[top as string];
        this.edits = { ...this.edits, [top as string]: put(now, rest, value) };
        this.raw = this.foreseen = undefined;
        const form = this.meant().entry?.fields[top as string];
        if (form === undefined || shapeOfField(form, this.schemas).kind !== 'text') this.calm = false;
      },
    };
  }

  private choice({ field: name, values, now }: Choice): TemplateResult {
    const onChange = (event: Event): void => { this.choose(name, values[Number((event.target as HTMLSelectElement).value)]); };
    const isField = values.length === 2 && values.includes(undefined) && this.entries.some((entry) => name in entry.fields), word = spelled(name);
    return this.selection(name, isField ? t('Which way') : titled(this.labels?.[name] ?? name), onChange, values.map((one) => ({
      label: isField ? (one === undefined ? t`without ${word}` : t`with ${word}`) : offered(one, this.names, name), on: same(one, now),
    })));
  }

  private which(left: readonly Entry[], entry: Entry): TemplateResult {
    const onChange = (event: Event): void => { this.choose('form', Number((event.target as HTMLSelectElement).value)); };
    return this.selection('form', t('Which way'), onChange, left.map((one, at) => ({ label: labelOf(one, left, this.names) || t`way ${at + 1}`, on: one === entry })));
  }

  private selection(name: string, label: string, onChange: (event: Event) => void, options: readonly { label: string; on: boolean }[]): TemplateResult {
    return html`<div class="field"><label for="choice-${name}">${label}</label><select id="choice-${name}" data-choice=${name} @change=${onChange}>
      ${options.map((one, at) => html`<option value=${at} .selected=${one.on}>${one.label}</option>`)}</select></div>`;
  }

  private choose(name: string, value: unknown): void {
    this.chosen = { ...this.chosen, [name]: value };
    this.raw = this.foreseen = this.problem = undefined;
    void this.calmed();
  }

  private advanced(body: Body, hasDice: boolean): TemplateResult {
    return html`${hasDice ? html`<details><summary>Use your own dice</summary><div class="fields"><div class="field"><label for="faces">Faces rolled at a real table</label>
        <input id="faces" data-faces inputmode="numeric" placeholder="4, 6, 1" aria-describedby="faces-hint" .value=${this.faces}
          @change=${(event: Event) => { this.faces = (event.target as HTMLInputElement).value; }}>
        <small id="faces-hint">in the order in which they are needed; empty: Arbiter rolls</small></div></div></details>` : nothing}
      <details><summary>For developers</summary><div class="fields"><div class="field"><label for="raw">The command as JSON</label>
        <textarea id="raw" class="mono raw" data-raw rows="6" spellcheck="false" .value=${this.raw ?? JSON.stringify(body, null, 1)}
          @input=${(event: Event) => { this.raw = (event.target as HTMLTextAreaElement).value; }}></textarea></div></div></details>`;
  }

  private rolled(): number[] | undefined {
    const faces = this.faces.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (faces.some((face) => !Number.isInteger(face))) throw new Error(t('Faces must be whole numbers, such as 4, 6, 1.'));
    return faces.length > 0 ? faces : undefined;
  }

  private readonly sent = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.pending) return;
    if (GRAVE.has(this.kind) && !this.asking) {
      this.asking = true;
      return;
    }
    this.pending = true;
    this.problem = undefined;
    try {
      await this.sender.send(this.command(), this.rolled());
      this.dispatchEvent(new CustomEvent('sent', { bubbles: true }));
      [this.raw, this.faces, this.foreseen] = [undefined, '', undefined];
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.pending = this.asking = false;
    }
  };

  private readonly foresee = async (): Promise<void> => {
    this.problem = undefined;
    try {
      this.foreseen = await this.sender.dryRun(this.command(), this.rolled());
    } catch (problem) {
      this.problem = problem;
    }
  };
}

customElements.define('arbiter-command', ArbiterCommand);
