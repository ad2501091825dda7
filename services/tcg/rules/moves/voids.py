"""Spirits on their way to the void, and the loss that may await their owners there."""

from __future__ import annotations

from collections.abc import Sequence

from services.tcg.agenda import Happening
from services.tcg.events import Despiritualized, Devoured, Gone, SpiritsSentToVoid
from services.tcg.rules import losing, triggers
from services.tcg.rules.moves.replacing import kept_in_deck, replaced
from services.tcg.rules.terms import Game
from services.tcg.words import Cause
from shared.kernel.messages import Seat, Secret

Decked = tuple[Seat, str]
"""A spirit in a spirit deck: its owner, and what is printed on it."""


def top_of(game: Game, seat: Seat, count: int) -> list[Decked]:
    """Give the top of a spirit deck, as much of it as there is."""
    spirits = game.match.players[seat].spirits
    return [(seat, printed) for printed in spirits[: -count - 1 : -1]] if count > 0 else []


def send(
    game: Game, cause: Cause, *, under: Sequence[int] = (), hand: Sequence[int] = (), deck: Sequence[Decked] = ()
) -> list[Happening]:  # fmt: skip
    """Send spirits to their owners' voids as one step, without looking yet who loses by it.

    Those that something keeps from arriving stay where they are.

    Rule: TC-SPI-06, TC-ZONE-19, TC-RUL-042, TC-RUL-124, TC-RUL-131
    """
    deck = _not_kept_in_decks(game, deck, cause)
    happenings = _in_sight(game, cause, _not_kept(game, under, cause), deck)
    hidden = _not_kept(game, hand, cause)
    return [*happenings, *_from_hands(game, hidden, cause)] if hidden else happenings


def strip(game: Game, cause: Cause, under: Sequence[int]) -> list[Happening]:
    """Send the spirits beneath a card that leaves play to their owners' voids: they can stay nowhere.

    Rule: TC-FORM-20, TC-FORM-23, TC-SPI-06
    """
    return _in_sight(game, cause, under, ())


def _not_kept_in_decks(game: Game, deck: Sequence[Decked], cause: Cause) -> list[Decked]:
    """Leave out the spirits that something keeps in their decks: of each player's, the deepest are looked at first.

    Rule: TC-RUL-131, TC-RUL-141
    """
    kept: set[int] = set()
    for owner in dict.fromkeys(owner for owner, _ in deck):
        own = [place for place, one in enumerate(deck) if one[0] == owner]
        kept.update(place for place in reversed(own) if kept_in_deck(game, owner, deck[place][1], cause))
    return [one for place, one in enumerate(deck) if place not in kept]


def _in_sight(game: Game, cause: Cause, under: Sequence[int], deck: Sequence[Decked]) -> list[Happening]:
    table = game.match.table
    gone = [
        Gone(owner=table[number].owner, card=table[number].card, thing=number, origin="under", was=number)
        for number in under
    ]
    for fresh, (owner, printed) in enumerate(deck, game.match.made + 1):
        gone.append(Gone(owner=owner, card=printed, thing=fresh, origin="spirit_deck"))
    if gone:
        game.tell(SpiritsSentToVoid(cause=cause, spirits=tuple(gone)))
    return _arrivals(gone, cause)


def _arrivals(gone: Sequence[Gone], cause: Cause) -> list[Happening]:
    return [Happening(event="spirit_to_void", by=one.owner, spirit=one.thing, cause=cause) for one in gone]


def _not_kept(game: Game, numbers: Sequence[int], cause: Cause) -> list[int]:
    table = game.match.table
    return [
        number
        for number in numbers
        if number in table
        and not replaced(game, "would_go_to_void", seat=table[number].owner, card=number, cause=cause)
    ]


def _from_hands(game: Game, numbers: Sequence[int], cause: Cause) -> list[Happening]:
    """Tell each hand apart: which numbers they had is for their own player only."""
    table = game.match.table
    told: list[Happening] = []
    for owner in dict.fromkeys(table[number].owner for number in numbers):
        own = tuple(number for number in numbers if number in table and table[number].owner == owner)
        gone = tuple(
            Gone(owner=owner, card=table[number].card, thing=fresh, origin="hand")
            for fresh, number in enumerate(own, game.match.made + 1)
        )
        game.tell(SpiritsSentToVoid(cause=cause, spirits=gone, hand=Secret(audience=(owner,), value=own)))
        told += _arrivals(gone, cause)
    return told


def arrive(game: Game, happenings: Sequence[Happening], *, unable: Sequence[Seat] = ()) -> None:
    """Look who loses by what a step has put into the voids, and what it calls up. Rule: TC-RUL-041, TC-RUL-042."""
    if happenings or unable:
        losing.check(game, unable=unable)
        if not game.over:
            triggers.happen(game, *happenings)


def to_void(
    game: Game, cause: Cause, *, under: Sequence[int] = (), hand: Sequence[int] = (), deck: Sequence[Decked] = ()
) -> None:  # fmt: skip
    """Send spirits to their owners' voids as one step. Rule: TC-WIN-01, TC-ZONE-20, TC-RUL-041, TC-RUL-131."""
    arrive(game, send(game, cause, under=under, hand=hand, deck=deck))


def despiritualize(game: Game, by: Seat, taken: Sequence[tuple[int, Sequence[int]]], cause: Cause) -> None:
    """Take spirits from underneath cards, as one step: for each card, which.

    Rule: TC-KEY-13, TC-RUL-042, TC-RUL-122
    """
    happenings: list[Happening] = []
    spirits: list[int] = []
    for host, under in taken:
        if under:
            game.tell(Despiritualized(by=by, thing=host, n=len(under)))
            happenings.append(Happening(event="despiritualized", by=by, card=host, n=len(under), cause=cause))
            spirits += under
    if spirits:
        arrive(game, [*send(game, cause, under=spirits), *happenings])


def devour(game: Game, by: Seat, seats: Sequence[Seat], count: int) -> None:
    """Devour the top of players' spirit decks as one step, as much of them as there is.

    Rule: TC-KEY-14, TC-KEY-15, TC-RUL-036, TC-RUL-042
    """
    devoured, happenings = [], []
    for seat in seats:
        deck = top_of(game, seat, count)
        if deck:
            game.tell(Devoured(by=by, seat=seat, n=len(deck)))
            happenings.append(Happening(event="devoured", by=by, n=len(deck)))
            devoured += deck
    if devoured:
        arrive(game, [*send(game, "devour", deck=devoured), *happenings])
