/** Reads the names of moves in the results of a job, such as `PlayForm, card ember-ghost, zone 1`, and puts them in words. */
import { shown } from '../../page/web/src/parts/sentences/said.js';
import { titled } from '../../page/web/src/words.js';
import type { Cards } from './cards.js';
import { powerOf } from './moves.js';
import { askedOf, spotsOf, type MatchView, type Sent, type Spot } from './table.js';
import { endOf } from './words.js';

/** A match at a version, as the seat knew it that had to move. */
export interface Position { readonly view: MatchView; readonly seat: string; readonly cards: Cards }

/** A move: the type of its command, and its fields; an answer has a list of cards instead. */
interface Key { readonly kind: string; readonly rest: readonly string[] }

const keyOf = (key: string): Key => {
  const [kind = '', ...rest] = key.split(', ');
  return { kind, rest };
};

/** Return the fields of an action's key by name. */
const fieldsOf = ({ rest }: Key): ReadonlyMap<string, string> =>
  new Map(rest.map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]));

/** Return the card of a value: one that is named by its number on the table, or by its id. */
function spotOf(value: string, view: MatchView): Spot | undefined {
  return /^\d+$/.test(value) ? spotsOf(view).get(Number(value)) : undefined;
}

/** Describe a move: "Attack Reef Urchin of bob (PWR 3) with Twin Fang". */
export function moveInWords(key: string, position: Position): string {
  const parsed = keyOf(key), { kind } = parsed, { view, cards } = position;
  if (kind === 'mulligan') return mulliganInWords(parsed.rest, position);
  const fields = fieldsOf(parsed), value = (field: string): string => fields.get(field) ?? '';
  const name = (field: string): string => cards.name(spotOf(value(field), view)?.card ?? value(field));
  switch (kind) {
    case 'PlayForm': return fields.has('sacrifice') ? `Sacrifice ${name('sacrifice')} and play ${name('card')}` : `Play ${name('card')}`;
    case 'PlayCommand': return `Activate ${name('card')}`;
    case 'SetCommand': return `Put ${name('card')} face-down`;
    case 'SpiritualizeCard': return `Put ${name('spirit')} under ${name('target')}`;
    case 'DeclareAttack': return `Attack ${name('target')}${powerAt(value('target'), view)} with ${name('attacker')}`;
    case 'Activate': return `Use ${[cards.title(value('effect')), name('card')].filter(Boolean).join(' of ')}`;
    case 'FlipSavior': return 'Flip the savior to its boundless side';
    case 'EndStep': return endOf(view);
    default: return [titled(kind), ...parsed.rest.map((one) => cards.name(one))].join(', ');
  }
}

function powerAt(value: string, view: MatchView): string {
  const spot = spotOf(value, view);
  return spot ? powerOf(view, spot) : '';
}

function mulliganInWords(kept: readonly string[], { view, seat, cards }: Position): string {
  if (kept.length === 0) return 'Exchange the whole opening hand';
  if (kept.length === askedOf(view, seat)?.options?.length) return 'Keep the whole opening hand';
  return `Keep ${kept.map((card) => cards.name(card)).join(', ')}`;
}

/** Whether a command of the log, some of whose fields are secret parts, is a move; zones do not matter, as in the results. */
export function isMove(key: string, command: Sent, { view }: Position): boolean {
  const { kind, rest } = keyOf(key), spots = spotsOf(view), value = (field: string): unknown => shown(command[field]);
  const named = (one: unknown): string => {
    const spot = typeof one === 'number' ? spots.get(one) : undefined;
    return spot?.place === 'hand' && spot.card ? spot.card : String(one);
  };
  if (kind === 'mulligan') return command.type === 'Mulligan' && sameList(rest, (value('keep') as readonly unknown[] | undefined ?? []).map(named));
  const fields = fieldsOf({ kind, rest });
  return command.type === kind && (fields.has('sacrifice') || typeof value('sacrifice') !== 'number')
    && [...fields].every(([field, is]) => field === 'zone' || named(value(field)) === is);
}

const sameList = (one: readonly string[], other: readonly string[]): boolean => [...one].sort().join() === [...other].sort().join();

const MOVES = new Set([
  'Mulligan', 'PlayForm', 'PlayCommand', 'SetCommand', 'SpiritualizeCard', 'DeclareAttack', 'Activate', 'FlipSavior', 'EndStep',
]);

/** A log's command and its place. */
interface Asked { readonly version: number; readonly seat: string; readonly command: Sent }

/** Return the first move of a seat after a version; none if it gave up, or if the log's commands are not loaded. */
export function madeAfter(version: number, seat: string, log: { readonly commitOf: (version: number) => Asked | undefined }): Sent | undefined {
  for (let commit = log.commitOf(version + 1); commit !== undefined; commit = log.commitOf(commit.version + 1)) {
    if (commit.seat !== seat) continue;
    if (MOVES.has(commit.command.type)) return commit.command;
    if (commit.command.type === 'Concede') return undefined;
  }
  return undefined;
}
