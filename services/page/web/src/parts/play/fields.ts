/**
 * The controls of a form, for each shape; a form is one tree of them in one element.
 *
 * Each control is in an element with `data-field`, the server's name of the field, such as
 * `rolls[0].what.text`. An error of a field is linked to it by `aria-describedby`.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import { spelled, titled } from '../../words.js';
import { brief } from '../brief.js';
import { listField, mapField } from './lists.js';
import { called, isRecord, offered, type Names } from './names.js';
import { written, type Path } from './paths.js';
import { blank, randomHex, same, type Part, type Shape } from './shape.js';
import { LANGUAGE, t } from '../../texts.js';

/** The state of a form while it is rendered. */
export interface FormContext {
  /** The prefix of every id in the form. */
  readonly name: string;
  readonly names: Names;
  readonly fault: { readonly at: string; readonly says: string } | undefined;
  /** How this form differs from the usual one. */
  readonly look?: Look;
  set(path: Path, value: unknown): void;
}

/** How a form of nested parts looks: other words for its fields, and what its parts say. */
export interface Look {
  /** Errors by field, where several are known. */
  readonly faults: ReadonlyMap<string, string>;
  /** Return what a part of the value says in words, by its field. */
  readonly says: (at: string) => string | undefined;
  /** Return the label of a field; without one it is the field's name. */
  readonly label: (name: string, shape: Shape) => string | undefined;
  /** Return the words for an option; without any it is spelled. */
  readonly option: (value: unknown) => string | undefined;
  /** The fields that the form leaves out. */
  readonly hides: ReadonlySet<string>;
  /** Optional fields that are not folded away, in their order. */
  readonly front: readonly string[];
}

/** Return the error of a field. */
const wrongOf = (form: FormContext, at: string): string | undefined => form.look?.faults.get(at) ?? (form.fault?.at === at ? form.fault.says : undefined);

/** A place in a form: its name, its shape and its value. */
export interface Place {
  readonly label: string;
  readonly path: Path;
  readonly shape: Shape;
  readonly value: unknown;
  /** Whether the field is optional. */
  readonly optional?: boolean;
  /** The value to use while the field is empty. */
  readonly empty?: null | undefined;
  readonly hint?: string;
  /** Whether only screen readers get the name, because the control shows it too. */
  readonly unnamed?: boolean;
}

/** Render the control of a place. */
export function field(form: FormContext, place: Place): TemplateResult | typeof nothing {
  const { shape } = place;
  switch (shape.kind) {
    case 'fixed': return nothing;
    case 'options': return optionsField(form, place, shape.options);
    case 'number': return numberField(form, place, shape);
    case 'text': return textField(form, place, shape.longest, shape.example);
    case 'id': return idField(form, place);
    case 'hex32': return hexField(form, place);
    case 'flag': return flagField(form, place);
    case 'object': return objectField(form, place, shape.parts);
    case 'union': return unionField(form, place, shape);
    case 'list': return listField(form, place, shape);
    case 'map': return mapField(form, place, shape);
    case 'maybe': return maybeField(form, place, shape.shape());
    case 'json': return jsonField(form, place);
  }
}

const RULE = /\b([A-Z]{2}-[A-Z]+-\d+)\b/;

/** A hint; rule ids in it become links, and code is set as code. */
const linked = (hint: string): unknown => hint.split('`').map((words, place) => (place % 2 === 1 ? html`<code>${words}</code>`
  : words.split(RULE).map((part, at) => (at % 2 === 1 ? html`<a href=${linkTo('rules', [part])}>${part}</a>` : part))));

const idOf = (form: FormContext, path: Path): string => `${form.name}-${written(path)}`;

/** A label, its control and its error. */
export function framed(form: FormContext, place: Place, control: (id: string, about: string) => TemplateResult): TemplateResult {
  const id = idOf(form, place.path), at = written(place.path), wrong = wrongOf(form, at);
  const hint = place.hint ?? '';
  const about = [hint && `${id}-hint`, wrong === undefined ? '' : `${id}-fault`].filter(Boolean).join(' ');
  return html`<div class="field" data-field=${at}>
    <label for=${id}>${titled(place.label)}${place.optional ? html` <small>optional</small>` : nothing}</label>
    ${control(id, about)}
    ${hint ? html`<small id="${id}-hint">${linked(hint)}</small>` : nothing}
    ${wrong === undefined ? nothing : html`<p class="fault" id="${id}-fault">${wrong}</p>`}
  </div>`;
}

