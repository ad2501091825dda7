"""The search of a deck: look through it, take, and shuffle it whatever was taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from services.tcg.agenda import Happening, Running
from services.tcg.cards.language import Search
from services.tcg.events import Searched
from services.tcg.rules import moves, triggers
from services.tcg.rules.terms import Game, Holds
from services.tcg.state.match import Card
from shared.kernel.messages import NOBODY, Secret

from .reader import Question, Reader, after

PROBE: Final = -1
"""The number a card of a deck goes by while it is looked at: it has none of its own."""


def search(reader: Reader, step: Search) -> None:
    """Look through an own deck and take up to so many cards; what was restricted is shown. Then it is shuffled.

    The searcher is always asked, and may take nothing: what is in a deck nobody else can know. Options are places in
    the sorted list of what fits, so that they tell nothing of the order. Into play come forms, without a sacrifice, as
    far as there are open form zones; where several are, and one form is taken, its player picks the zone.

    Rule: TC-ZONE-13, TC-ZONE-18, TC-RUL-027, TC-RUL-083, TC-RUL-087
    """
    amount, filtered, key = reader.amount(step.n), reader.filter(step.filter), reader.key()
    zone = key + "zone"

    def questions(game: Game, running: Running) -> list[Question]:
        places, deck = fitting(game, running, step, filtered), deck_of(game, running, step)
        most = amount(game, running)
        if step.to == "play":
            most = min(most, game.match.players[running.seat].forms.count(0))
        words = tuple(deck[place] for place in places)
        return [Question(0, running.seat, range(len(places)), 0, max(most, 0), always=bool(deck), words=words)]

    def zones(game: Game, running: Running) -> list[Question]:
        forms = game.match.players[running.seat].forms
        open_zones = [at for at, number in enumerate(forms) if not number]
        return [Question(0, running.seat, open_zones, 1, 1)] if len(running.names[key]) == 1 else []

    def deed(game: Game, running: Running) -> int:
        places = fitting(game, running, step, filtered)
        cards = _take(game, running, step, [places[one] for one in running.names[key]])
        _go_on(game, running, step, cards, *running.names.get(zone, ()))
        return after(game, running)

    reader.ask(key, "choose_cards", questions)
    if step.to == "play":
        reader.ask(zone, "choose_zone", zones)
    reader.emit(deed)


def deck_of(game: Game, running: Running, step: Search) -> list[str]:
    """Give the deck that is searched: an own one."""
    player = game.match.players[running.seat]
    return player.deck if step.deck == "main" else player.spirits


def fitting(game: Game, running: Running, step: Search, filtered: Holds | None) -> list[int]:
    """List the places in the deck of what may be taken, sorted by what is printed on it."""
    deck, printed = deck_of(game, running, step), game.pool.printed
    names = {name for name in deck if step.to != "play" or printed[name].kind == "form"}
    if filtered is not None:
        names = {name for name in names if _passes(game, running, name, filtered)}
    return sorted((place for place, name in enumerate(deck) if name in names), key=lambda place: (deck[place], place))


def _passes(game: Game, running: Running, printed: str, filtered: Holds) -> bool:
    """Tell whether a card of a deck passes, which for this lies before the searcher."""
    table = game.match.table
    table[PROBE] = Card(PROBE, printed, running.seat, running.seat, "removed")
    try:
        return filtered(game, running, PROBE)
    finally:
        del table[PROBE]


def _take(game: Game, running: Running, step: Search, places: Sequence[int]) -> tuple[str, ...]:
    """Tell what was taken; a restriction could not be seen to be kept unless that is shown. Rule: TC-RUL-087."""
    seat, deck = running.seat, deck_of(game, running, step)
    cards = tuple(deck[place] for place in places)
    shown = cards if cards and (step.filter is not None or step.to != "hand") else None
    first = game.match.made + 1 if cards and step.to in ("hand", "drop") else 0
    game.tell(
        Searched(
            seat=seat, deck=step.deck, n=len(cards), to=step.to, places=Secret(audience=NOBODY, value=tuple(places)),
            cards=Secret(audience=(seat,), value=cards), revealed=shown, first=first,
        )
    )  # fmt: skip
    return cards


def _go_on(game: Game, running: Running, step: Search, cards: Sequence[str], *zones: int) -> None:
    """Bring what was taken into play or to the void, and shuffle. Rule: TC-ZONE-13, TC-ZONE-18, TC-RUL-027."""
    seat = running.seat
    player = game.match.players[seat]
    for printed in cards if step.to == "play" else ():
        moves.put_form_from_deck(game, seat, printed, zones[0] if zones else player.forms.index(0))
    if step.to == "void" and cards:
        moves.to_void(game, "effect", deck=[(seat, printed) for printed in cards])
    if not game.over and not player.lost:
        moves.shuffle(game, seat, step.deck)
        triggers.happen(game, Happening(event="searched", by=seat))


READERS: Final[Mapping[type, Callable[[Reader, Any], None]]] = {Search: search}
