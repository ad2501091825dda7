/**
 * The credentials of this tab: the app's key and the seats' tokens, and the seats that this computer remembers. They never
 * appear in an address, except in a link that the user copies.
 *
 * `changed` fires `change` whenever a key or a token is added or removed.
 */
import { Arbiter, type Service } from 'arbiter-client';
import { forgetSeat, onOtherSeats, remember, remembered, rememberedOf } from './remembered.js';
import { noting } from './offline.js';
import { placeOf, linkTo } from './router.js';
import { translatingFetch } from './names.js';
import { LANGUAGE, t } from './texts.js';

const KEY = 'arbiter.key', SEATS = 'arbiter.seats.', WATCHED = 'arbiter.watched.';

/** A seat that this tab may act as. */
export interface SeatAccess { readonly seat: string; readonly token: string }

export const changed = new EventTarget();

const notify = (): void => { changed.dispatchEvent(new Event('change')); };
const seatsKey = (service: string, id: string): string => `${SEATS}${service}.${id}`;

onOtherSeats(notify);

/** Return the app's key, if the tab has one. */
export const appKey = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

/** Store another key, or remove it. */
export function setAppKey(key: string | undefined): void {
  if (key) sessionStorage.setItem(KEY, key);
  else sessionStorage.removeItem(KEY);
  notify();
}

/** Remove the key and every seat's token. */
export function forget(): void {
  for (const name of Object.keys(sessionStorage)) if ([KEY, SEATS, WATCHED].some((kept) => name.startsWith(kept))) sessionStorage.removeItem(name);
  notify();
}

/** Return the seats of a stream whose tokens this tab has. */
const inTab = (service: string, id: string): readonly SeatAccess[] => JSON.parse(sessionStorage.getItem(seatsKey(service, id)) ?? '[]') as SeatAccess[];

/** Return the seats of a stream that this tab may act as: its own, and those that this computer remembers. */
export function seatsOf(service: string, id: string): readonly SeatAccess[] {
  const own = inTab(service, id);
  return [...own, ...rememberedOf(service, id).filter(({ seat }) => own.every((one) => one.seat !== seat))];
}

/** Return the ids of a service's streams in which this tab or this computer has a seat. */
export function streamsHere(service: string): readonly string[] {
  const prefix = seatsKey(service, ''), own = Object.keys(sessionStorage).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return [...new Set([...own, ...remembered().filter((one) => one.service === service).map(({ id }) => id)])];
}

/** Store a seat's token. */
export function addSeat(service: string, id: string, access: SeatAccess): void {
  const others = inTab(service, id).filter((one) => one.seat !== access.seat);
  sessionStorage.setItem(seatsKey(service, id), JSON.stringify([...others, access]));
  if (isRemembered(service, id, access.seat)) remember({ service, id, ...access, at: Date.now() });
  notify();
}

/** Whether this computer remembers a seat. */
export const isRemembered = (service: string, id: string, seat: string): boolean => rememberedOf(service, id).some((one) => one.seat === seat);

/** Remember a seat on this computer, or forget it there; this tab keeps it. */
export function setRemembered(service: string, id: string, seat: string, yes: boolean): void {
  const access = seatsOf(service, id).find((one) => one.seat === seat);
  if (access === undefined) return;
  if (yes) remember({ service, id, seat, token: access.token, at: Date.now() });
  else forgetSeat(service, id, seat);
  if (!yes) addSeat(service, id, { seat, token: access.token });
  notify();
}

/** Forget a seat in this tab and on this computer. */
export function forgetEverywhere(service: string, id: string, seat: string): void {
  forgetSeat(service, id, seat);
  sessionStorage.setItem(seatsKey(service, id), JSON.stringify(inTab(service, id).filter((one) => one.seat !== seat)));
  notify();
}

/** Return the seat that this tab opened for those who watch a stream, if it has one. */
export const watchSeat = (service: string, id: string): SeatAccess | undefined =>
  JSON.parse(sessionStorage.getItem(`${WATCHED}${service}.${id}`) ?? 'null') as SeatAccess | undefined ?? undefined;

/** Store the seat that this tab opened for those who watch a stream: the next link is for the same seat. */
export function setWatchSeat(service: string, id: string, access: SeatAccess): void {
  sessionStorage.setItem(`${WATCHED}${service}.${id}`, JSON.stringify(access));
}

/** Return a link to a seat. The token is in the fragment, so no server and no log sees it. */
export function seatLink(service: string, id: string, access: SeatAccess, page = 'play', at?: number): string {
  return location.origin + location.pathname + linkTo(page, [service, id], { at, seat: access.seat, token: access.token });
}

/** Whether a link may replace what this tab has. The user confirms it: a sender may want them to act as another player. */
const replaces = (held: string | undefined, brought: string, what: string): boolean =>
  held === undefined || held === brought || window.confirm(t`This link contains ${what}, which replaces the one in this tab. Use it?`);

/** Move a key or a token from the address into the tab's storage; the user confirms it if it replaces another. */
export function takeFromAddress(): void {
  const { page, parts, params } = placeOf(location.hash);
  if (!params.has('key') && !params.has('token')) return;
  const key = params.get('key'), token = params.get('token'), seat = params.get('seat') ?? '', [service, id] = parts;
  params.delete('key');
  params.delete('token');
  history.replaceState(null, '', linkTo(page, parts, Object.fromEntries(params)));
  if (key && replaces(appKey(), key, t`another API key (${key.slice(0, 9)}…)`)) setAppKey(key);
  if (!token || !service || !id) return;
  const held = seatsOf(service, id).find((one) => one.seat === seat)?.token;
  if (replaces(held, token, t(seat ? `another token for the seat ${seat}` : 'another token for this game'))) addSeat(service, id, { seat, token });
}

/** Return a client that calls with the app's key, at this page's origin or another address. */
export const arbiter = (address = ''): Arbiter => new Arbiter({ address, key: appKey(), fetch: noting(LANGUAGE === 'en' ? fetch : translatingFetch!) });

/** Return the token with which a stream is read as a seat; `undefined` if the app's key reads it. */
export function tokenFor(service: string, id: string, seat?: string): string | undefined {
  const token = seatsOf(service, id).find((one) => seat === undefined || one.seat === seat)?.token;
  return appKey() === undefined || seat !== undefined ? token : undefined;
}

/**
 * Return a stream, called with the app's key. The app acts as the game master; on a stream that has none, it acts as the
 * first seat.
 */
export function streamForApp(service: string, id: string, seats: readonly { readonly seat: string; readonly role: string }[]): ReturnType<Arbiter['stream']> {
  const seat = seats.some(({ role }) => role === 'gm') ? undefined : seats[0]?.seat;
  return arbiter().stream(service as Service, id, { seat });
}

/** Return a stream, called as a seat whose token this tab has, else with the app's key for that seat or for the app. */
export function streamFor(service: string, id: string, seat?: string): ReturnType<Arbiter['stream']> {
  const caller = tokenFor(service, id, seat);
  return arbiter().stream(service as Service, id, { token: caller, seat: caller ? undefined : seat });
}
