/**
 * Seats that the user asked this computer to remember: they outlive the tab, until the user forgets them.
 *
 * Nothing is stored here unless the user asks for it; an API key never is. `changed` of `access.ts` fires on each change,
 * also on one in another tab.
 */
import { keep, kept, onOtherTab } from './storage.js';

/** A seat, with the time at which it was remembered, in milliseconds since 1970. */
export interface Remembered { readonly service: string; readonly id: string; readonly seat: string; readonly token: string; readonly at: number }

const NAME = 'arbiter.remembered';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isSeat = (one: unknown): one is Remembered =>
  typeof one === 'object' && one !== null && isText((one as Remembered).service) && isText((one as Remembered).id)
  && isText((one as Remembered).token) && typeof (one as Remembered).seat === 'string';

/** Return the remembered seats, the newest first. */
export function remembered(): readonly Remembered[] {
  const found = kept(NAME);
  return Array.isArray(found) ? found.filter(isSeat) : [];
}

const isThat = (one: Remembered, service: string, id: string, seat?: string): boolean =>
  one.service === service && one.id === id && (seat === undefined || one.seat === seat);

/** Return the remembered seats of a stream. */
export const rememberedOf = (service: string, id: string): readonly Remembered[] => remembered().filter((one) => isThat(one, service, id));

/** Remember a seat in place of an earlier token of it; return whether the browser allows it. */
export function remember(seat: Remembered): boolean {
  return write([seat, ...remembered().filter((one) => !isThat(one, seat.service, seat.id, seat.seat))]);
}

/** Forget a seat. */
export function forgetSeat(service: string, id: string, seat: string): void {
  write(remembered().filter((one) => !isThat(one, service, id, seat)));
}

/** Call a listener when another tab remembers or forgets a seat. */
export const onOtherSeats = (listener: () => void): void => { onOtherTab(NAME, listener); };

const write = (seats: readonly Remembered[]): boolean => keep(NAME, seats.length > 0 ? seats : undefined);
