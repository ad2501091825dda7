"""Pins: records of known copies of cards in a player's hand or among the player's face-down commands.

A pin says that one physical copy of a card is in one of several spots: the hand or face-down commands. Copies of a card
look alike. So when players see a copy leave, any of several pins may be the record of this copy. One of these pins is
dropped, and each remaining one covers more spots, so that it is still true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

HAND: Final = 0
"""The number of the spot that is the hand."""


class Pin(Struct, frozen=True, array_like=True):
    """A copy of a card that is in one of these spots: `HAND`, or a face-down command, given by its instance id."""

    card: str
    spots: tuple[int, ...]


def leave(pins: list[Pin], card: str, spot: int) -> None:
    """Forget a copy of a card after players have seen it leave a spot.

    Each of the card's pins with this spot may be the record of that copy.
    """
    fits = [pin for pin in pins if pin.card == card and spot in pin.spots]
    pins[:] = [*(pin for pin in pins if pin not in fits), *one_fewer(fits)]
    if spot != HAND:
        clear(pins, spot)


def clear(pins: list[Pin], spot: int, *, to: int | None = None) -> None:
    """Remove an empty spot from all pins, or replace it with the spot to which its card has moved."""
    moved = (_without(pin, spot, to) if spot in pin.spots else pin for pin in pins)
    pins[:] = [pin for pin in moved if pin.spots]


def show(pins: list[Pin], cards: Mapping[str, int], spots: tuple[int, ...]) -> None:
    """Record the copies of cards that are visible in these spots at the same time.

    A copy that already has a pin keeps it.
    """
    for card, count in cards.items():
        already = sum(pin.card == card and _within(pin, spots) for pin in pins)
        for _ in range(count - already):
            same = [pin for pin in pins if pin.card == card and not _within(pin, spots)]
            fits = [pin for pin in same if not {*pin.spots}.isdisjoint(spots)]
            pins[:] = [*(pin for pin in pins if pin not in fits), *one_fewer(fits), Pin(card, spots)]


def one_fewer(pins: Sequence[Pin]) -> list[Pin]:
    """Return the pins that remain true after one of the pinned copies has left.

    Each returned pin has the spots of two neighbouring pins.
    """
    ordered = sorted(pins, key=breadth)
    return [Pin(one.card, tuple(sorted({*one.spots, *other.spots}))) for one, other in pairwise(ordered)]


def breadth(pin: Pin) -> tuple[int, str, tuple[int, ...]]:
    """Return the sorting key that puts the pin with the fewest spots first."""
    return len(pin.spots), pin.card, pin.spots


def _within(pin: Pin, spots: tuple[int, ...]) -> bool:
    return {*pin.spots} <= {*spots}


def _without(pin: Pin, spot: int, to: int | None) -> Pin:
    spots = {one for one in pin.spots if one != spot}
    return Pin(pin.card, tuple(sorted(spots if to is None else {*spots, to})))


def has_copies(pins: Sequence[Pin], held: Sequence[int], down: Sequence[int]) -> bool:
    """Return whether each of a card's pins can be matched with a different copy.

    `held` lists the copies in the hand, `down` the face-down ones.
    """
    fits = [[*(held if HAND in pin.spots else ()), *(one for one in down if one in pin.spots)] for pin in pins]
    taken: dict[int, int] = {}
    return all(_find_copy(at, fits, taken, set()) for at in range(len(fits)))


def _find_copy(at: int, fits: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Find a copy for a pin along an augmenting path of a bipartite matching."""
    for number in fits[at]:
        if number not in tried:
            tried.add(number)
            if number not in taken or _find_copy(taken[number], fits, taken, tried):
                taken[number] = at
                return True
    return False
