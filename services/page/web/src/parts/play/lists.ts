/** Controls for lists and maps: checkboxes if each option may occur once, else a row for each item. */
import { html, nothing, type TemplateResult } from 'lit';
import { spelled, titled, wordFor } from '../../words.js';
import { brief } from '../brief.js';
import { boxed, field, knownFor, type FormContext, type Place } from './fields.js';
import { called, isRecord, offered } from './names.js';
import { written } from './paths.js';
import { blank, same, type Shape } from './shape.js';
import { LANGUAGE, t } from '../../texts.js';

type ListShape = Shape & { kind: 'list' };
const target = (event: Event): HTMLInputElement => event.currentTarget as HTMLInputElement;

/** Return the allowed number of items, in words. */
function amount({ least, most }: ListShape): string {
  if (least === most) return t`${least} of them`;
  if (least === 0) return most >= 1000 ? '' : t`up to ${most}`;
  return t(most >= 1000 ? `at least ${least}` : `${least} to ${most}`);
}

/** Render a list. */
export function listField(form: FormContext, place: Place, shape: ListShape): TemplateResult | typeof nothing {
  const held = Array.isArray(place.value) ? place.value as unknown[] : [];
  const item = shape.item();
  if (item.kind === 'options' && item.options.length === 0 && shape.least === 0) return nothing;
  const hint = [place.hint, amount(shape)].filter(Boolean).join(' · ');
  if (item.kind === 'options' && !shape.repeats) return boxed(form, { ...place, hint }, ticks(form, place, shape, item.options, held));
  return boxed(form, { ...place, hint }, rows(form, place, shape, held));
}

function ticks(form: FormContext, place: Place, shape: ListShape, options: readonly unknown[], held: unknown[]): TemplateResult {
  const toggle = (one: unknown, on: boolean): void => {
    const next = on ? [...held, one] : held.filter((other) => !same(other, one));
    form.set(place.path, shape.ordered ? next : options.filter((option) => next.some((other) => same(other, option))));
  };
  const isFull = held.length >= shape.most;
  return html`<div class="ticks">${options.map((one, index) => {
    const at = held.findIndex((other) => same(other, one)), id = `${form.name}-${written(place.path)}-${index}`;
    return html`<div class="check"><input type="checkbox" id=${id} .checked=${at >= 0} ?disabled=${isFull && at < 0}
        @change=${(event: Event) => { toggle(one, target(event).checked); }}>
      <label for=${id}>${offered(one, form.names, place.label)}${shape.ordered && at >= 0 && held.length > 1 ? html` <small>(${at + 1})</small>` : nothing}</label></div>`;
  })}</div>`;
}

/** Return a further item: a copy of the last one, with the first id that the list does not have yet. */
function another(form: FormContext, place: Place, shape: ListShape, held: readonly unknown[]): unknown {
  const last = held.at(-1);
  if (!isRecord(last)) return last ?? blank(shape.item());
  return Object.fromEntries(Object.entries(last).map(([name, value]) => {
    if (typeof value !== 'string' || !form.names.has(value)) return [name, value];
    const taken = new Set(held.map((one) => (isRecord(one) ? one[name] : undefined)));
    return [name, knownFor(form.names, [...place.path, name]).find(([id]) => !taken.has(id))?.[0] ?? value];
  }));
}

/** Return the word for one item of a list in another language than English, or else that of the list. */
const oneOf = (name: string): string => wordFor(name.replace(/ies$/, 'y').replace(/s$/, '').replace(/dice$/, 'die')) ?? spelled(name);