/** A box around several controls, with its name and the error of the whole. */
export function boxed(form: FormContext, place: Place, inside: unknown): TemplateResult {
  const at = written(place.path), id = idOf(form, place.path), wrong = wrongOf(form, at), says = form.look?.says(at);
  return html`<fieldset data-field=${at} aria-describedby=${wrong === undefined ? nothing : `${id}-fault`}>
    <legend class=${place.unnamed ? 'only-read' : ''}>${titled(place.label)}${place.optional ? html` <small>optional</small>` : nothing}</legend>
    ${says ? html`<p class="says">${says}</p>` : nothing}
    ${place.hint ? html`<small>${linked(place.hint)}</small>` : nothing}
    ${wrong === undefined ? nothing : html`<p class="fault" id="${id}-fault">${wrong}</p>`}
    ${inside}
  </fieldset>`;
}

const invalid = (form: FormContext, path: Path): 'true' | typeof nothing => (wrongOf(form, written(path)) === undefined ? nothing : 'true');
const target = (event: Event): HTMLInputElement => event.currentTarget as HTMLInputElement;

function optionsField(form: FormContext, place: Place, given: readonly unknown[]): TemplateResult {
  if (given.length === 2 && given.every((one) => typeof one === 'boolean') && place.empty !== null) return flagField(form, place);
  const { value, path, optional } = place;
  const there = value !== undefined && value !== null;
  const options = !there || given.some((one) => same(one, value)) ? given : [value, ...given];
  const at = there ? options.findIndex((one) => same(one, value)) : -1;
  return framed(form, place, (id, about) => html`<select id=${id} aria-describedby=${about || nothing} aria-invalid=${invalid(form, path)}
    @change=${(event: Event) => { form.set(path, options[Number(target(event).value)] ?? place.empty); }}>
    ${optional || !there ? html`<option value="-1" .selected=${at < 0}>${t(path.at(-1) === 'seat' ? 'for myself' : 'as usual')}</option>` : nothing}
    ${options.map((one, index) => html`<option value=${index} .selected=${index === at}>${form.look?.option(one) ?? offered(one, form.names, String(path.at(-1)))}</option>`)}
  </select>`);
}

function numberField(form: FormContext, given: Place, { least, most }: { least: number | undefined; most: number | undefined }): TemplateResult {
  const bounds = least !== undefined && most !== undefined && most - least < 1e6 ? t`${least} to ${most}` : '';
  const place = { ...given, hint: [given.hint, bounds].filter(Boolean).join(' · ') };
  return framed(form, place, (id, about) => html`<input id=${id} type="number" step="1" inputmode="numeric"
    min=${least ?? nothing} max=${most ?? nothing} .value=${given.value === undefined || given.value === null ? '' : String(given.value)}
    ?required=${!given.optional} aria-describedby=${about || nothing} aria-invalid=${invalid(form, given.path)}
    @change=${(event: Event) => { form.set(given.path, target(event).value === '' ? given.empty : Number(target(event).value)); }}>`);
}

function textField(form: FormContext, place: Place, longest: number, example: string): TemplateResult {
  const onChange = (event: Event): void => { form.set(place.path, target(event).value === '' && place.optional ? place.empty : target(event).value); };
  const value = typeof place.value === 'string' ? place.value : '';
  return framed(form, place, (id, about) => (longest > 500
    ? html`<textarea id=${id} rows="3" maxlength=${longest} .value=${value} @change=${onChange} aria-describedby=${about || nothing} aria-invalid=${invalid(form, place.path)}></textarea>`
    : html`<input id=${id} maxlength=${longest} .value=${value} placeholder=${place.optional ? example : nothing} ?required=${!place.optional}
        autocomplete="off" @change=${onChange} aria-describedby=${about || nothing} aria-invalid=${invalid(form, place.path)}>`));
}

const MOST_CHIPS = 12;
/** Fields that name an actor, whatever kind of id it has. */
const ACTOR = /^(target|mount|caster|medic|patient|against|beside|victim|leader|other|by)s?$/;

/** Return the ids of a view that a field may name: those of its kind, or all if there are none. */
export function knownFor(names: Names, path: Path): readonly (readonly [string, string])[] {
  const field = String([...path].reverse().find((step) => typeof step === 'string') ?? '').replace(/s$/, ''), all = [...names].filter(([id]) => !id.startsWith('#'));
  const kind = ACTOR.test(field) ? /^(character|creature|enemy)-/ : new RegExp(`^${field.replace(/\W/g, '')}-`);
  const fitting = all.filter(([id]) => kind.test(id));
  return fitting.length > 0 ? fitting : all;
}

