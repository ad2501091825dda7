/** The terms of a game as a list, filtered by the words of a search. */
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import { termsOf, withGlossary, type Term } from '../terms/glossaries.js';
import { bookName } from './entry.js';
import { RULINGS } from './rulings.js';
import { LANGUAGE, t } from '../../texts.js';

/** The part of an address after a book's name that stands for its terms. */
export const TERMS = 'terms';

const textOf = ({ term, also = [], says }: Term): string => [term, ...also, says].join('\n').toLowerCase();

/** Return the terms that contain every word of a search, in the order of the alphabet; those whose name begins with it come first. */
function found(service: string, words: string): readonly Term[] {
  const each = words.toLowerCase().split(/\s+/).filter(Boolean), begins = ({ term }: Term): number => Number(!term.toLowerCase().startsWith(words.toLowerCase().trim()));
  return termsOf(service).filter((one) => each.every((word) => textOf(one).includes(word)))
    .toSorted((one, other) => begins(one) - begins(other) || one.term.localeCompare(other.term, LANGUAGE, { sensitivity: 'base' }));
}

/** Whether a game has a glossary. */
export const hasTerms = (book: string): boolean => withGlossary().includes(book);

/** Render the terms of a book. */
export function termList(book: string, words: string): TemplateResult {
  const all = found(book, words);
  return html`<p class="quiet" role="status">${t(all.length === 1 ? 'One term' : `${all.length} terms`)}</p>
    <dl class="terms" data-count=${all.length}>${all.map(({ term, english, says, rule }) => html`<div data-entry=${term}><dt>${term}${english ? html` <small lang="en">${english}</small>` : nothing}</dt>
      <dd>${says} ${rule ? html`<a href=${linkTo('rules', [rule])} aria-label=${t`The rule about ${term}`}>Rule</a>` : nothing}</dd></div>`)}</dl>`;
}

/** Render the ways between the rules, the terms and the rulings of a book; `view` is the part of the address after its name. */
export const ways = (book: string, view: string | undefined): TemplateResult | typeof nothing => (hasTerms(book) ? html`<nav class="row ways" aria-label=${bookName(book)}>
  ${[[undefined, t('Rules')], [TERMS, t('Terms')], [RULINGS, t('What if we ruled otherwise?')]].map(([part, title]) => html`<a class="button" data-way=${part ?? 'rules'}
    href=${linkTo('rules', part === undefined ? [book] : [book, part])} aria-current=${part === view ? 'page' : nothing}>${title}</a>`)}</nav>` : nothing);
