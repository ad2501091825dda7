/** The rulings of a book that a table may decide otherwise, filtered by the words of a search. */
import { html, type TemplateResult } from 'lit';
import type { Book, Ruling } from './books.js';
import { ruling } from './entry.js';
import { t } from '../../texts.js';

/** The part of an address after a book's name that stands for its rulings. */
export const RULINGS = 'rulings';

const textOf = ({ id, question, ruling: says, rules, setting }: Ruling): string => [id, question, says, setting, ...rules].join('\n').toLowerCase();

/** Render the rulings that have another choice. */
export function rulingList(book: Book | undefined, words: string): TemplateResult {
  const each = words.toLowerCase().split(/\s+/).filter(Boolean);
  const open = (book?.rulings ?? []).filter((one) => one.setting && one.alternatives.length > 0 && each.every((word) => textOf(one).includes(word)));
  return html`<p>Where the book is unclear, we chose a reading, and a table may choose another one. Ask here what that choice would have changed in the games that you have played.</p>
    <p class="quiet" role="status">${t(open.length === 1 ? 'One ruling' : `${open.length} rulings`)}</p>
    <div data-count=${open.length}>${open.map((one) => html`<details data-ruling=${one.id}><summary>${one.question}</summary>${ruling(book?.name ?? '', one, true)}</details>`)}</div>`;
}
