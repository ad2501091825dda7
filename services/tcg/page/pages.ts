/** Requests the pages of cards. */
import type { CardPages } from 'arbiter-client/tcg';
import { appKey, arbiter, seatsOf } from '../../page/web/src/access.js';
import { document as kept } from '../../page/web/src/words.js';

/** Request the cards of a match, as a seat if this tab has its token; the starter set without a match, or without a credential for it. */
export function cardsOf(match: string | undefined, seat: string | undefined): Promise<CardPages> {
  if (match === undefined) return kept('/tcg/v1/cards');
  const seats = seatsOf('tcg', match), token = (seats.find((one) => one.seat === seat) ?? seats[0])?.token;
  if (token === undefined && appKey() === undefined) return kept('/tcg/v1/cards');
  return arbiter().get(`/tcg/v1/matches/${encodeURIComponent(match)}/cards`, { token });
}
