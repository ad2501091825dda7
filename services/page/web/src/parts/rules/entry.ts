/** A rule: its text, how it is tested, its rulings, and the examples of its section. */
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import { EVERY, type Entry, type Example, type Ruling } from './books.js';
import { gameName } from '../../words.js';
import { choiceSaid, settingSaid } from './impact.js';
import { t } from '../../texts.js';

const KINDS: Record<string, string> = t({
  mechanic: 'how it works', limit: 'limit', procedure: 'procedure', option: 'option', table: 'table', advice: 'advice, not enforced',
});

/** Return the name of a book for people. */
export const bookName = (book: string): string => (book === EVERY ? t('Every game') : gameName(book));

/** A rule in a list. */
export const inList = ({ book, rule }: Entry, withBook: boolean): TemplateResult => html`
  <li data-rule=${rule.id}><a class="id" href=${linkTo('rules', [rule.id])}>${rule.id}</a>
    <div><p>${rule.says}</p><small>${withBook ? `${bookName(book)} · ` : nothing}${rule.section}</small></div></li>`;

/** A ruling, with what another one would have changed; `bare` if its question is shown elsewhere. */
export const ruling = (service: string, one: Ruling, bare = false): TemplateResult => html`
  <article class="card">${bare ? nothing : html`<h3>${one.question}</h3>`}<p>${one.ruling}</p>
    ${one.why ? html`<p class="quiet">Why: ${one.why}</p>` : nothing}
    ${one.setting ? html`<p class="quiet">A table may decide otherwise: “${settingSaid(one.setting)}” is “${choiceSaid(one.default)}”${one.alternatives.length
      ? html`, and may be ${one.alternatives.map((other, at) => html`${at ? ', ' : ''}“${choiceSaid(other)}”`)}` : nothing}.</p>` : nothing}
    ${one.setting && one.alternatives.length
      ? html`<arbiter-impact .service=${service} .setting=${one.setting} .alternatives=${one.alternatives}></arbiter-impact>` : nothing}
    <small>${one.id} · on ${one.rules.map((id, at) => html`${at ? ', ' : ''}<a href=${linkTo('rules', [id])}>${id}</a>`)}</small></article>`;

const example = (one: Example): TemplateResult => html`
  <article class="card"><dl class="facts"><dt>Given</dt><dd>${one.given}</dd><dt>When</dt><dd>${one.when}</dd><dt>Then</dt><dd>${one.then}</dd></dl>
    <small>${one.id}${one.origin === 'book' ? t(' · from the book') : ''}</small></article>`;

/** Rulings of a game, each with its question. */
export const readings = (service: string, rulings: readonly Ruling[]): TemplateResult => html`
  <section class="stack"><h2>Rulings on unclear points</h2>${rulings.map((one) => ruling(service, one))}</section>`;

/** A rule with its rulings and examples. */
export const alone = ({ book, rule }: Entry, rulings: readonly Ruling[], examples: readonly Example[]): TemplateResult => html`
  <article data-rule=${rule.id}>
    <p class="row"><span class="tag">${bookName(book)}</span><span class="tag">${rule.section}</span><span class="tag">${KINDS[rule.kind] ?? rule.kind}</span></p>
    <p class="says">${rule.says}</p>
    ${rule.input ? html`<p>What it takes: ${rule.input}</p>` : nothing}
    ${rule.games.length ? html`<p>It binds ${rule.games.map((game, at) => html`${at ? ', ' : ''}${gameName(game)}`)}.</p>` : nothing}
    ${rule.test ? html`<p class="quiet">How it is tested: ${rule.test}</p>` : nothing}
  </article>
  ${rulings.length ? readings(book, rulings) : nothing}
  ${examples.length ? html`<section class="stack"><h2>Examples of this section</h2>${examples.map(example)}</section>` : nothing}`;
