/** The choice of the character that a log is about. For tests: `data-about` on it; the choices are the ids of characters. */
import { html, nothing, type TemplateResult } from 'lit';
import { partOf } from '../../games.js';
import { figuresOf } from '../campaign/standing.js';
import type { Names } from '../sentence.js';
import type { Thing } from './meters.js';
import { isRecord, nameOf } from './names.js';

/** Return the characters and creatures of a campaign's views by their ids; other games have none. */
export function figuresById(service: string, ...games: readonly unknown[]): ReadonlyMap<string, Thing> {
  if (partOf(service).campaign === undefined) return new Map();
  return new Map(games.filter(isRecord).flatMap(figuresOf).map((one) => [String(one.id), one]));
}

/** Render the choice, if there are several characters. `about` is the chosen id, empty for all. */
export function aboutChoice(figures: ReadonlyMap<string, Thing>, about: string, names: Names, chosen: (id: string) => void): TemplateResult | typeof nothing {
  if (figures.size < 2) return nothing;
  return html`<label class="row"><span>About</span><select data-about @change=${(event: Event) => { chosen((event.target as HTMLSelectElement).value); }}>
    <option value="">everybody</option>${[...figures].map(([id, one]) => html`<option value=${id} .selected=${id === about}>${names.of(id) ?? nameOf(one) ?? ''}</option>`)}</select></label>`;
}
