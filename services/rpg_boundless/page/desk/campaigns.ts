/** The campaigns of Boundless in which this browser has a seat, or which the app with its key reads. */
import type { CampaignView } from 'arbiter-client/rpg_boundless';
import { appKey, arbiter, seatsOf, streamFor, streamForApp, streamsHere } from '../../../page/web/src/access.js';
import { streamTitle } from '../../../page/web/src/seats.js';
import type { Made } from './work.js';

export const SERVICE = 'rpg_boundless';
const NEWEST = 10;

export interface Campaign {
  readonly id: string;
  readonly title: string;
  /** The seat of a game master that this browser has; with the app's key it may be none. */
  readonly leader: string | undefined;
  /** Whether this browser may act as a game master. */
  readonly leads: boolean;
  readonly game: CampaignView;
}

/** Return the ids of campaigns, those of this browser first. */
async function ids(): Promise<readonly string[]> {
  const found = [...streamsHere(SERVICE)];
  if (appKey() !== undefined) for await (const { id, status } of arbiter().streams(SERVICE, { limit: NEWEST })) if (status === 'open') found.push(id);
  return [...new Set(found)].slice(0, 2 * NEWEST);
}

/** Read a campaign with the app's key, or else with a seat that this browser has; `undefined` if that is denied, or if it is over. */
async function read(id: string): Promise<Campaign | undefined> {
  const held = seatsOf(SERVICE, id), ways = [...appKey() === undefined ? [] : [undefined], ...held.map(({ seat }) => seat)];
  for (const seat of ways) {
    try {
      const { seats, status, game } = await streamFor(SERVICE, id, seat).view();
      if (status !== 'open') return undefined;
      const leader = seats.find((one) => one.role === 'gm' && held.some((own) => own.seat === one.seat))?.seat;
      const leads = leader !== undefined || (seat === undefined && seats.some(({ role }) => role === 'gm'));
      return { id, title: streamTitle(seats, game), leader, leads, game: game as CampaignView };
    } catch { /* another seat may read it */ }
  }
  return undefined;
}

/** Read the campaigns that are open. */
export async function campaignsHere(): Promise<readonly Campaign[]> {
  const found = await Promise.all((await ids()).map(read));
  return found.filter((one) => one !== undefined);
}

/** Put a made thing into a campaign as its game master: kept for later, or an enemy at once. Throws: the campaign's refusal. */
export async function put({ id, leader }: Campaign, made: Made, now: boolean): Promise<void> {
  const stream = leader === undefined ? streamForApp(SERVICE, id, [{ seat: '', role: 'gm' }]) : streamFor(SERVICE, id, leader);
  const { kind, sheet } = made;
  await stream.send((kind === 'item' ? { type: 'StoreItem', item: sheet } : { type: now ? 'BringEnemy' : 'StoreEnemy', sheet }) as never);
}
