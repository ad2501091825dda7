/** What people read for a seat: its name, or its id if it has none. Every place that shows a seat asks here. */
import { t } from './texts.js';

/** A seat of a view, a list, or an event that opens it. */
export interface Named { readonly seat?: unknown; readonly name?: unknown }

/** Returns what people read for the id of a seat. */
export type SeatNames = (id: string) => string;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Return a function that gives the names of these seats. A seat that is not among them is called by its id. */
export function seatNames(seats: readonly Named[] = []): SeatNames {
  const names = new Map(seats.flatMap(({ seat, name }) => (isText(seat) && isText(name) ? [[seat, name] as const] : [])));
  return (id) => names.get(id) ?? id;
}

/** Return what people call a stream in a title: its own title, or the names of those who play; empty if neither is known. */
export function streamTitle(seats: readonly (Named & { readonly seat: string; readonly role?: string })[] = [], game?: unknown): string {
  const title = typeof game === 'object' && game !== null && 'title' in game ? game.title : undefined;
  return isText(title) ? title : seatList(seats.filter(({ role }) => role !== 'spectator'));
}

/** Return what people read for a list of seats, in their order. */
export function seatList(seats: readonly (Named & { readonly seat: string })[]): string {
  const name = seatNames(seats);
  return seats.map(({ seat }) => name(seat)).join(', ');
}

const ROLES: Readonly<Record<string, string>> = t({ gm: 'game master', player: 'player', spectator: 'spectator' });
/** Return the name of a seat's role. */
export const roleName = (role: string): string => (Object.hasOwn(ROLES, role) ? ROLES[role]! : role);
