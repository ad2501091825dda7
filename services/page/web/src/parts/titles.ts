/** Titles of streams in lists. Where a game's view says who plays what, it is read once, one stream after the other. */
import { appKey, seatsOf, streamFor } from '../access.js';
import { partOf } from '../games.js';
import { isOffline } from '../offline.js';
import { seatList, streamTitle, type Named } from '../seats.js';
import { gameName } from '../words.js';

/** A stream in the server's list. */
interface Titled { readonly id: string; readonly seats?: Seats; readonly title?: string }
type Seats = readonly (Named & { readonly seat: string; readonly role?: string })[];

const known = new Map<string, string>();
let queue: Promise<unknown> = Promise.resolve();

/** Return what people call a stream that has this view: its own title, who plays what, or the names of its seats. */
export const titleOf = (service: string, seats: Seats, game: unknown): string => (partOf(service).title?.(game) ?? '') || streamTitle(seats, game);

/** Return the title of a listed stream: its own, or who plays what, or the names of its seats. The list is rendered again once a view that says it is read. */
export function titleFor(service: string, { id, seats = [], title: own }: Titled, list: { requestUpdate(): void }): string {
  const named = seatList(seats) || gameName(service);
  if (own !== undefined || partOf(service).title === undefined) return own ?? (streamTitle(seats) || named);
  return titleRead(service, id, list) || named;
}

/** Return the title of a stream, once its view is read; empty before, and if the visitor may not read it. What shows it is rendered again then. */
export function titleRead(service: string, id: string, host: { requestUpdate(): void }): string {
  const place = `${service}/${id}`, title = known.get(place);
  if (title === undefined && !isOffline() && (appKey() ?? seatsOf(service, id)[0]) !== undefined) {
    known.set(place, '');
    queue = queue.then(async () => {
      const view = await streamFor(service, id).view();
      known.set(place, titleOf(service, view.seats, view.game));
      host.requestUpdate();
    }).catch(() => { if (isOffline()) known.delete(place); });
  }
  return title ?? '';
}
