/** The head of a campaign's board: the round, its order as a track, whose turn it is, and who is waited for. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import type { SeatNames } from '../../seats.js';
import { spelled } from '../../words.js';
import { emblem } from '../emblem.js';
import type { Thing } from '../play/meters.js';
import { isRecord, type Names } from '../play/names.js';
import { t } from '../../texts.js';

export const trackStyles = css`
  .track { display: grid; gap: 0.5rem; } .track h2, .track p { margin: 0; }
  .track ol { display: flex; flex-wrap: wrap; gap: 0.4rem; list-style: none; margin: 0; padding: 0; }
  .track li { display: flex; align-items: center; gap: 0.35rem; border: 1px solid var(--line); border-radius: 99px; padding: 0.1rem 0.7rem 0.1rem 0.3rem; background: var(--card); }
  .track li svg { width: 20px; height: 24px; flex: none; } .track li.done { border-style: dashed; color: var(--quiet); }
  .track li[aria-current] { background: var(--accent); color: var(--on-accent); border-color: var(--accent); font-weight: 600; }
  .waits { border-left: 4px solid var(--warn); padding-left: 0.7rem; } .waits.you { border-color: var(--good); }
`;

/** What the head shows; `fallen`: seats whose figures no longer fight; `place`: the service and the stream; `latest`: what this seat has to answer; `answers`: buttons for answers that no card offers. */
export interface Track { readonly fight: Thing | undefined; readonly awaits: readonly string[]; readonly seat: string; readonly held: readonly string[]; readonly seatName: SeatNames; readonly names: Names; readonly beasts: ReadonlySet<string>; readonly fallen: ReadonlySet<string>; readonly place: readonly string[] | undefined; readonly latest: TemplateResult | undefined; readonly answers: TemplateResult | typeof nothing }

/** Return the fight of a view: the part that counts rounds. */
export const fightOf = (game: Thing): Thing | undefined => Object.values(game).find((one) => isRecord(one) && typeof one.round === 'number') as Thing | undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value as unknown[] : []);

/** Return those who fight, as the view has them. */
const fightersOf = (fight: Thing): readonly Thing[] => [...listOf(fight.participants), ...listOf(fight.fighters)].filter(isRecord);

/** Say the round of a fight. */
export const roundOf = ({ round }: Thing): string => (round === 0 ? t('Before the first round') : t`Round ${round}`);

/** Return the ids of those who fight, in the order of the round. */
export function orderOf(fight: Thing): readonly string[] {
  const all = fightersOf(fight).map(({ id, creature }) => String(id ?? creature));
  const order = listOf(fight.order).filter((one) => typeof one === 'string');
  return [...new Set([...order, ...all])];
}

/** Return the side of one who fights, if the fight has sides. */
export const sideOf = (fight: Thing, who: unknown): unknown => fightersOf(fight).find(({ id, creature }) => (id ?? creature) === who)?.side;

/** Render the head. */
export function track({ fight, awaits: all, seat, held, seatName, names, beasts, fallen, place, latest, answers }: Track): TemplateResult | typeof nothing {
  const standing = all.filter((one) => one === seat || !fallen.has(one)), awaits = standing.length > 0 ? standing : all;
  const others = awaits.filter((one) => one !== seat && !held.includes(one)).map(seatName), yours = awaits.includes(seat);
  const also = awaits.filter((one) => one !== seat && held.includes(one));
  const as = also.map((one, at) => html`${at > 0 ? ', ' : ''}${place ? html`<a href=${linkTo('play', place, { seat: one })}>${seatName(one)}</a>` : seatName(one)}`);
  const waits = awaits.length === 0 ? nothing : html`<p class="waits ${yours ? 'you' : ''}" data-waits role="status">${yours
    ? html`<strong>You decide now</strong>${also.length > 0 ? html`, here or as ${as}` : nothing}${others.length > 0 ? html`, and so ${t(others.length > 1 ? 'do' : 'does')} ${others.join(', ')}` : nothing}`
    : also.length > 0 ? html`<strong>You decide now</strong>, as ${as}` : t`Waiting for ${others.join(', ')}`}</p>${latest ?? nothing}${answers}`;
  if (fight === undefined) return awaits.length === 0 ? nothing : html`<section class="track" aria-label="The game">${waits}</section>`;
  const called = (id: string): string => names.get(id) ?? t('an unseen creature'), awaited = new Set(listOf(fight.awaited));
  const done = new Set(fightersOf(fight).filter((one) => one.done === true).map((one) => one.id));
  const turn = typeof fight.turn === 'string' ? fight.turn : undefined;
  return html`<section class="track" aria-label="The fight"><h2 data-round=${String(fight.round)}>${roundOf(fight)}${turn ? t`: ${called(turn)} acts` : ''}${
    typeof fight.stage === 'string' ? `: ${spelled(fight.stage)}` : ''}</h2>
    <ol>${orderOf(fight).map((id) => html`<li class=${done.has(id) ? 'done' : ''} aria-current=${id === turn || awaited.has(id) ? 'true' : nothing}>
      <svg viewBox="0 0 48 56" aria-hidden="true">${emblem(called(id), { beast: beasts.has(id) })}</svg>${called(id)}</li>`)}</ol>${waits}</section>`;
}
