/** Who of a campaign still stands, as its cards say it: whether a fight is decided, and how a game ended. */
import { figuresIn, sheetOf, type Thing } from '../play/meters.js';
import { nameOf, type Names } from '../play/names.js';
import { listed } from '../sentences/said.js';
import { fightOf, orderOf, sideOf } from './track.js';
import { t } from '../../texts.js';

const ASIDE = new Set(['settings', 'data', 'prepared', 'stored', 'drafts']);
/** States in which a character does not fight, gravest first: as a flag of its own, or as its health or status. */
const STATES: Readonly<Record<string, string>> = t({ dead: 'dead', out: 'out', dying: 'dying', incapacitated: 'out of action', unconscious: 'unconscious', down: 'down' });

/** Who stands, and who does not. */
export interface Standing { readonly up: readonly Thing[]; readonly down: readonly Thing[] }

/** Return the characters and creatures of a view. */
export const figuresOf = (game: Thing): readonly Thing[] => Object.entries(game).filter(([name]) => !ASIDE.has(name)).flatMap(([, value]) => figuresIn(value) ?? []);

const stateOf = (one: Thing): string | undefined => Object.keys(STATES).find((state) => one[state] === true || one.health === state || one.status === state);

/** Whether a character no longer fights. */
export const isDown = (one: Thing): boolean => stateOf(one) !== undefined;

/** Whether at least two characters or creatures stand, which a fight needs. */
export const canFight = (game: Thing): boolean => parted(figuresOf(game)).up.length > 1;

/** Say that a fight would have no foe: one character stands, or all that do are players'. Empty if there is one. */
export function foeMissing(game: Thing, seats: readonly Readonly<{ seat: string; role?: string }>[]): string {
  const isPlayers = (one: Thing): boolean => seats.some(({ seat, role }) => seat === one.seat && role === 'player');
  const { up } = parted(figuresOf(game));
  return up.length < 2 || up.every(isPlayers) ? t('No foe is here: bring one first, unless the characters are to fight each other.') : '';
}

const parted = (figures: readonly Thing[]): Standing => ({ up: figures.filter((one) => !isDown(one)), down: figures.filter(isDown) });

/** Return who stands in a fight in which at most one side has anybody standing; `undefined` if it is undecided. Who is out has left its fight: before the first round, that was an earlier one. Without sides, players are on one side against a game master's creatures, or else each seat is a side. */
export function decided(game: Thing, isLed: (seat: unknown) => boolean): Standing | undefined {
  const fight = fightOf(game);
  if (fight === undefined) return undefined;
  const ids = new Set(orderOf(fight)), all = figuresOf(game).filter(({ id, out }) => ids.has(String(id)) || (out === true && fight.round !== 0));
  const named = (one: Thing): unknown => sideOf(fight, one.id), owned = (one: Thing): unknown => one.seat, led = (one: Thing): unknown => isLed(one.seat);
  const side = [named, led, owned].find((way) => new Set(all.map(way)).size > 1), parts = parted(all);
  return side && parts.down.length > 0 && new Set(parts.up.map(side)).size < 2 ? parts : undefined;
}

const called = (one: Thing, names: Names): string => names.get(String(one.id)) ?? nameOf(one) ?? '';
const fallen = (down: readonly Thing[], names: Names): readonly string[] => down.map((one) => t`${called(one, names)} is ${STATES[stateOf(one)!]!}`);

/** Say how a decided fight stands: "Odo is dead: Mara stands". */
export function standingSaid({ up, down }: Standing, names: Names): string {
  const first = listed(fallen(down, names)), who = listed(up.map((one) => called(one, names)));
  return up.length === 0 ? first : `${first}: ${t(up.length === 1 ? `${who} stands` : `${who} stand`)}`;
}

/** Say how a game ended in which a character fell: who fell, and with how much the others stood; else `undefined`. */
export function endingSaid(game: Thing, names: Names = new Map()): string | undefined {
  const { up, down } = parted(figuresOf(game));
  if (down.length === 0) return undefined;
  return listed([...fallen(down, names), ...up.map((one) => {
    const [meter] = sheetOf(one).meters, who = called(one, names);
    return meter ? t`${who} stood (${meter.label}: ${meter.now} of ${meter.most})` : t`${who} stood`;
  })]);
}