/** A field for an id; it shows the name of a known one, and takes names and ids. */
function idField(form: FormContext, place: Place): TemplateResult {
  const known = knownFor(form.names, place.path), value = typeof place.value === 'string' ? place.value : '';
  const meant = (typed: string): string => known.find(([, name]) => name === typed)?.[0] ?? typed;
  return framed(form, place, (id, about) => html`<input id=${id} maxlength="64" list="${id}-known" .value=${form.names.get(value) ?? value} data-id=${value} ?required=${!place.optional} autocomplete="off"
      placeholder=${t(known.length > 0 ? 'choose one' : 'lower-case letters and digits')} aria-describedby=${about || nothing} aria-invalid=${invalid(form, place.path)}
      @change=${(event: Event) => { form.set(place.path, target(event).value === '' && place.optional ? place.empty : meant(target(event).value)); }}>
    <datalist id="${id}-known">${known.map(([, name]) => html`<option value=${name}></option>`)}</datalist>
    ${known.length > 0 && known.length <= MOST_CHIPS ? html`<div class="chips" role="group" aria-label="Choose one">${known.map(([one, name]) => html`
      <button type="button" aria-pressed=${one === value ? 'true' : 'false'} @click=${() => { form.set(place.path, one); }}>${name}</button>`)}</div>` : nothing}`);
}

function hexField(form: FormContext, place: Place): TemplateResult {
  return framed(form, { ...place, hint: place.hint || t('32 bytes in hexadecimal') }, (id, about) => html`<div class="row">
    <input id=${id} class="mono wide" maxlength="64" pattern="[0-9a-f]{64}" .value=${String(place.value ?? '')} autocomplete="off"
      aria-describedby=${about || nothing} aria-invalid=${invalid(form, place.path)} @change=${(event: Event) => { form.set(place.path, target(event).value); }}>
    <button type="button" @click=${() => { form.set(place.path, randomHex()); }}>Random</button></div>`);
}

function flagField(form: FormContext, place: Place): TemplateResult {
  const id = idOf(form, place.path), wrong = wrongOf(form, written(place.path));
  return html`<div class="field" data-field=${written(place.path)}><div class="check"><input id=${id} type="checkbox" .checked=${place.value === true}
      aria-describedby=${wrong === undefined ? nothing : `${id}-fault`} @change=${(event: Event) => { form.set(place.path, target(event).checked); }}>
    <label for=${id}>${titled(place.label)}</label></div>
    ${place.hint ? html`<small>${linked(place.hint)}</small>` : nothing}
    ${wrong === undefined ? nothing : html`<p class="fault" id="${id}-fault">${wrong}</p>`}</div>`;
}

function objectField(form: FormContext, place: Place, parts: readonly Part[]): TemplateResult {
  return boxed(form, place, partsOf(form, place.path, parts, place.value));
}

const FEW = 4, MOST_SAID = 90;

/** The controls of an object's properties; many optional ones are folded. */
export function partsOf(form: FormContext, path: Path, parts: readonly Part[], value: unknown): TemplateResult {
  const held = isRecord(value) ? value : {};
  const draw = (part: Part): unknown => {
    const shape = part.shape();
    return field(form, {
      label: form.look?.label(part.name, shape) ?? part.name, path: [...path, part.name], shape, value: held[part.name] === undefined ? part.usual : held[part.name],
      optional: !part.required && shape.kind !== 'flag', hint: part.hint.length < (LANGUAGE === 'en' ? 90 : 120) ? part.hint : '',
    });
  };
  const shown = parts.filter((part) => part.shape().kind !== 'fixed' && !form.look?.hides.has(part.name));
  const front = form.look?.front ?? [], rank = ({ name, required }: Part): number => (required ? -1 : front.includes(name) ? front.indexOf(name) : front.length);
  const isFirst = (part: Part): boolean => part.required || front.includes(part.name) || (form.look !== undefined && isSet(held[part.name], part.usual));
  const first = shown.filter(isFirst).sort((one, other) => rank(one) - rank(other)), more = shown.filter((part) => !isFirst(part));
  if (form.look ? more.length === 0 : more.length <= FEW) return html`<div class="fields">${(form.look ? first : shown).map(draw)}</div>`;
  return html`<div class="fields">${first.map(draw)}</div><details><summary>${t(first.length > 0 ? 'More' : 'Change')} (${more.length})${first.length === 0 && Object.keys(held).length > 0
    ? html` <small>${brief(called(held, form.names), MOST_SAID)}</small>` : nothing}</summary><div class="fields">${more.map(draw)}</div></details>`;
}

