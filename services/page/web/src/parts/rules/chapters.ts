/** The chapters of a book in the order in which a player reads it: `services/<game>/page/chapters.json` names them. */
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import '../terms/terms.js';
import type { Book, Entry } from './books.js';
import { t } from '../../texts.js';

/** A chapter, and the groups of rules in it: their ids without the number. */
interface Named { readonly title: string; readonly groups: readonly string[] }
export interface Chapter { readonly title: string; readonly entries: readonly Entry[] }

const FOUND = import.meta.glob<readonly Named[]>('../../../../../*/page/chapters.json', { eager: true, import: 'default' });
const NAMED = new Map(Object.entries(FOUND).map(([path, chapters]) => [path.split('/').at(-3)!, chapters]));

/** Return the group of an id: `DI-KEEP` of `DI-KEEP-02`. */
const groupOf = (id: string): string => id.replace(/-\d+$/, '');

/** Group entries by a key, in the order in which the keys first come. */
function grouped(entries: readonly Entry[], keyOf: (entry: Entry) => string): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...groups.get(keyOf(entry)) ?? [], entry]);
  return groups;
}

/** Return the chapters of a book; one without named chapters has its sections in their order. */
export function chaptersOf(book: Book): readonly Chapter[] {
  const named = NAMED.get(book.name);
  if (named === undefined) return [...grouped(book.entries, ({ rule }) => rule.section)].map(([title, entries]) => ({ title, entries }));
  const byGroup = grouped(book.entries, ({ rule }) => groupOf(rule.id)), placed = new Set(named.flatMap(({ groups }) => groups));
  const others = book.entries.filter(({ rule }) => !placed.has(groupOf(rule.id)));
  const chapters = named.map(({ title, groups }) => ({ title, entries: groups.flatMap((group) => byGroup.get(group) ?? []) }));
  return [...chapters, { title: t('Other rules'), entries: others }].filter(({ entries }) => entries.length > 0);
}

/** How chapters are shown: which are open, and whether rules have their ids. */
export interface Shown { readonly open: ReadonlySet<string>; readonly ids: boolean; readonly toggled: (title: string, open: boolean) => void }

/** Render chapters; the rules of one are in the document while it is open. */
export const chapterList = (chapters: readonly Chapter[], { open, ids, toggled }: Shown): TemplateResult => html`${chapters.map(({ title, entries }, at) => html`
  <details data-chapter=${title} ?open=${open.has(title)} @toggle=${(event: Event) => { toggled(title, (event.target as HTMLDetailsElement).open); }}>
    <summary>${at + 1}. ${title} <small>${t(entries.length === 1 ? 'one rule' : `${entries.length} rules`)}</small></summary>
    ${open.has(title) ? html`<ol>${entries.map(({ book, rule }) => html`<li class="read" data-rule=${rule.id}>
      <arbiter-terms .text=${rule.says} .service=${book}></arbiter-terms>
      ${ids ? html` <a class="id" href=${linkTo('rules', [rule.id])}>${rule.id}</a>` : nothing}</li>`)}</ol>` : nothing}</details>`)}`;
