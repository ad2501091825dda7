/** What people read for the seats of games that the page opens by one click: their ids do not read well in sentences. */
import type { ReadyGame } from '../../games.js';
import { t } from '../../texts.js';

export const NAMES: Readonly<Record<string, string>> = t({ host: 'Guest', computer: 'Computer', gm: 'Game master' });
/** The seats of a ready game for two people: the one who opens it, and the one who gets the link. */
const HOST = t('Host'), OTHER = t('Guest');
/** The id of the seat that the other person takes. */
export const GUEST = 'guest';

/** Return a seat with its name, if the page has one for it and the seat has none. */
export function named<Seat extends Readonly<Record<string, unknown>>>(seat: Seat): Seat & { readonly name?: string } {
  const name = NAMES[String(seat.seat)];
  return name === undefined || 'name' in seat ? seat : { name, ...seat };
}

/** Return a ready game in which another person sits where the computer would; the two may chat. */
export function forTwo(game: ReadyGame): ReadyGame {
  const { two, opening, sit } = game;
  if (two === undefined) return game;
  const [seats, steps] = JSON.parse(JSON.stringify([game.seats, [...game.steps, ...two.steps]]).replaceAll(`"${two.seat}"`, `"${GUEST}"`)) as [ReadyGame['seats'], ReadyGame['steps']];
  const names: Readonly<Record<string, string>> = { [sit]: HOST, [GUEST]: OTHER };
  return { ...game, seats: seats.map((seat) => ({ ...seat, name: names[String(seat.seat)] })), steps, house: {}, opening: { ...opening, chat: 'on' } };
}
