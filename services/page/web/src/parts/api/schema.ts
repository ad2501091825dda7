/**
 * `<arbiter-schema .schema .schemas>`: what a body has, field by field. A form with a name of its own opens where it stands,
 * since forms may contain themselves.
 *
 * For tests: `data-property` on each field.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { Schema, Schemas } from '../play/shape.js';
import { t } from '../../texts.js';

const MOST_CHOICES = 12;

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref;
const choices = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? [];

/** Say in words what a value is. */
export function form(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return someOf(schema.enum.map((one) => JSON.stringify(one)));
  if (choices(schema).length > 0) return someOf(choices(schema).map(form));
  switch (schema.type) {
    case 'array': return t`a list of ${form(schema.items ?? {})}${between(schema.minItems, schema.maxItems, t(' items'))}`;
    case 'integer': return t`a whole number${between(schema.minimum, schema.maximum)}`;
    case 'number': return t`a number${between(schema.minimum, schema.maximum)}`;
    case 'string': return t`a text${between(schema.minLength, schema.maxLength, t(' letters'))}`;
    case 'boolean': return t('true or false');
    case 'null': return 'null';
    case 'object': return t(typeof schema.additionalProperties === 'object' ? `an object of names, each with ${form(schema.additionalProperties)}` : 'an object');
    default: return t('any value');
  }
}

function someOf(all: readonly string[]): string {
  if (all.length > MOST_CHOICES) return t`one of ${all.length} forms`;
  return all.length < 2 ? all.join('') : t`${all.slice(0, -1).join(', ')} or ${all.at(-1)!}`;
}

function between(least: number | undefined, most: number | undefined, what = ''): string {
  if (least !== undefined && most !== undefined) return t`, ${least} to ${most}${what}`;
  if (least !== undefined) return t`, at least ${least}${what}`;
  return most === undefined ? '' : t`, at most ${most}${what}`;
}

/** Return the names of the forms that a schema mentions, without what is inside of them. */
function mentioned(schema: Schema): readonly string[] {
  if (schema.$ref) return [nameOf(schema.$ref)];
  const inside = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  return [...new Set([...choices(schema), ...(schema.items ? [schema.items] : []), ...inside].flatMap(mentioned))];
}

/** Whether there is more to read of a form than its name says. */
const hasMore = (schema: Schema | undefined): boolean =>
  schema !== undefined && (schema.properties !== undefined || choices(schema).length > 0 || schema.pattern !== undefined || schema.enum !== undefined || schema.items !== undefined);

export class ArbiterSchema extends LitElement {
  static override properties = { schema: { attribute: false }, schemas: { attribute: false }, open: { state: true } };
  declare schema: Schema;
  declare schemas: Schemas;
  /** The named forms that are open. */
  declare private open: ReadonlySet<string>;

  static override styles = [base, css`
    dl { margin: 0; display: grid; gap: 0.5rem; } dd { margin: 0; overflow-wrap: anywhere; } p { margin: 0; }
    dl > div { border-left: 2px solid var(--line); padding-left: 0.7rem; }
    summary { cursor: pointer; padding: 0.2rem 0; overflow-wrap: anywhere; } details > arbiter-schema { padding-left: 0.7rem; }
    code { overflow-wrap: anywhere; }
  `];

  constructor() {
    super();
    this.open = new Set();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { schema } = this;
    if (schema.$ref) return this.named(nameOf(schema.$ref));
    return html`${schema.properties ? this.properties(schema) : html`<p>${form(schema)}${this.limits(schema)}</p>`}
      ${mentioned(schema).map((name) => this.named(name))}`;
  }

  private properties({ properties = {}, required = [] }: Schema): TemplateResult {
    return html`<dl>${Object.entries(properties).map(([name, one]) => html`<div data-property=${name}>
      <dt><code>${name}</code> <small>${t(required.includes(name) ? 'needed' : 'optional')}${'default' in one ? html`, otherwise ${JSON.stringify(one.default)}` : nothing}</small></dt>
      <dd>${form(one)}${one.description ? `: ${one.description}` : ''}${this.limits(one)} ${mentioned(one).map((inner) => this.named(inner))}</dd></div>`)}</dl>`;
  }

  private limits({ pattern }: Schema): TemplateResult | typeof nothing {
    return pattern ? html`<br><small>matches <code>${pattern}</code></small>` : nothing;
  }

  private named(name: string): TemplateResult | typeof nothing {
    const schema = this.schemas[name];
    if (!hasMore(schema)) return nothing;
    const toggled = (event: Event): void => {
      const isOpen = (event.currentTarget as HTMLDetailsElement).open, others = [...this.open].filter((one) => one !== name);
      this.open = new Set(isOpen ? [...others, name] : others);
    };
    return html`<details @toggle=${toggled}><summary><code>${name}</code>${schema!.description ? html` <small>${schema!.description}</small>` : nothing}</summary>
      ${this.open.has(name) ? html`<arbiter-schema .schema=${schema!} .schemas=${this.schemas}></arbiter-schema>` : nothing}</details>`;
  }
}

customElements.define('arbiter-schema', ArbiterSchema);
