"""Readers of selectors and players: the cards and seats to which a part of a card refers.

"A zone of an opponent" contains the cards of all opponents, and a player picks among these cards (TC-RUL-045). Spirits
under a card are only in the zone `under` (TC-RUL-089).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from services.tcg.catalogue.language.conditions import Selector, Var, Who
from services.tcg.chapters.reading.reads import One, Reads
from services.tcg.chapters.terms import Holds, MatchContext, Seats, Select
from services.tcg.state.match import Match, Player
from services.tcg.state.tasks import Running, TriggerEvent
from shared.kernel.messages import Seat

InZone: TypeAlias = Callable[[Match, Player], list[int]]


# ---------------------------------------------------------------- players


def _you(_ctx: MatchContext, running: Running) -> list[Seat]:
    return [running.seat]


def _opponents(ctx: MatchContext, running: Running) -> list[Seat]:
    return ctx.state.opponents(running.seat)


def _everybody(ctx: MatchContext, running: Running) -> list[Seat]:
    return ctx.state.clockwise(running.seat)


def _owner(ctx: MatchContext, running: Running) -> list[Seat]:
    card = ctx.state.table.get(running.card)
    return [running.seat if card is None else card.owner]


def _controller(ctx: MatchContext, running: Running) -> list[Seat]:
    card = ctx.state.table.get(running.card)
    return [running.seat if card is None else card.seat]


WHO: Final[Mapping[str, Seats]] = {
    "you": _you,
    "opponent": _opponents,
    "each_opponent": _opponents,
    "any": _everybody,
    "owner": _owner,
    "controller": _controller,
}
"""For each word that names players, the function that lists their seats.

`owner` and `controller` are the owner and controller of the effect's source. A spirit's controller is the controller of
the card above it.
"""


def seats(who: Who) -> Seats:
    """Return a function that lists the players that `who` names. For "an opponent", it lists every opponent."""
    if isinstance(who, str):
        return WHO[who]
    name = who.var

    def stored_seats(ctx: MatchContext, running: Running) -> list[Seat]:
        match = ctx.state
        named = [match.order[place] for place in running.names.get(name, ()) if place < len(match.order)]
        return [seat for seat in named if not match.players[seat].lost]

    return stored_seats


# ---------------------------------------------------------------- references


def _this(_ctx: MatchContext, running: Running, _each: int) -> int:
    return running.card


ABOVE: Final = "$above"
"""The key under which a spirit's effect stores the card above the spirit, which may leave to pay for the effect."""


def _host(ctx: MatchContext, running: Running, _each: int) -> int:
    card = ctx.state.table.get(running.card)
    return (card.host if card is not None else 0) or running.names.get(ABOVE, (0,))[0]


def _each(_ctx: MatchContext, _running: Running, each: int) -> int:
    return each


def _attacker(ctx: MatchContext, _running: Running, _each: int) -> int:
    attack = ctx.state.attack
    return 0 if attack is None else attack.attacker


def _defender(ctx: MatchContext, _running: Running, _each: int) -> int:
    attack = ctx.state.attack
    return 0 if attack is None else attack.target


def _of_event(what: Callable[[TriggerEvent], int]) -> One:
    def of_event(_ctx: MatchContext, running: Running, _each: int) -> int:
        return 0 if running.event is None else what(running.event)

    return of_event


REFS: Final[Mapping[str, One]] = {
    "this": _this,
    "host": _host,
    "each": _each,
    "attacker": _attacker,
    "defender": _defender,
    "event.card": _of_event(lambda event: event.card),
    "event.target": _of_event(lambda event: event.target),
    "event.spirit": _of_event(lambda event: event.spirit),
}


def one(selector: Selector) -> One | None:
    """Return a function that finds the single card that a selector refers to.

    Returns None if there may be several cards, or if the selector has a filter.
    """
    if selector.ref is None or selector.filter is not None or selector.zone is not None:
        return None
    return REFS.get(selector.ref)


def _cards_of_reference(selector: Selector) -> Select:
    """Return a function that lists the cards to which a reference or a stored name refers.

    A reference means a single card, such as the source, or the targets that were picked.
    """
    ref, name = selector.ref or "", selector.var
    if ref in REFS:
        single = REFS[ref]
        return lambda ctx, running, each: [single(ctx, running, each)]
    if ref.startswith("chosen."):
        at = int(ref.removeprefix("chosen."))
        return lambda _ctx, running, _each: list(running.targets[at]) if at < len(running.targets) else []
    return lambda _ctx, running, _each: list(running.names.get(name or "", ()))


def _link(ctx: MatchContext, running: Running, _each: int) -> list[int]:
    number = 0 if running.event is None else running.event.link
    return [number] if any(link.number == number for link in ctx.state.chain) else []


def _by(ctx: MatchContext, running: Running, _each: int) -> list[int]:
    by, order = "" if running.event is None else running.event.by, ctx.state.order
    return [order.index(by)] if by in order else []