function rows(form: FormContext, place: Place, shape: ListShape, held: unknown[]): TemplateResult {
  const one = LANGUAGE === 'en' ? spelled(place.label).replace(/ies$/, 'y').replace(/(?<!s)s$/, '').replace(/\bdice$/, 'die') : oneOf(place.label);
  const moved = (from: number, to: number): void => {
    const next = [...held];
    next.splice(to, 0, ...next.splice(from, 1));
    form.set(place.path, next);
  };
  const item = shape.item(), isShort = SHORT.has(item.kind) && held.length > 1, folds = !SHORT.has(item.kind) && (held.length > 1 || form.look !== undefined);
  const itemAt = (value: unknown, index: number): TemplateResult => {
    const path = [...place.path, index], label = held.length > 1 ? `${one} ${index + 1}` : one;
    if (!folds) return html`${field(form, { label, path, shape: item, value, unnamed: held.length === 1 })}`;
    const at = written(path);
    return html`<details data-fold=${at} ?open=${isFaulty(form, at)}><summary><b>${titled(label)}</b> <small>${brief(form.look?.says(at) ?? called(value, form.names), LONGEST)}</small></summary>
      ${field(form, { label, path, shape: item, value, unnamed: true })}</details>`;
  };
  return html`<div class=${isShort ? 'short' : 'long'}>${held.map((value, index) => html`<div class="item">
      ${itemAt(value, index)}
      <div class="row tools">
        ${shape.ordered && index > 0 ? html`<button type="button" aria-label="Move ${one} ${index + 1} up" @click=${() => { moved(index, index - 1); }}>↑</button>` : nothing}
        ${held.length > shape.least ? html`<button type="button" aria-label="Remove ${one} ${index + 1}"
          @click=${() => { form.set(place.path, held.filter((_, other) => other !== index)); }}>Remove</button>` : nothing}
      </div></div>`)}</div>
    ${held.length < shape.most ? html`<div><button type="button" data-add @click=${(event: Event) => {
      form.set(place.path, [...held, another(form, place, shape, held)]);
      unfoldSoon(target(event), written([...place.path, held.length]));
    }}>Add ${one}</button></div>` : nothing}`;
}

/** Kinds of items that are one control each: they stand side by side, and never folded. */
const SHORT: ReadonlySet<Shape['kind']> = new Set(['options', 'number', 'text', 'id', 'flag', 'hex32']);
const LONGEST = 110;

/** Whether an error is inside a part of the form. */
function isFaulty({ look, fault }: FormContext, at: string): boolean {
  const isInside = (one: string): boolean => one === at || one.startsWith(`${at}.`) || one.startsWith(`${at}[`);
  return (fault !== undefined && isInside(fault.at)) || [...look?.faults.keys() ?? []].some(isInside);
}

/** Unfold an item that was just added, once it is drawn. */
function unfoldSoon(button: HTMLElement, at: string): void {
  const root = button.getRootNode() as ParentNode;
  requestAnimationFrame(() => { root.querySelector(`[data-fold="${CSS.escape(at)}"]`)?.setAttribute('open', ''); });
}

/** Render a map: a row for each name. */
export function mapField(form: FormContext, place: Place, shape: Shape & { kind: 'map' }): TemplateResult {
  const held = Object.entries(isRecord(place.value) ? place.value : {});
  const write = (next: readonly (readonly [string, unknown])[]): void => { form.set(place.path, Object.fromEntries(next)); };
  const fresh = (): string => {
    const taken = new Set(held.map(([name]) => name));
    if (shape.key.kind === 'options') return String(shape.key.options.find((one) => !taken.has(String(one))) ?? '');
    return taken.has('name') ? `name${held.length + 1}` : 'name';
  };
  return boxed(form, place, html`${held.map(([name, value], index) => html`<div class="item">
      ${field({ ...form, name: `${form.name}-key`, set: (_, next) => { write(held.map((pair, at) => (at === index ? [String(next), pair[1]] : pair))); } },
        { label: 'name', path: [...place.path, name], shape: shape.key, value: name })}
      ${field(form, { label: name, path: [...place.path, name], shape: shape.value(), value })}
      <div class="row tools"><button type="button" aria-label="Remove ${name}" @click=${() => { write(held.filter((_, at) => at !== index)); }}>Remove</button></div>
    </div>`)}
    <div><button type="button" data-add @click=${() => { write([...held, [fresh(), blank(shape.value())]]); }}>Add to ${spelled(place.label)}</button></div>`);
}
