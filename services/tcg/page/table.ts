/** Reads a match for the board: the place of each card, and the question to a seat. */
import type {
  Field, MatchView, Prompt, SeenCard, SeenCommand, SeenDecision, SeenFighter, SeenPlayer, TcgAllowed, TcgBlocked,
} from 'arbiter-client/tcg';

export type { Field, MatchView, Prompt, SeenCard, SeenCommand, SeenDecision, SeenFighter, SeenPlayer };

/** A command to send: its type, and its fields by name. */
export interface Sent { readonly type: string; readonly [field: string]: unknown }

/** The commands that a seat may send: the field `legal` of that request's answer. */
export interface LegalNow {
  readonly allowed: readonly Entry[];
  readonly blocked: readonly Reason[];
}

/** A command that may be sent, and the questions that follow: targets, and payments of its cost. */
export type Entry = Omit<TcgAllowed, 'body'> & { readonly body: { readonly command: Sent } };

/** Why commands are forbidden, and which bodies, unless all are. */
export type Reason = Omit<TcgBlocked, 'bodies'> & { readonly bodies?: readonly { readonly command: Sent }[] };

export type Place = 'savior' | 'form' | 'command' | 'hand' | 'under' | 'drop' | 'void' | 'removed';

/** A card and its place. `card` is missing if the seat may not know it. */
export interface Spot {
  readonly thing: number;
  readonly card: string | undefined;
  readonly seat: string;
  readonly place: Place;
  /** The zone counted from 0, in places with zones. */
  readonly zone: number;
  /** The card above this one. */
  readonly host?: number;
}

/** Return the open decision of a seat, if there is one. */
export const askedOf = (view: MatchView, seat: string | undefined): SeenDecision | undefined =>
  view.decisions.find((one) => one.seat === seat);

/** Return every visible card by its number. */
export function spotsOf(view: MatchView): ReadonlyMap<number, Spot> {
  const found = new Map<number, Spot>();
  for (const player of Object.values(view.players)) {
    for (const spot of spotsOfPlayer(player)) found.set(spot.thing, spot);
  }
  return found;
}

function* spotsOfPlayer(player: SeenPlayer): Generator<Spot> {
  const { seat } = player;
  if (player.savior) yield* spotsOfFighter(player.savior, seat, 'savior');
  for (const form of player.forms) if (form) yield* spotsOfFighter(form, seat, 'form');
  for (const one of player.commands) {
    if (one) yield { thing: one.thing, card: one.card ?? undefined, seat, place: 'command', zone: one.zone };
  }
  const piles = { hand: player.hand, drop: player.drop, void: player.void, removed: player.removed };
  for (const [place, cards] of Object.entries(piles)) {
    for (const [zone, { thing, card }] of (cards ?? []).entries()) yield { thing, card, seat, place: place as Place, zone };
  }
}

function* spotsOfFighter(fighter: SeenFighter, seat: string, place: Place): Generator<Spot> {
  yield { thing: fighter.thing, card: fighter.card, seat, place, zone: fighter.zone };
  for (const [zone, { thing, card }] of (fighter.under ?? []).entries()) {
    yield { thing, card, seat, place: 'under', zone, host: fighter.thing };
  }
}

/** Return a savior or form by its number. */
export function fighterOf(view: MatchView, thing: number): SeenFighter | undefined {
  for (const player of Object.values(view.players)) {
    for (const one of [player.savior, ...player.forms]) if (one?.thing === thing) return one;
  }
  return undefined;
}

/** Return the seats in the order of the table, this one first; a spectator sees the first seat first. */
export function around(view: MatchView, seat: string | undefined): readonly string[] {
  const at = seat === undefined ? 0 : Math.max(0, view.order.indexOf(seat));
  return [...view.order.slice(at), ...view.order.slice(0, at)];
}
