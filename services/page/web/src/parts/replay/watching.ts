/** Links for those who watch: a spectator's, which can be revoked, or none where the closed log is open to all. */
import { Arbiter, Problem, type Service } from 'arbiter-client';
import { appKey, seatLink, seatsOf, setWatchSeat, streamFor, streamForApp, watchSeat, type SeatAccess } from '../../access.js';
import { linkTo } from '../../router.js';
import type { Seen } from './views.js';
import { t } from '../../texts.js';

/** A link, and who can open it; and the same as one that programs show a preview of. */
export interface Link { readonly address: string; readonly says: string; readonly preview?: string }

const SPECTATOR = 'spectator', NAME = 'watcher';
const FOR_ALL = t('The link is copied. It opens this replay for everybody.');
const TO_WATCH = t('The link is copied. It lets others watch, and nothing else; a new link of this seat, under Seats, revokes it.');
const FOR_SEATS = t('The link is copied. It opens for those who have a seat here; only the game master can make one for others.');
const ONCE_OPEN = t('The link is copied. It opens for those who have a seat here, because this log stays closed.');

/** Make a link to a replay that others can open. Throws: Problem, if the server cannot be reached. */
export async function linkFor(service: string, id: string, now: Seen | undefined, at: number | undefined): Promise<Link> {
  const plain = location.origin + location.pathname + linkTo('replay', [service, id], { at });
  if (now?.status === 'closed') {
    if (!await isOpenToAll(service, id)) return { address: plain, says: ONCE_OPEN };
    return { address: plain, says: FOR_ALL, preview: `${location.origin}/watch/${service}/${id}${at === undefined ? '' : `/${at}`}` };
  }
  const watcher = await watcherOf(service, id, now?.seats ?? []);
  return watcher ? { address: seatLink(service, id, watcher, 'replay', at), says: TO_WATCH } : { address: plain, says: FOR_SEATS };
}

/** Whether a stream can be read without a credential. */
async function isOpenToAll(service: string, id: string): Promise<boolean> {
  try {
    await new Arbiter().stream(service as Service, id).receipt();
    return true;
  } catch (problem) {
    if (problem instanceof Problem && problem.status < 500) return false;
    throw problem;
  }
}

/** Return a seat of a spectator: the visitor's own, the one that this tab opened, or a new one if this tab may open seats. */
async function watcherOf(service: string, id: string, seats: Seen['seats']): Promise<SeatAccess | undefined> {
  const roleOf = new Map(seats.map(({ seat, role }) => [seat, role])), own = seatsOf(service, id);
  const known = own.find(({ seat }) => roleOf.get(seat) === SPECTATOR) ?? watchSeat(service, id);
  if (known !== undefined) return known;
  const leader = own.find(({ seat }) => roleOf.get(seat) === 'gm')?.seat;
  if (appKey() === undefined && leader === undefined) return undefined;
  const opening = appKey() === undefined ? streamFor(service, id, leader) : streamForApp(service, id, seats);
  const { seat, token } = await opening.addSeat({ seat: freeName(roleOf), role: SPECTATOR });
  setWatchSeat(service, id, { seat, token });
  return { seat, token };
}

function freeName(taken: ReadonlyMap<string, string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? NAME : `${NAME}-${number}`;
    if (!taken.has(name)) return name;
  }
}