const isSet = (value: unknown, usual: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0) && !same(value, usual);

function unionField(form: FormContext, place: Place, shape: Shape & { kind: 'union' }): TemplateResult {
  const { variants } = shape, plain = form.look && plainField(form, place, shape);
  if (plain) return plain;
  const now = variants.find((one) => one.is(place.value));
  const chosen = (event: Event): void => {
    const next = variants.find((one) => one.name === target(event).value);
    form.set(place.path, next ? blank(next.shape()) : place.empty);
  };
  const inside = now?.shape();
  const kind: Place = { ...place, path: [...place.path, 'kind'], optional: false, hint: now?.hint.split('\n')[0] ?? '' };
  return boxed(form, { ...place, hint: '', unnamed: true }, html`
    ${framed(form, kind, (id, about) => html`<select id=${id} aria-describedby=${about || nothing} @change=${chosen}>
      ${now ? nothing : html`<option value="" .selected=${true}>choose</option>`}
      ${variants.map((one) => html`<option value=${one.name} .selected=${one === now}>${titled(form.look?.option(one.name) ?? one.name)}</option>`)}</select>`)}
    ${inside?.kind === 'object' ? partsOf(form, place.path, inside.parts, place.value) : inside ? field(form, { ...place, label: now?.name ?? '', shape: inside, optional: false, hint: '' }) : nothing}`);
}

/** A control for the plain variant of a union, a number or one of several words, with a way to each other variant. */
function plainField(form: FormContext, place: Place, { variants }: Shape & { kind: 'union' }): TemplateResult | undefined {
  const [plain] = variants, now = variants.find((one) => one.is(place.value)) ?? plain;
  if (now === undefined || !PLAIN.has(plain?.shape().kind ?? '') || variants.length > MOST_TURNS) return undefined;
  return html`<div class="maybe">${field(form, { ...place, shape: now.shape() })}
    <div class="row">${variants.filter((one) => one !== now).map((one) => {
      const words = form.look?.option(one.name) ?? one.name;
      return html`<button type="button" class="turn" aria-label="${titled(place.label)}: ${words} instead" @click=${() => { form.set(place.path, blank(one.shape())); }}>${titled(words)} instead</button>`;
    })}</div></div>`;
}

const MOST_TURNS = 3;
const PLAIN = new Set(['number', 'options']);
const SIMPLE = new Set(['options', 'number', 'text', 'id', 'flag']);

function maybeField(form: FormContext, place: Place, shape: Shape): TemplateResult | typeof nothing {
  if (shape.kind === 'flag') return optionsField(form, { ...place, optional: true, empty: null }, [true, false]);
  if (SIMPLE.has(shape.kind)) return field(form, { ...place, shape, optional: true, empty: null });
  const plain = form.look && shape.kind === 'union' ? plainField(form, { ...place, optional: true, empty: null }, shape) : undefined;
  if (plain) return plain;
  if (place.value === null || place.value === undefined) {
    return html`<div class="field" data-field=${written(place.path)}><span>${titled(place.label)} <small>optional</small></span>
      <div><button type="button" data-add @click=${() => { form.set(place.path, blank(shape)); }}>Add ${spelled(place.label)}</button></div></div>`;
  }
  return html`<div class="maybe">${field(form, { ...place, shape, optional: true, empty: null })}
    <div><button type="button" @click=${() => { form.set(place.path, null); }}>Leave out ${spelled(place.label)}</button></div></div>`;
}

function jsonField(form: FormContext, place: Place): TemplateResult {
  const onChange = (event: Event): void => {
    const input = target(event);
    try {
      form.set(place.path, input.value.trim() === '' ? place.empty : JSON.parse(input.value));
      input.setCustomValidity('');
    } catch {
      input.setCustomValidity(t('This is not JSON.'));
      input.reportValidity();
    }
  };
  return framed(form, { ...place, hint: place.hint || t('as JSON') }, (id, about) => html`<textarea id=${id} class="mono" rows="4"
    .value=${place.value === undefined ? '' : JSON.stringify(place.value, null, 1)} aria-describedby=${about || nothing} @change=${onChange}></textarea>`);
}
