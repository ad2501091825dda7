/** Titles of streams in lists. The server's lists have only the seats, so a title is read once, one stream after the other. */
import { streamFor } from '../access.js';
import { partOf } from '../games.js';
import { isOffline } from '../offline.js';
import { seatList, streamTitle, type Named } from '../seats.js';

type Seats = readonly (Named & { readonly seat: string; readonly role?: string })[];

const known = new Map<string, string>();
let queue: Promise<unknown> = Promise.resolve();

/** Return what people call a stream that has this view: its own title, who plays what, or the names of its seats. */
export const titleOf = (service: string, seats: Seats, game: unknown): string => (partOf(service).title?.(game) ?? '') || streamTitle(seats, game);

/** Return the title of a stream for a list, which is rendered again once it is known; the names of the seats until then. */
export function titleFor(service: string, id: string, seats: Seats, list: { requestUpdate(): void }): string {
  const place = `${service}/${id}`, title = known.get(place);
  if (title === undefined && !isOffline()) {
    known.set(place, '');
    queue = queue.then(async () => {
      const view = await streamFor(service, id).view();
      known.set(place, titleOf(service, view.seats, view.game));
      list.requestUpdate();
    }).catch(() => { known.delete(place); });
  }
  return title || seatList(seats) || id.slice(0, 8);
}
