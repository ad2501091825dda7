"""Random spots for known cards, and random picks of effects, when a match is dealt again.

A pin is the record of a known copy of a card (see `pins`), and a spot is the hand or a face-down command. Each way to
deal all physical cards is equally likely.

A pick is a card in a hand that an effect has picked for a later step, such as a delayed step. The state stores picks by
instance id. Often nobody may know which card was picked, not even the hand's player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from math import factorial, gcd, perm
from typing import Final, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from services.tcg.catalogue.language.conditions import Selector
from services.tcg.catalogue.language.effects import Effect
from services.tcg.catalogue.language.operations import Operation
from services.tcg.catalogue.walk import parts_of, steps_before
from services.tcg.chapters.operations.decks import Reveal
from services.tcg.chapters.operations.flow import Choose, ForEach
from services.tcg.chapters.operations.lasting import Delay
from services.tcg.chapters.operations.reader import EACH
from services.tcg.chapters.pool import pool_of
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.pins import HAND, Pin
from services.tcg.state.match import TWO_PLAYERS, Delayed, Link, Match, Waiting
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


class Pick(NamedTuple):
    """Cards that the effect of `seat` has picked.

    If `every` is true, the effect took all cards of the selector, so nobody picked them. `shown` lists to whom it has
    revealed them. `use` is the card and the effect: picks with the same `use` may be about the same cards.
    """

    seat: Seat
    of: Selector
    numbers: tuple[int, ...]
    every: bool
    shown: frozenset[str]
    use: tuple[int, str]


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
    found = {name: rewrite(pick) for name, pick in _picks(match, holder)} if names else {}
    return replace(holder, names={**names, **found}) if found else holder


def _picks(match: Match, holder: Delayed | Link | Waiting | Running | Declaring) -> Iterator[tuple[str, Pick]]:
    """Yield the picks that an effect has stored, each with its name, and the card of the `for_each` that it is part of.

    An effect's other results are no cards.
    """
    pool, key, later = pool_of(match), holder.effect, pool_of(match).nested.get(holder.effect)
    while isinstance(pool.nested.get(key), Delay):
        key = key.rpartition("/")[0]
    effect = pool.abilities[key].effect
    before = steps_before(effect, later)
    chosen = {step.store: step for step in parts_of(effect) if isinstance(step, Choose)}
    loop = next((step for step in reversed(before) if isinstance(step, ForEach) and _contains(step, later)), None)
    for name, numbers in holder.names.items():
        of = loop.of if loop is not None and name == EACH else Selector(var=name)
        step = chosen.get(of.var or "")
        if step is not None or of.var is None:
            shown = frozenset((*_shown(before, name), *_shown_at_once(effect, step)))
            picks = of if step is None else step.of
            every = picks.n == "all" or (step is None and picks.n is None)
            yield name, Pick(holder.seat, picks, numbers, every=every, shown=shown, use=(holder.card, key))


def _contains(step: Operation, later: object) -> bool:
    return any(part is later for part in parts_of(step))


def _shown(before: Iterable[Operation], name: str) -> Iterator[str]:
    """Yield to whom steps have revealed the cards that are stored under a name."""
    for step in before:
        if isinstance(step, Reveal) and (step.of.var == name or (step.of.ref == "each" and name == EACH)):
            yield step.to


def _shown_at_once(effect: Effect, chosen: Choose | None) -> Iterator[str]:
    """Yield to whom the steps right after a pick reveal its cards. Other later steps may not have been reached yet."""
    if chosen is not None:
        steps = [step for step in parts_of(effect) if isinstance(step, Operation)]
        after = takewhile(lambda step: isinstance(step, Reveal), steps[steps.index(chosen) + 1 :])
        yield from _shown(after, chosen.store)


def deal_picks(dealt: Match, true: Match, knowledge: Knowledge, luck: Luck) -> None:
    """Pick anew, in place, the cards in hands of which the seat does not know that they were picked.

    `true` is the match before the deal. Each card of the hand is equally likely, or, if the effect says which cards may
    be picked, each card with the same back. If the seat knows the picked card in another hand, but not its instance id,
    a copy of this card is picked. The picks of one effect stay the same card or different cards, as they were.

    Rule: TC-PLAY-15
    """
    shown = knowledge.known_cards(true)
    anew: dict[tuple[int, str], dict[int, int]] = {}

    def pick_anew(pick: Pick) -> tuple[int, ...]:
        picked = anew.setdefault(pick.use, {})
        for number in pick.numbers:
            card = true.table.get(number)
            if card is None or card.place != "hand" or _knows(true, pick, knowledge.seat, number=number, shown=shown):
                picked[number] = number
        for number in pick.numbers:
            if number not in picked:
                options = _options(dealt, true, pick, seat=knowledge.seat, number=number)
                left = [one for one in options if one not in picked.values()]
                picked[number] = luck.one_of(left) if left else number
        return tuple(picked[number] for number in pick.numbers)

    rewrite_picks(dealt, pick_anew)


def _knows(match: Match, pick: Pick, seat: Seat, *, number: int, shown: Mapping[int, str]) -> bool:
    """Return whether a seat knows which card in a hand was picked, with its instance id."""
    holder = match.table[number].seat
    own = holder == seat and (pick.every or _picked_by(match, pick, holder, seat))
    return own or (number in shown and _saw(match, pick, holder, seat))


def _saw(match: Match, pick: Pick, holder: Seat, seat: Seat) -> bool:
    """Return whether a seat has seen the picked card, because it picked the card or the effect revealed it."""
    revealed = "all" in pick.shown or ("you" in pick.shown and seat == pick.seat)
    return revealed or _picked_by(match, pick, holder, seat)


def _picked_by(match: Match, pick: Pick, holder: Seat, seat: Seat) -> bool:
    """Return whether a seat has picked a card in a hand itself."""
    by: Final = "" if pick.every else pick.of.by or "you"
    if by == "you":
        return seat == pick.seat
    if by == "opponent":
        return seat != pick.seat and (holder == seat or len(match.order) == TWO_PLAYERS)
    return by == "controller" and seat == holder


def _options(dealt: Match, true: Match, pick: Pick, *, seat: Seat, number: int) -> list[int]:
    """Return the cards in the dealt hand that may be the picked one."""
    card, printed = true.table[number], pool_of(true).printed
    hand = sorted(dealt.players[card.seat].hand)
    if _saw(true, pick, card.seat, seat):
        return [one for one in hand if dealt.table[one].card == card.card]
    if pick.of.filter is None:
        return hand
    back = printed[card.card].back
    return [one for one in hand if printed[dealt.table[one].card].back == back]
