"""Random spots for known cards, and random picks of effects, when the hidden cards of a match are dealt again.

A pin is the record of a known copy of a card (see `pins`), and a spot is the hand or a face-down command. Each way to
deal all physical cards is equally likely.

A pick is a card in a hand that an effect has picked for a later step (see `services.tcg.chapters.picks`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial, gcd, perm
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from services.tcg.chapters.picks import Pick, knows, picks_of, saw
from services.tcg.chapters.pool import pool_of
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.pins import HAND, Pin
from services.tcg.state.match import Delayed, Link, Match, Waiting
from services.tcg.state.tasks import Declaring, Running
from shared.kernel.messages import Seat
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


# ---------------------------------------------------------------- picks of effects

Holder = TypeVar("Holder", bound=Delayed | Link | Waiting | Running | Declaring)


Rewrite: TypeAlias = Callable[[Pick], tuple[int, ...]]


def rewrite_picks(match: Match, rewrite: Rewrite) -> None:
    """Replace the picks of all declared, waiting, delayed and running effects, in place."""
    match.chain = [_rewritten(match, one, rewrite) for one in match.chain]
    match.queue = [_rewritten(match, one, rewrite) for one in match.queue]
    match.delayed = [_rewritten(match, one, rewrite) for one in match.delayed]
    match.pending = [
        _rewritten(match, task, rewrite) if isinstance(task, Running | Declaring) else task for task in match.pending
    ]


def _rewritten(match: Match, holder: Holder, rewrite: Rewrite) -> Holder:
    names = holder.names
    found = {name: rewrite(pick) for name, pick in picks_of(match, holder)} if names else {}
    return replace(holder, names={**names, **found}) if found else holder


def deal_picks(dealt: Match, true: Match, knowledge: Knowledge, luck: Luck) -> None:
    """Replace, in place, each picked card in a hand by a random card, unless the seat knows which card was picked.

    `true` is the match before the deal. Each card of the hand is equally likely, or, if the effect says which cards may
    be picked, each card with the same back. If the seat knows the picked card in another hand, but not its instance id,
    a copy of this card is picked. Within one effect, equal picks stay equal, and different picks stay different.

    Rule: TC-PLAY-15
    """
    shown = knowledge.known_cards(true)
    anew: dict[tuple[int, str], dict[int, int]] = {}

    def pick_anew(pick: Pick) -> tuple[int, ...]:
        picked = anew.setdefault(pick.use, {})
        for number in pick.numbers:
            card, known = true.table.get(number), number in shown
            if card is None or card.place != "hand" or knows(true, pick, knowledge.seat, number=number, known=known):
                picked[number] = number
        for number in pick.numbers:
            if number not in picked:
                options = _options(dealt, true, pick, seat=knowledge.seat, number=number)
                left = [one for one in options if one not in picked.values()]
                picked[number] = luck.one_of(left) if left else number
        return tuple(picked[number] for number in pick.numbers)

    rewrite_picks(dealt, pick_anew)


def _options(dealt: Match, true: Match, pick: Pick, *, seat: Seat, number: int) -> list[int]:
    """Return the cards in the dealt hand that may be the picked one."""
    card, printed = true.table[number], pool_of(true).printed
    hand = sorted(dealt.players[card.seat].hand)
    if saw(true, pick, card.seat, seat):
        return [one for one in hand if dealt.table[one].card == card.card]
    if pick.of.filter is None:
        return hand
    back = printed[card.card].back
    return [one for one in hand if printed[dealt.table[one].card].back == back]