NOT_CARDS: Final[Mapping[str, Select]] = {"event.link": _link, "event.by": _by}
"""The references whose value is not a card's instance id, but a link's id or a player's index in the turn order."""


# ---------------------------------------------------------------- zones


def _under(match: Match, player: Player) -> list[int]:
    table = match.table
    hosts = (table.get(number) for number in (player.savior, *player.forms) if number)
    return [number for host in hosts if host is not None for number in host.under]


IN_ZONE: Final[Mapping[str, InZone]] = {
    "form": lambda _match, player: [*filter(None, player.forms)],
    "savior": lambda _match, player: [player.savior] if player.savior else [],
    "command": lambda _match, player: [*filter(None, player.commands)],
    "under": _under,
    "hand": lambda _match, player: player.hand,
    "drop": lambda _match, player: player.drop,
    "void": lambda _match, player: player.void,
    "main_deck": lambda _match, _player: [],
    "spirit_deck": lambda _match, _player: [],
}
"""For each zone, the function that lists its cards' instance ids. Cards in decks have no instance ids."""
HIDDEN: Final = frozenset({"hand", "main_deck", "spirit_deck"})
"""Zones whose cards are hidden from other players."""
EVERYBODY: Final = frozenset({None, "any"})
OTHERS: Final = frozenset({"opponent", "each_opponent"})


def zones_of(selector: Selector) -> tuple[str, ...]:
    """Return the zones that a selector names."""
    return (selector.zone,) if isinstance(selector.zone, str) else selector.zone or ()


def select(selector: Selector, reads: Reads) -> Select:
    """Return a function that lists the cards that match a selector, in a fixed order.

    Cards that have left are omitted.
    """
    if selector.ref is not None and selector.ref in NOT_CARDS:
        return NOT_CARDS[selector.ref]
    found = _in_zones(selector) if selector.zone is not None else _alive(_cards_of_reference(selector))
    if selector.filter is None:
        return found
    fits = reads.condition(selector.filter)
    return lambda ctx, running, each: [number for number in found(ctx, running, each) if fits(ctx, running, number)]


def _alive(referred: Select) -> Select:
    def alive(ctx: MatchContext, running: Running, each: int) -> list[int]:
        table = ctx.state.table
        return [*filter(table.__contains__, referred(ctx, running, each))]

    return alive


def _in_zones(selector: Selector) -> Select:
    meant = WHO["any"] if selector.who is None else seats(selector.who)
    zones = tuple(IN_ZONE[zone] for zone in zones_of(selector))

    def in_zones(ctx: MatchContext, running: Running, _each: int) -> list[int]:
        match = ctx.state
        found: list[int] = []
        for seat in meant(ctx, running):
            for zone in zones:
                found += zone(match, match.players[seat])
        return found

    return in_zones


# ---------------------------------------------------------------- tests of one card


def fits(selector: Selector, reads: Reads) -> Holds:
    """Return a function that tests whether one card matches a selector, without listing the other cards.

    The function compares references by instance id, so a card that has left still matches a reference to it.
    """
    there = _zone_fits(selector) if selector.zone is not None else _reference_fits(selector)
    if selector.filter is None:
        return there
    passes = reads.condition(selector.filter)
    return lambda ctx, running, number: there(ctx, running, number) and passes(ctx, running, number)


def _reference_fits(selector: Selector) -> Holds:
    ref = selector.ref or ""
    if ref == "each":
        return lambda _ctx, _running, number: number != 0
    if ref in NOT_CARDS:
        listed = NOT_CARDS[ref]
        return lambda ctx, running, number: number in listed(ctx, running, 0)
    if ref in REFS:
        single = REFS[ref]
        return lambda ctx, running, number: number != 0 and number == single(ctx, running, 0)
    referred = _cards_of_reference(selector)
    return lambda ctx, running, number: number != 0 and number in referred(ctx, running, 0)


def _zone_fits(selector: Selector) -> Holds:
    places, who = frozenset(zones_of(selector)), selector.who
    if who in EVERYBODY:

        def is_there(ctx: MatchContext, _running: Running, number: int) -> bool:
            card = ctx.state.table.get(number)
            return card is not None and card.place in places

        return is_there
    if isinstance(who, Var) or who in ("owner", "controller"):
        return _zone_fits_of(places, seats(who))
    mine = who == "you"

    def is_mine(ctx: MatchContext, running: Running, number: int) -> bool:
        card = ctx.state.table.get(number)
        return card is not None and card.place in places and (card.seat == running.seat) is mine

    return is_mine


def _zone_fits_of(places: frozenset[str], meant: Seats) -> Holds:
    def is_there(ctx: MatchContext, running: Running, number: int) -> bool:
        card = ctx.state.table.get(number)
        return card is not None and card.place in places and card.seat in meant(ctx, running)

    return is_there
