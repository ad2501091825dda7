/** What a survey has found in stored games: numbers, and rows that lead to the rules and to the replays. */
import type { Findings, ImpactRow } from 'arbiter-client/dice';
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import { spelled } from '../../words.js';
import { formFor, grouped, t } from '../../texts.js';

const SORTS: Readonly<Record<string, { readonly title: string; readonly says: (what: string) => string }>> = {
  refused: { title: t('refused now'), says: (what) => t`is refused: ${what}` },
  event: { title: t('with other events'), says: (what) => t`gives “${what}” instead` },
  missing: { title: t('without an event'), says: (what) => t`no longer gives “${what}”` },
  draws: { title: t('with other draws, which cannot be compared'), says: () => t('draws otherwise, so that it cannot be compared') },
  fault: { title: t('that fail'), says: (what) => t`fails: ${what}` },
};
const many = (number: number, forms: string): string => `${grouped(number)} ${formFor(number, forms)}`;

/** Return how many decisions differ in each way, in the order above. */
function differences(rows: readonly ImpactRow[]): readonly (readonly [string, number])[] {
  return Object.entries(SORTS).map(([kind, { title }]) =>
    [title, rows.filter((row) => row.kind === kind).reduce((sum, { decisions }) => sum + decisions, 0)] as const);
}

const figure = (title: string, number: number): TemplateResult => html`<tr><th scope="row">${title}</th><td data-figure=${title}>${grouped(number)}</td></tr>`;

function rowOf(service: string, row: ImpactRow): TemplateResult {
  const stream = row.first_stream.split(':').at(-1) ?? '', sort = SORTS[row.kind];
  return html`<li data-row=${row.kind}>
    <p>${t`${many(row.decisions, t('decision|decisions'))} of ${many(row.streams, t('game|games'))}`}: each ${sort ? sort.says(spelled(row.what)) : row.what}${row.fields.length
      ? ` (${row.fields.map(spelled).join(', ')})` : ''}.</p>
    <p>${row.rules.map((id, at) => html`${at ? ', ' : ''}<a href=${linkTo('rules', [id])}>${id}</a>`)}${row.rules.length ? ' · ' : nothing}
      <a data-first href=${linkTo('replay', [service, stream], { at: Math.max(1, row.first_version) })}>the first, in the replay</a></p></li>`;
}

/** Show findings. */
export function findingsOf(service: string, { counts, rows, stopped }: Findings): TemplateResult {
  const of = (name: string): number => counts[name] ?? 0, named = Object.entries(stopped);
  return html`<p>${many(of('decisions'), t('decision|decisions'))} of ${many(of('streams'), t('game|games'))} were decided again on the dice and cards that they had:</p>
    <table><tbody>
      ${figure(t('the same'), of('same'))}
      ${differences(rows).filter(([title, number]) => number > 0 || title === SORTS.event?.title).map(([title, number]) => figure(title, number))}
      ${of('others') ? figure(t('that differ in further ways'), of('others')) : nothing}
      ${of('echoes') ? figure(t('that repeat a difference'), of('echoes')) : nothing}
    </tbody></table>
    ${rows.length ? html`<ul data-findings=${rows.length}>${rows.toSorted((one, other) => other.decisions - one.decisions).map((row) => rowOf(service, row))}</ul>`
    : html`<p data-findings="0">Nothing would have come out otherwise.</p>`}
    ${named.length ? html`<details><summary>${many(of('stopped'), t('game|games'))} could not be decided to the end</summary>
      <ul>${named.map(([stream, why]) => html`<li><a href=${linkTo('replay', [service, stream.split(':').at(-1) ?? ''])}>${stream}</a>: ${why}</li>`)}</ul></details>` : nothing}`;
}
