/** Printed lines of cards. */
import { html, type TemplateResult } from 'lit';
import { aside, runs } from './cards.js';

/** Render a printed line with its bold and italic parts. */
export const printed = (line: string): TemplateResult => html`<span class=${aside(line) ? 'flavour' : 'line'}>${runs(line).map(({ words, style }) =>
  style === 'plain' ? words : html`<span class=${style}>${words}</span>`)}</span>`;
