/** Printed lines as they are set on a card. */
import { html, type TemplateResult } from 'lit';
import { aside, runs } from './cards.js';

/** Draw a printed line, bold and slanted as it is. */
export const printed = (line: string): TemplateResult => html`<span class=${aside(line) ? 'flavour' : 'line'}>${runs(line).map(({ words, style }) =>
  style === 'plain' ? words : html`<span class=${style}>${words}</span>`)}</span>`;
