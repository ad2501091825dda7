/** The curve of a deck: its forms by level, its commands by type, its spirits by type. */
import type { CardText, DeckList } from 'arbiter-client/tcg';
import { html, nothing, type TemplateResult } from 'lit';
import { sentence } from '../words.js';
import { t } from '../../../page/web/src/texts.js';

const GROUPS = ['form', 'command', 'spirit'] as const;

const sortOf = (text: CardText): string =>
  (text.kind === 'form' ? t`level ${text.orbs}` : text.kind === 'spirit' ? text.name : text.faces[0]?.label ?? '');

/** Return the counts of a kind of card, by level, type or name. */
function countsOf(kind: string, list: DeckList, texts: ReadonlyMap<string, CardText>): readonly (readonly [string, number])[] {
  const found = new Map<string, number>();
  for (const [id, count] of [...Object.entries(list.main), ...Object.entries(list.spirits)]) {
    const text = texts.get(id);
    if (text?.kind === kind) found.set(sortOf(text), (found.get(sortOf(text)) ?? 0) + count);
  }
  return [...found].sort(([one], [other]) => one.localeCompare(other));
}

/** Render the curve as bars with their numbers. */
export function curveOf(list: DeckList, texts: ReadonlyMap<string, CardText>): TemplateResult {
  const groups = GROUPS.map((kind) => [kind, countsOf(kind, list, texts)] as const), most = Math.max(1, ...groups.flatMap(([, counts]) => counts.map(([, count]) => count)));
  return html`<table data-curve>${groups.map(([kind, counts]) => (counts.length === 0 ? nothing : html`<tbody><tr><th scope="rowgroup" colspan="2">${sentence(kind)}s, ${counts.reduce((all, [, count]) => all + count, 0)}</th></tr>
    ${counts.map(([sort, count]) => html`<tr><td>${sentence(sort)}</td><td><span class="bar"><meter min="0" max=${most} .value=${count} aria-hidden="true"></meter> ${count}</span></td></tr>`)}</tbody>`))}</table>`;
}
