/** The match as the board reads it: what lies where, what may be done with it, and what is asked of a seat. */
import type {
  Field, MatchView, Prompt, SeenCard, SeenCommand, SeenDecision, SeenFighter, SeenPlayer, TcgAllowed, TcgBlocked,
} from 'arbiter-client/tcg';

export type { Field, MatchView, Prompt, SeenCard, SeenCommand, SeenDecision, SeenFighter, SeenPlayer };

/** A command as it is sent: its type, and its fields by name. */
export interface Sent { readonly type: string; readonly [field: string]: unknown }

/** What a seat may do, as `legal` answers it (the field of that name). */
export interface LegalNow {
  readonly allowed: readonly Entry[];
  readonly blocked: readonly Reason[];
}

/** A command that may be sent, and what will be asked once it is: targets, and what its cost is paid with. */
export type Entry = Omit<TcgAllowed, 'body'> & { readonly body: { readonly command: Sent } };

/** Why commands are forbidden, and where it is not all of them, which. */
export type Reason = Omit<TcgBlocked, 'bodies'> & { readonly bodies?: readonly { readonly command: Sent }[] };

export type Place = 'savior' | 'form' | 'command' | 'hand' | 'under' | 'drop' | 'void' | 'removed';

/** A card, and where it lies. `card` is missing where the seat may not know it. */
export interface Spot {
  readonly thing: number;
  readonly card: string | undefined;
  readonly seat: string;
  readonly place: Place;
  /** The zone counted from 0, where the place has zones. */
  readonly zone: number;
  /** The card this one lies under. */
  readonly host?: number;
}

/** What is asked of a seat, if anything is. */
export const askedOf = (view: MatchView, seat: string | undefined): SeenDecision | undefined =>
  view.decisions.find((one) => one.seat === seat);

/** Find every card that is seen, by its number. */
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

/** Find a savior or form by its number. */
export function fighterOf(view: MatchView, thing: number): SeenFighter | undefined {
  for (const player of Object.values(view.players)) {
    for (const one of [player.savior, ...player.forms]) if (one?.thing === thing) return one;
  }
  return undefined;
}

/** The seats as they sit around the table, this one first; whoever watches sees the first seat first. */
export function around(view: MatchView, seat: string | undefined): readonly string[] {
  const at = seat === undefined ? 0 : Math.max(0, view.order.indexOf(seat));
  return [...view.order.slice(at), ...view.order.slice(0, at)];
}
