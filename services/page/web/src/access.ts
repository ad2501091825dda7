/**
 * Who is calling: the app's key, and the tokens of seats, kept for this tab only and never put into an address.
 *
 * `changed` is told whenever a key or a token comes or goes.
 */
import { Arbiter, type Service } from 'arbiter-client';
import { placeOf, linkTo } from './router.js';

const KEY = 'arbiter.key';

/** A seat of a stream that this tab may act as. */
export interface SeatAccess { readonly seat: string; readonly token: string }

export const changed = new EventTarget();

const tell = (): void => { changed.dispatchEvent(new Event('change')); };
const seatsKey = (service: string, id: string): string => `arbiter.seats.${service}.${id}`;

/** The app's key, if there is one. */
export const appKey = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

/** Keep another key, or none. */
export function setAppKey(key: string | undefined): void {
  if (key) sessionStorage.setItem(KEY, key);
  else sessionStorage.removeItem(KEY);
  tell();
}

/** Forget the key and every seat's token. */
export function forget(): void {
  for (const name of Object.keys(sessionStorage)) if (name === KEY || name.startsWith('arbiter.seats.')) sessionStorage.removeItem(name);
  tell();
}

/** The seats of a stream whose tokens this tab has. */
export function seatsOf(service: string, id: string): readonly SeatAccess[] {
  return JSON.parse(sessionStorage.getItem(seatsKey(service, id)) ?? '[]') as SeatAccess[];
}

/** Keep a seat's token. */
export function addSeat(service: string, id: string, access: SeatAccess): void {
  const others = seatsOf(service, id).filter((one) => one.seat !== access.seat);
  sessionStorage.setItem(seatsKey(service, id), JSON.stringify([...others, access]));
  tell();
}

/** A link to a stream for whoever holds a seat; the token stands in the fragment, so that no server and no log sees it. */
export function seatLink(service: string, id: string, access: SeatAccess, page = 'play'): string {
  return location.origin + location.pathname + linkTo(page, [service, id], { seat: access.seat, token: access.token });
}

/** Ask whether a link may replace what this tab has: whoever sent it may want one to act as somebody else. */
const replaces = (held: string | undefined, brought: string, what: string): boolean =>
  held === undefined || held === brought || window.confirm(`This link brings ${what}, in place of the one in this tab. Use it?`);

/** Take a key or a token out of the address, and keep it; one that would replace another only if that is confirmed. */
export function takeFromAddress(): void {
  const { page, parts, params } = placeOf(location.hash);
  if (!params.has('key') && !params.has('token')) return;
  const key = params.get('key'), token = params.get('token'), seat = params.get('seat') ?? '', [service, id] = parts;
  params.delete('key');
  params.delete('token');
  history.replaceState(null, '', linkTo(page, parts, Object.fromEntries(params)));
  if (key && replaces(appKey(), key, `another API key (${key.slice(0, 9)}…)`)) setAppKey(key);
  if (!token || !service || !id) return;
  const held = seatsOf(service, id).find((one) => one.seat === seat)?.token;
  if (replaces(held, token, seat ? `another token for the seat ${seat}` : 'another token for this game')) addSeat(service, id, { seat, token });
}

/** A client that calls with the app's key, at the address this page came from or another. */
export const arbiter = (address = ''): Arbiter => new Arbiter({ address, key: appKey() });

/** A stream, as a seat whose token this tab has; else by the app's key, as that seat or as the app itself. */
export function streamFor(service: string, id: string, seat?: string): ReturnType<Arbiter['stream']> {
  const token = seatsOf(service, id).find((one) => seat === undefined || one.seat === seat)?.token;
  const caller = appKey() === undefined || seat !== undefined ? token : undefined;
  return arbiter().stream(service as Service, id, { token: caller, seat: caller ? undefined : seat });
}
