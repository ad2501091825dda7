"""Random spots for known cards when a computer player's match is dealt again.

A pin is the record of a known copy of a card (see `pins`), and a spot is the hand or a face-down command. Each way to
deal all physical cards is equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, gcd, perm

from msgspec import Struct

from services.tcg.playing.pins import HAND, Pin
from shared.kernel.players.luck import Luck


class ImpossibleDeal(ValueError):
    """There is no deal that agrees with the seat's knowledge, because a deck list lacks cards that its player has."""


class Room(Struct, frozen=True, kw_only=True):
    """The spots for cards with one kind of back: face-down commands by instance id, and the sizes of hand and deck.

    `settable` is the number of cards without a pin that may be set face-down.
    """

    down: tuple[int, ...]
    hand: int
    deck: int
    settable: int

    def ways(self, pins: int, down: int) -> int:
        """Return the number of ways to deal all cards if `down` of the pinned copies are among the face-down commands.

        The other pinned copies go to the hand. The other face-down commands are cards that may be set. All remaining
        cards fill the hand and the deck.
        """
        held, to_set = pins - down, len(self.down) - down
        if held > self.hand or not 0 <= to_set <= self.settable:
            return 0
        return perm(self.hand, held) * perm(self.settable, to_set) * factorial(self.hand - held + self.deck)


def allot(pins: Sequence[Pin], room: Room, luck: Luck) -> list[int]:
    """Return a random spot for each pin.

    The probability of a result is proportional to the number of deals that lead to it.

    Refuses: ImpossibleDeal
    """
    if all(pin.spots == (HAND,) for pin in pins):
        if not room.ways(len(pins), 0):
            raise ImpossibleDeal(f"{len(pins)} known copies do not fit into {room}")
        return [HAND] * len(pins)
    return _Allotment(pins, room).draw(luck)


class _Allotment:
    """A count of the ways to place the remaining pins, given the face-down commands that are already taken."""

    def __init__(self, pins: Sequence[Pin], room: Room) -> None:
        self._pins, self._down = pins, room.down
        weights = [room.ways(len(pins), down) for down in range(min(len(pins), len(room.down)) + 1)]
        common = gcd(*weights) or 1
        self._weights = [weight // common for weight in weights]
        self._known: dict[tuple[int, frozenset[int]], int] = {}

    def draw(self, luck: Luck) -> list[int]:
        """Draw a spot for each pin in turn."""
        if not self._count(0, frozenset()):
            raise ImpossibleDeal("no deal has the known copies in their spots")
        spots: list[int] = []
        taken: frozenset[int] = frozenset()
        for at in range(len(self._pins)):
            spot, taken = self._pick(at, taken, luck)
            spots.append(spot)
        return spots

    def _pick(self, at: int, taken: frozenset[int], luck: Luck) -> tuple[int, frozenset[int]]:
        options = self._options(at, taken)
        left = luck.below(self._count(at, taken))
        for option in options[:-1]:
            left -= self._count(at + 1, option[1])
            if left < 0:
                return option
        return options[-1]

    def _options(self, at: int, taken: frozenset[int]) -> list[tuple[int, frozenset[int]]]:
        free = [spot for spot in self._pins[at].spots if spot == HAND or (spot in self._down and spot not in taken)]
        return [(spot, taken if spot == HAND else taken | {spot}) for spot in free]

    def _count(self, at: int, taken: frozenset[int]) -> int:
        if at == len(self._pins):
            return self._weights[len(taken)]
        key = at, taken
        if key not in self._known:
            self._known[key] = sum(self._count(at + 1, after) for _, after in self._options(at, taken))
        return self._known[key]
