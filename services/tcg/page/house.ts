/** Opens a match against a player of the house. */
import type { Command, Opening } from 'arbiter-client';
import type { DeckList } from 'arbiter-client/tcg';
import { addSeat, arbiter } from '../../page/web/src/access.js';
import { NAMES } from '../../page/web/src/parts/ready/names.js';
import { go, linkTo } from '../../page/web/src/router.js';

const SEATS = { person: 'host', house: 'computer' } as const;

/** Open a match, submit the deck, let the house play the other seat, and go to the match. `theirs` is its deck; else it brings one. */
export async function openAgainst(cards: Opening<'tcg'>['cards'], list: DeckList, player: object, theirs?: DeckList): Promise<void> {
  const seats = Object.values(SEATS).map((seat) => ({ seat, name: NAMES[seat] }));
  const { id, seats: opened } = await arbiter().open('tcg', { type: 'OpenMatch', seats, cards });
  for (const { seat, token } of opened) if (seat === SEATS.person) addSeat('tcg', id, { seat, token });
  const submit = (seat: string, deck: DeckList): Promise<unknown> => arbiter().stream('tcg', id, { seat }).send({ type: 'SubmitDeck', deck } as Command<'tcg'>);
  await submit(SEATS.person, list);
  if (theirs) await submit(SEATS.house, theirs);
  await arbiter().post(`/tcg/v1/matches/${id}/seats/${SEATS.house}/player`, player);
  go(linkTo('play', ['tcg', id], { seat: SEATS.person }));
}
